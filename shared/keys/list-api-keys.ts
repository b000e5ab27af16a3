import type { Clock } from "../kernel/clock.ts";
import type { Owner } from "../kernel/owner.ts";
import { type ApiKey, countIdOf, isUsable, MAX_LIVING_KEYS } from "./domain/api-key.ts";
import { dayOf } from "./domain/daily-count.ts";
import type { ApiKeyStore, DailyUses } from "./ports.ts";

export interface ListApiKeysDeps {
  readonly apiKeys: Pick<ApiKeyStore, "list">;
  readonly dailyUses: DailyUses;
  readonly clock: Clock;
}

export interface ListedKey {
  readonly key: ApiKey;
  /** How much of its daily limit the key and those that share its count have used today; undefined for a key without a limit. */
  readonly usedToday?: number | undefined;
}

/** Lists an owner's keys, with the use of today of those that work and have a daily limit (D47d). */
export async function listApiKeys(
  { apiKeys, dailyUses, clock }: ListApiKeysDeps,
  owner: Owner,
): Promise<readonly ListedKey[]> {
  const keys = await apiKeys.list(owner);
  const counted = keys.filter((key) => key.limits?.perDay !== undefined && isUsable(key, clock.now()));
  if (counted.length === 0) return keys.map((key) => ({ key }));
  // An owner has at most so many keys that work; others may be added while this list is read.
  const countIds = [...new Set(counted.map(countIdOf))].slice(0, MAX_LIVING_KEYS);
  const used = await dailyUses.usedOn(dayOf(clock.now()), countIds);
  const isCounted = new Set(counted);
  return keys.map((key) => ({ key, usedToday: isCounted.has(key) ? used.get(countIdOf(key)) : undefined }));
}
