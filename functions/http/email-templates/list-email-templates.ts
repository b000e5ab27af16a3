import { operation } from "../../../shared/edge/operation.ts";
import {
  listEmailTemplates as contract,
  TEMPLATE_PAGE,
  toEmailTemplatePageView,
  toEmailTemplateView,
} from "../../../shared/email/contract/email-templates.ts";
import { listEmailTemplates as list, pageOfEmailTemplates } from "../../../shared/email/list-email-templates.ts";
import { emailTemplateListServices } from "../../../shared/email/template-list-wiring.ts";

export const listEmailTemplates = operation(
  contract,
  async (deps, { owner, query: { limit, cursor } }) => {
    if (limit === undefined && cursor === undefined) return (await list(deps, owner)).map(toEmailTemplateView);
    const listing = { limit: limit ?? TEMPLATE_PAGE.byDefault, cursor };
    return toEmailTemplatePageView(await pageOfEmailTemplates(deps, owner, listing));
  },
  emailTemplateListServices,
);
