import { firstFitting } from "../kernel/answer-size.ts";
import { boundCursors } from "../kernel/bound-cursors.ts";
import type { Cursors } from "../kernel/cursors.ts";
import type { Owner } from "../kernel/owner.ts";
import { invalid, notFound } from "../kernel/refusal.ts";
import { type EmailTemplate, KEPT_VERSIONS, MOST_TEMPLATES } from "./domain/email-template.ts";
import type { ListedTemplates, TemplateListing } from "./list-email-templates.ts";
import type { EmailTemplateStore } from "./ports.ts";

export interface ListTemplateVersionsDeps {
  readonly emailTemplates: Pick<EmailTemplateStore, "versions">;
  readonly cursors: Cursors;
}

interface TemplateKey {
  readonly owner: Owner;
  readonly id: string;
}

/** Lists all kept versions, newest first. Refuses a list that is too large for an answer of Lambda; such a list needs pages. */
export async function listTemplateVersions(
  { emailTemplates }: ListTemplateVersionsDeps,
  { owner, id }: TemplateKey,
): Promise<readonly EmailTemplate[]> {
  const page = await emailTemplates.versions(owner, id, KEPT_VERSIONS);
  if (page === undefined) throw notFound();
  const { templates, next } = page;
  if (next !== undefined || firstFitting(templates, MOST_TEMPLATES.bytes).length < templates.length)
    throw invalid("the versions do not fit into one answer: ask for pages with limit and cursor");
  return templates;
}

/** Lists versions, newest first. A cursor continues where the page ended, whatever was written meanwhile. */
export async function pageOfTemplateVersions(
  { emailTemplates, cursors }: ListTemplateVersionsDeps,
  { owner, id }: TemplateKey,
  { limit, cursor }: TemplateListing,
): Promise<ListedTemplates> {
  const bound = boundCursors(cursors, owner, `template-versions ${id}`);
  const before = bound.read(cursor);
  const page = await emailTemplates.versions(owner, id, limit, before === undefined ? undefined : Number(before));
  if (page === undefined) throw notFound();
  const templates = firstFitting(page.templates);
  const next = templates.length < page.templates.length ? templates.at(-1)?.version : page.next;
  return { templates, ...bound.next(next?.toString()) };
}
