import { operation } from "../../../shared/edge/operation.ts";
import { previewEmailTemplate as contract } from "../../../shared/email/contract/email-templates.ts";
import { previewEmailTemplate as preview } from "../../../shared/email/preview-email-template.ts";
import { emailTemplateServices } from "../../../shared/email/templates-wiring.ts";

export const previewEmailTemplate = operation(
  contract,
  async (deps, { body }) => preview(deps, body),
  emailTemplateServices,
);
