import { listEmailTemplates as contract, toEmailTemplateView } from "../../../shared/contract/email-templates.ts";
import { operation } from "../../../shared/http/operation.ts";
import { emailTemplateServices } from "../../../shared/wiring/email-templates.ts";

export const listEmailTemplates = operation(
  contract,
  async ({ emailTemplates }, { owner }) => (await emailTemplates.list(owner)).map(toEmailTemplateView),
  emailTemplateServices,
);
