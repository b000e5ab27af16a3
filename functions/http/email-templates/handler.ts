import { httpFunction } from "../../../shared/edge/http-function.ts";
import { accessTokenFrame } from "../../../shared/identity/frame-wiring.ts";
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
