import { getEmailTemplate as contract, toEmailTemplateView } from "../../../shared/contract/email-templates.ts";
import { notFound } from "../../../shared/domain/errors.ts";
import { operation } from "../../../shared/http/operation.ts";
import { emailTemplateServices } from "../../../shared/wiring/email-templates.ts";

export const getEmailTemplate = operation(
  contract,
  async ({ emailTemplates }, { owner, params }) => {
    const template = await emailTemplates.get(owner, params.id);
    if (template === undefined) throw notFound();
    return toEmailTemplateView(template);
  },
  emailTemplateServices,
);
