import { replaceEmailTemplate as contract, toEmailTemplateView } from "../../../shared/contract/email-templates.ts";
import { operation } from "../../../shared/http/operation.ts";
import { replaceEmailTemplate as replace } from "../../../shared/use-cases/email-templates/save-email-template.ts";
import { emailTemplateServices } from "../../../shared/wiring/email-templates.ts";

export const replaceEmailTemplate = operation(
  contract,
  async (deps, { owner, params, body }) => toEmailTemplateView(await replace(deps, { owner, id: params.id }, body)),
  emailTemplateServices,
);
