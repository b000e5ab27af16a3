import { deleteEmailTemplate as contract } from "../../../shared/contract/email-templates.ts";
import { notFound } from "../../../shared/domain/errors.ts";
import { operation } from "../../../shared/http/operation.ts";
import { emailTemplateServices } from "../../../shared/wiring/email-templates.ts";

export const deleteEmailTemplate = operation(
  contract,
  async ({ emailTemplates }, { owner, params }) => {
    if (!(await emailTemplates.remove(owner, params.id))) throw notFound();
  },
  emailTemplateServices,
);
