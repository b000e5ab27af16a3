import type { Owner } from "../kernel/owner.ts";
import { askedBy, mayBeKeyword, STOPPED_TOPIC } from "./domain/settings.ts";
import type { SettingsStore, SuppressionStore, UsedKeyword, UsedKeywords } from "./ports.ts";
import { type SuppressDeps, unsubscribeFrom } from "./suppress.ts";

export interface HeedKeywordDeps extends SuppressDeps {
  readonly suppressions: Pick<SuppressionStore, "add" | "list" | "remove">;
  readonly suppressionSettings: Pick<SettingsStore, "glance">;
  readonly usedKeywords: UsedKeywords;
}

export interface WrittenText extends UsedKeyword {
  readonly text: string;
}

/** A number has few topics to unsubscribe from. */
const MOST_TOPICS = 1000;

/** Suppresses a customer's number for marketing when the text is a stop word, and ends that when it is a start word (D45h). May be repeated. */
export async function heedKeyword(deps: HeedKeywordDeps, written: WrittenText): Promise<void> {
  if (!mayBeKeyword(written.text)) return;
  const { owner, phone: recipient } = written;
  const asked = askedBy(await deps.suppressionSettings.glance(owner), written);
  if (asked === undefined || !(await deps.usedKeywords.isNews(written))) return;
  if (asked === "stop") await unsubscribeFrom(deps, { owner, recipient, reason: "unsubscribe", topic: STOPPED_TOPIC });
  else await allowAgain(deps, owner, recipient);
  // The note is the last write, so that a worker that dies before it heeds the keyword again.
  await deps.usedKeywords.note(written);
}

async function allowAgain({ suppressions }: HeedKeywordDeps, owner: Owner, recipient: string): Promise<void> {
  const found = await suppressions.list(owner, { recipient, reason: "unsubscribe", limit: MOST_TOPICS });
  const stopped = found.suppressions.find(({ topic }) => topic === STOPPED_TOPIC);
  if (stopped) await suppressions.remove(owner, stopped.id);
}
