import { operation } from "../../../shared/edge/operation.ts";
import { getEmailTemplate as contract, toEmailTemplateView } from "../../../shared/email/contract/email-templates.ts";
import { emailTemplateServices } from "../../../shared/email/templates-wiring.ts";
import { notFound } from "../../../shared/kernel/refusal.ts";

export const getEmailTemplate = operation(
  contract,
  async ({ emailTemplates }, { owner, params }) => {
    const template = await emailTemplates.get(owner, params.id);
    if (template === undefined) throw notFound();
    return toEmailTemplateView(template);
  },
  emailTemplateServices,
);
