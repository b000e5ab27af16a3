import { httpFunction } from "../../../shared/http/http-function.ts";
import { accessTokenFrame } from "../../../shared/wiring/access-token-frame.ts";
import { createEmailTemplate } from "./create-email-template.ts";
import { deleteEmailTemplate } from "./delete-email-template.ts";
import { getEmailTemplate } from "./get-email-template.ts";
import { listEmailTemplates } from "./list-email-templates.ts";
import { previewEmailTemplate } from "./preview-email-template.ts";
import { replaceEmailTemplate } from "./replace-email-template.ts";

export const handler = httpFunction(accessTokenFrame, [
  listEmailTemplates,
  createEmailTemplate,
  getEmailTemplate,
  replaceEmailTemplate,
  deleteEmailTemplate,
  previewEmailTemplate,
]);
