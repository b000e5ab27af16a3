import { operation } from "../../../shared/edge/operation.ts";
import {
  replaceEmailTemplate as contract,
  toEmailTemplateView,
} from "../../../shared/email/contract/email-templates.ts";
import { replaceEmailTemplate as replace } from "../../../shared/email/save-email-template.ts";
import { emailTemplateServices } from "../../../shared/email/templates-wiring.ts";

export const replaceEmailTemplate = operation(
  contract,
  async (deps, { owner, params, body }) => toEmailTemplateView(await replace(deps, { owner, id: params.id }, body)),
  emailTemplateServices,
);
