import type { ParseTemplate } from "../go-template/template-cache.ts";
import type { Clock } from "../kernel/clock.ts";
import type { Identifiers } from "../kernel/identifiers.ts";
import type { Owner } from "../kernel/owner.ts";
import type { Expected } from "../kernel/revision.ts";
import type { EmailTemplateRequest } from "./contract/email-templates.ts";
import type { EmailTemplate } from "./domain/email-template.ts";
import { parseMailTemplate } from "./parse-mail-template.ts";
import type { EmailTemplateStore } from "./ports.ts";
import { refusedSave } from "./refused-save.ts";

export interface SaveEmailTemplateDeps {
  readonly emailTemplates: Pick<EmailTemplateStore, "create" | "replace">;
  readonly parseTemplate: ParseTemplate;
  readonly clock: Clock;
  readonly identifiers: Identifiers;
}

export async function createEmailTemplate(
  deps: SaveEmailTemplateDeps,
  owner: Owner,
  request: EmailTemplateRequest,
  id = deps.identifiers.newId(),
): Promise<EmailTemplate> {
  await parseMailTemplate(deps.parseTemplate, request);
  const now = new Date(deps.clock.now()).toISOString();
  const template = { owner, id, ...request, version: 1, createdAt: now, updatedAt: now };
  const saved = await deps.emailTemplates.create(template);
  if (typeof saved === "string") throw refusedSave(saved);
  return saved;
}

interface TemplatePlace {
  readonly owner: Owner;
  readonly id: string;
  readonly expected?: Expected | undefined;
}

/** Replaces every field of a template. Queued mails keep the text that was rendered for them. */
export async function replaceEmailTemplate(
  deps: SaveEmailTemplateDeps,
  { owner, id, expected }: TemplatePlace,
  request: EmailTemplateRequest,
): Promise<EmailTemplate> {
  await parseMailTemplate(deps.parseTemplate, request);
  const updatedAt = new Date(deps.clock.now()).toISOString();
  const saved = await deps.emailTemplates.replace({ owner, id, ...request, updatedAt }, expected);
  if (typeof saved === "string") throw refusedSave(saved);
  return saved;
}
