import type { CallingKey } from "../../kernel/key-terms.ts";
import type { Owner } from "../../kernel/owner.ts";
import { Refusal } from "../../kernel/refusal.ts";

const DAY_MS = 86_400_000;
const DATE_LENGTH = "2026-11-22".length;

/** The count of the notifications that a key had accepted in one day (D47d). */
export interface DailyCount {
  readonly owner: Owner;
  readonly countId: string;
  readonly perDay: number;
  /** A date of UTC such as `2026-11-22`. */
  readonly day: string;
}

export const dayOf = (nowMs: number): string => new Date(nowMs).toISOString().slice(0, DATE_LENGTH);

/** Returns the count that a request draws on; undefined for a request without an API key, or with a key without a daily limit. */
export function dailyCountOf(owner: Owner, key: CallingKey | undefined, nowMs: number): DailyCount | undefined {
  const perDay = key?.limits?.perDay;
  if (key === undefined || perDay === undefined) return undefined;
  return { owner, countId: key.countId, perDay, day: dayOf(nowMs) };
}

/** Makes the refusal of what is beyond the limit. It says when the next day of UTC begins. */
export function dailyLimitReached(nowMs: number): Refusal {
  const resetsAtMs = (Math.floor(nowMs / DAY_MS) + 1) * DAY_MS;
  const resets = { at: new Date(resetsAtMs).toISOString(), inSeconds: Math.ceil((resetsAtMs - nowMs) / 1000) };
  return new Refusal("daily_limit_reached", "daily limit of this key reached", { resets });
}
