import { createEmailTemplate as contract, toEmailTemplateView } from "../../../shared/contract/email-templates.ts";
import { operation } from "../../../shared/http/operation.ts";
import { createEmailTemplate as create } from "../../../shared/use-cases/email-templates/save-email-template.ts";
import { emailTemplateServices } from "../../../shared/wiring/email-templates.ts";

export const createEmailTemplate = operation(
  contract,
  async (deps, { owner, body }) => toEmailTemplateView(await create(deps, owner, body)),
  emailTemplateServices,
);
