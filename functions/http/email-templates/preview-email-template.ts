import { previewEmailTemplate as contract } from "../../../shared/contract/email-templates.ts";
import { operation } from "../../../shared/http/operation.ts";
import { previewEmailTemplate as preview } from "../../../shared/use-cases/email-templates/preview-email-template.ts";
import { emailTemplateServices } from "../../../shared/wiring/email-templates.ts";

export const previewEmailTemplate = operation(
  contract,
  async (deps, { body }) => preview(deps, body),
  emailTemplateServices,
);
