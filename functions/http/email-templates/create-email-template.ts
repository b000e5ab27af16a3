import { operation } from "../../../shared/edge/operation.ts";
import {
  createEmailTemplate as contract,
  toEmailTemplateView,
} from "../../../shared/email/contract/email-templates.ts";
import { createEmailTemplate as create } from "../../../shared/email/save-email-template.ts";
import { emailTemplateServices } from "../../../shared/email/templates-wiring.ts";

export const createEmailTemplate = operation(
  contract,
  async (deps, { owner, body }) => toEmailTemplateView(await create(deps, owner, body)),
  emailTemplateServices,
);
