import { firstFitting } from "../kernel/answer-size.ts";
import { boundCursors } from "../kernel/bound-cursors.ts";
import type { Cursors } from "../kernel/cursors.ts";
import type { Owner } from "../kernel/owner.ts";
import { invalid } from "../kernel/refusal.ts";
import { type EmailTemplate, MOST_TEMPLATES } from "./domain/email-template.ts";
import type { EmailTemplateStore } from "./ports.ts";

export interface ListEmailTemplatesDeps {
  readonly emailTemplates: Pick<EmailTemplateStore, "page">;
  readonly cursors: Cursors;
}

/** Lists all templates of an owner, oldest first. Saving limits their number; owners from before that limit may need several pages. */
export async function listEmailTemplates(
  { emailTemplates }: ListEmailTemplatesDeps,
  owner: Owner,
): Promise<readonly EmailTemplate[]> {
  const { templates, next } = await emailTemplates.page(owner, MOST_TEMPLATES.count);
  if (next !== undefined || firstFitting(templates, MOST_TEMPLATES.bytes).length < templates.length)
    throw invalid("the templates do not fit into one answer: ask for pages with limit and cursor");
  return templates;
}

export interface TemplateListing {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

export interface ListedTemplates {
  /** `templates` are oldest first. */
  readonly templates: readonly EmailTemplate[];
  /** The cursor of the next page. A page with fewer templates than `limit` may have a next page, too. */
  readonly nextCursor?: string | undefined;
}

export async function pageOfEmailTemplates(
  { emailTemplates, cursors }: ListEmailTemplatesDeps,
  owner: Owner,
  { limit, cursor }: TemplateListing,
): Promise<ListedTemplates> {
  const bound = boundCursors(cursors, owner, "templates");
  const after = bound.read(cursor);
  const page = await emailTemplates.page(owner, limit, after);
  const templates = firstFitting(page.templates);
  const next = templates.length < page.templates.length ? templates.at(-1)?.id : page.next;
  return { templates, ...bound.next(next) };
}
