import type { Clock } from "../kernel/clock.ts";
import type { Owner } from "../kernel/owner.ts";
import { invalid, notFound } from "../kernel/refusal.ts";
import { type EmailTemplate, KEPT_VERSIONS, restored } from "./domain/email-template.ts";
import type { EmailTemplateStore } from "./ports.ts";
import { refusedSave } from "./refused-save.ts";

export interface RestoreTemplateVersionDeps {
  readonly emailTemplates: Pick<EmailTemplateStore, "get" | "version" | "versions" | "replace">;
  readonly clock: Clock;
}

export interface Restoring {
  readonly owner: Owner;
  /** The id of the template. */
  readonly id: string;
  /** The id that is reserved under the request's idempotency key. */
  readonly reservedId?: string | undefined;
  /** Set when an earlier request with the same idempotency key was interrupted, which may have restored the version. */
  readonly isRepeat?: boolean | undefined;
}

/** Writes an earlier version once more, as the newest version. The versions in between are kept like any others. */
export async function restoreTemplateVersion(
  deps: RestoreTemplateVersionDeps,
  restoring: Restoring,
  version: number,
): Promise<EmailTemplate> {
  const { emailTemplates, clock } = deps;
  const { owner, id, reservedId } = restoring;
  const present = await emailTemplates.get(owner, id);
  if (present === undefined) throw notFound();
  const made = await madeBefore(deps, restoring);
  if (made !== undefined) return made;
  const past = version === present.version ? present : await emailTemplates.version(present, version);
  if (past === undefined) throw invalid("version not found");
  const write = { restoredUnder: reservedId, updatedAt: new Date(clock.now()).toISOString() };
  const saved = await emailTemplates.replace(restored(present, past, write));
  if (typeof saved === "string") throw refusedSave(saved);
  return saved;
}

/** Finds the version that an earlier run of the same request has made, while that version is kept. */
async function madeBefore(
  { emailTemplates }: RestoreTemplateVersionDeps,
  { owner, id, reservedId, isRepeat }: Restoring,
): Promise<EmailTemplate | undefined> {
  if (!isRepeat || reservedId === undefined) return undefined;
  let before: number | undefined;
  do {
    const page = await emailTemplates.versions(owner, id, KEPT_VERSIONS, before);
    const made = page?.templates.find(({ restoredUnder }) => restoredUnder === reservedId);
    if (made !== undefined) return made;
    before = page?.next === undefined ? undefined : Number(page.next);
  } while (before !== undefined);
  return undefined;
}
