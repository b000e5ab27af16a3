import {
  listEmailTemplates as contract,
  TEMPLATE_PAGE,
  toEmailTemplatePageView,
  toEmailTemplateView,
} from "../../../shared/contract/email-templates.ts";
import { operation } from "../../../shared/http/operation.ts";
import {
  listEmailTemplates as list,
  pageOfEmailTemplates,
} from "../../../shared/use-cases/email-templates/list-email-templates.ts";
import { emailTemplateListServices } from "../../../shared/wiring/email-template-list.ts";

export const listEmailTemplates = operation(
  contract,
  async (deps, { owner, query: { limit, cursor } }) => {
    if (limit === undefined && cursor === undefined) return (await list(deps, owner)).map(toEmailTemplateView);
    const listing = { limit: limit ?? TEMPLATE_PAGE.byDefault, cursor };
    return toEmailTemplatePageView(await pageOfEmailTemplates(deps, owner, listing));
  },
  emailTemplateListServices,
);
