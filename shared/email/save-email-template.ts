import type { ParseTemplate } from "../go-template/template-cache.ts";
import type { Clock } from "../kernel/clock.ts";
import type { Identifiers } from "../kernel/identifiers.ts";
import type { Owner } from "../kernel/owner.ts";
import { notFound, Refusal } from "../kernel/refusal.ts";
import type { EmailTemplateRequest } from "./contract/email-templates.ts";
import type { EmailTemplate } from "./domain/email-template.ts";
import { parseField } from "./domain/render-email.ts";
import type { EmailTemplateStore, SavedTemplate } from "./ports.ts";

export interface SaveEmailTemplateDeps {
  readonly emailTemplates: Pick<EmailTemplateStore, "get" | "create" | "replace">;
  readonly parseTemplate: ParseTemplate;
  readonly clock: Clock;
  readonly identifiers: Identifiers;
}

export async function createEmailTemplate(
  deps: SaveEmailTemplateDeps,
  owner: Owner,
  request: EmailTemplateRequest,
): Promise<EmailTemplate> {
  refuseInvalid(deps, request);
  const now = new Date(deps.clock.now()).toISOString();
  const template = { owner, id: deps.identifiers.newId(), ...request, createdAt: now, updatedAt: now };
  refuseFull(await deps.emailTemplates.create(template));
  return template;
}

/** All four fields; what is queued already keeps the text that it was rendered with. */
export async function replaceEmailTemplate(
  deps: SaveEmailTemplateDeps,
  { owner, id }: { readonly owner: Owner; readonly id: string },
  request: EmailTemplateRequest,
): Promise<EmailTemplate> {
  refuseInvalid(deps, request);
  const stored = await deps.emailTemplates.get(owner, id);
  if (stored === undefined) throw notFound();
  const updatedAt = new Date(deps.clock.now()).toISOString();
  const template = { owner, id, ...request, createdAt: stored.createdAt, updatedAt };
  refuseFull(await deps.emailTemplates.replace(template));
  return template;
}

function refuseFull(saved: SavedTemplate): void {
  if (saved === "gone") throw notFound();
  if (saved === "full")
    throw new Refusal("limit_reached", "templates may be at most 1000, and 6 MB in all: delete or shorten one");
}

function refuseInvalid({ parseTemplate }: SaveEmailTemplateDeps, { subject, body }: EmailTemplateRequest): void {
  parseField(parseTemplate, "subject", subject);
  parseField(parseTemplate, "body", body);
}
