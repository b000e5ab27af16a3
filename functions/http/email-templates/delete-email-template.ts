import { operation } from "../../../shared/edge/operation.ts";
import { deleteEmailTemplate as contract } from "../../../shared/email/contract/email-templates.ts";
import { emailTemplateServices } from "../../../shared/email/templates-wiring.ts";
import { notFound } from "../../../shared/kernel/refusal.ts";

export const deleteEmailTemplate = operation(
  contract,
  async ({ emailTemplates }, { owner, params }) => {
    if (!(await emailTemplates.remove(owner, params.id))) throw notFound();
  },
  emailTemplateServices,
);
