import type { Clock } from "../kernel/clock.ts";
import type { Owner } from "../kernel/owner.ts";
import { invalid, notFound } from "../kernel/refusal.ts";
import { type EmailTemplate, restored } from "./domain/email-template.ts";
import type { EmailTemplateStore } from "./ports.ts";
import { refusedSave } from "./refused-save.ts";

export interface RestoreTemplateVersionDeps {
  readonly emailTemplates: Pick<EmailTemplateStore, "get" | "version" | "replace">;
  readonly clock: Clock;
}

/** A write like any other: what was between the two versions stays among those that are kept. */
export async function restoreTemplateVersion(
  { emailTemplates, clock }: RestoreTemplateVersionDeps,
  { owner, id }: { readonly owner: Owner; readonly id: string },
  version: number,
): Promise<EmailTemplate> {
  const present = await emailTemplates.get(owner, id);
  if (present === undefined) throw notFound();
  const past = version === present.version ? present : await emailTemplates.version(present, version);
  if (past === undefined) throw invalid("version not found");
  const saved = await emailTemplates.replace(restored(present, past, new Date(clock.now()).toISOString()));
  if (typeof saved === "string") throw refusedSave(saved);
  return saved;
}
