import { changingServices } from "../../shared/activity/wiring.ts";
import { httpFunction } from "../../shared/edge/http-function.ts";
import { madeOnce } from "../../shared/edge/made-once.ts";
import { operation } from "../../shared/edge/operation.ts";
import { tagged } from "../../shared/edge/tagged.ts";
import * as contract from "../../shared/email/contract/email-templates.ts";
import * as previewing from "../../shared/email/contract/template-preview.ts";
import { getTemplateSamples, keepTemplateSamples } from "../../shared/email/contract/template-samples.ts";
import * as versioning from "../../shared/email/contract/template-versions.ts";
import type { EmailTemplate } from "../../shared/email/domain/email-template.ts";
import { listEmailTemplates, pageOfEmailTemplates } from "../../shared/email/list-email-templates.ts";
import { listTemplateVersions, pageOfTemplateVersions } from "../../shared/email/list-template-versions.ts";
import { previewEmailTemplate } from "../../shared/email/preview-email-template.ts";
import { restoreTemplateVersion } from "../../shared/email/restore-template-version.ts";
import { createEmailTemplate, replaceEmailTemplate } from "../../shared/email/save-email-template.ts";
import { emailTemplateListServices, emailTemplateServices, templateSampleServices } from "../../shared/email/wiring.ts";
import { notFound } from "../../shared/kernel/refusal.ts";

const { TEMPLATE_PAGE, toEmailTemplatePageView, toEmailTemplateView } = contract;
const { VERSION_PAGE, toTemplateVersionPageView, toTemplateVersionView } = versioning;
const shown = (template: EmailTemplate) => tagged(toEmailTemplateView(template), template.revision);

export const handler = httpFunction(changingServices, [
  operation(
    contract.listEmailTemplates,
    async (deps, { owner, query: { limit, cursor } }) => {
      if (limit === undefined && cursor === undefined)
        return (await listEmailTemplates(deps, owner)).map(toEmailTemplateView);
      const listing = { limit: limit ?? TEMPLATE_PAGE.byDefault, cursor };
      return toEmailTemplatePageView(await pageOfEmailTemplates(deps, owner, listing));
    },
    emailTemplateListServices,
  ),
  operation(
    contract.createEmailTemplate,
    async (deps, { owner, body, ...request }) =>
      shown(
        await madeOnce(request, {
          newId: deps.identifiers.newId,
          find: (id) => deps.emailTemplates.get(owner, id),
          make: (id) => createEmailTemplate(deps, owner, body, id),
        }),
      ),
    emailTemplateServices,
  ),
  operation(
    contract.getEmailTemplate,
    async ({ emailTemplates }, { owner, params }) => {
      const template = await emailTemplates.get(owner, params.id);
      if (template === undefined) throw notFound();
      return shown(template);
    },
    emailTemplateServices,
  ),
  operation(
    contract.replaceEmailTemplate,
    async (deps, { owner, params, expected, body }) =>
      shown(await replaceEmailTemplate(deps, { owner, id: params.id, expected }, body)),
    emailTemplateServices,
  ),
  operation(
    contract.deleteEmailTemplate,
    async ({ emailTemplates }, { owner, params, expected }) => {
      if (!(await emailTemplates.remove(owner, params.id, expected))) throw notFound();
    },
    emailTemplateServices,
  ),
  operation(
    versioning.listEmailTemplateVersions,
    async (deps, { owner, params: { id }, query: { limit, cursor } }) => {
      if (limit === undefined && cursor === undefined)
        return (await listTemplateVersions(deps, { owner, id })).map(toTemplateVersionView);
      const listing = { limit: limit ?? VERSION_PAGE.byDefault, cursor };
      return toTemplateVersionPageView(await pageOfTemplateVersions(deps, { owner, id }, listing));
    },
    emailTemplateListServices,
  ),
  operation(
    versioning.restoreEmailTemplateVersion,
    async (deps, { owner, params: { id }, body: { version }, reservedId, isRepeat }) =>
      shown(await restoreTemplateVersion(deps, { owner, id, reservedId, isRepeat }, version)),
    emailTemplateServices,
  ),
  operation(
    previewing.previewEmailTemplate,
    async (deps, { body }) => previewEmailTemplate(deps, body),
    emailTemplateServices,
  ),
  operation(
    getTemplateSamples,
    async ({ templateSamples }, { owner, params }) => {
      const samples = await templateSamples.find(owner, params.id);
      if (samples === undefined) throw notFound();
      return { samples: { ...samples } };
    },
    templateSampleServices,
  ),
  operation(
    keepTemplateSamples,
    async ({ templateSamples }, { owner, params, body: { samples } }) => {
      if (!(await templateSamples.keep(owner, params.id, samples))) throw notFound();
      return { samples: { ...samples } };
    },
    templateSampleServices,
  ),
]);
