import { aheadOf } from "../edge/owners-time.ts";
import type { TestClocks } from "../edge/ports.ts";
import type { Clock } from "../kernel/clock.ts";
import type { Owner } from "../kernel/owner.ts";
import { testOwnerOf } from "../kernel/test-mode.ts";
import { type ApiKey, countIdOf, isUsable, MAX_LIVING_KEYS } from "./domain/api-key.ts";
import { dayOf } from "./domain/daily-count.ts";
import type { ApiKeyStore, DailyUses } from "./ports.ts";

export interface ListApiKeysDeps {
  readonly apiKeys: Pick<ApiKeyStore, "list">;
  readonly dailyUses: DailyUses;
  readonly testClocks: Pick<TestClocks, "find">;
  readonly clock: Clock;
}

export interface ListedKey {
  readonly key: ApiKey;
  /** How much of its daily limit the key and those that share its count have used today; undefined for a key without a limit. */
  readonly usedToday?: number | undefined;
}

/** Lists an owner's keys, with the use of today of those that work and have a daily limit (D47d). */
export async function listApiKeys(
  { apiKeys, dailyUses, testClocks, clock }: ListApiKeysDeps,
  owner: Owner,
): Promise<readonly ListedKey[]> {
  const nowMs = clock.now();
  const keys = await apiKeys.list(owner);
  const counted = keys.filter((key) => key.limits?.perDay !== undefined && isUsable(key, nowMs));
  if (counted.length === 0) return keys.map((key) => ({ key }));
  const hasTestKey = counted.some(({ mode }) => mode === "test");
  const testClock = hasTestKey ? await testClocks.find(testOwnerOf(owner)) : undefined;
  // The limit of a test key is judged by the day of the test clock (D48e).
  const dayFor = ({ mode }: ApiKey) => dayOf(nowMs + (mode === "test" ? aheadOf(testClock) : 0));
  const counts = new Map(counted.map((key) => [countIdOf(key), { countId: countIdOf(key), day: dayFor(key) }]));
  // An owner has at most so many keys that work; others may be added while this list is read.
  const used = await dailyUses.usedOn([...counts.values()].slice(0, MAX_LIVING_KEYS));
  const isCounted = new Set(counted);
  return keys.map((key) => ({ key, usedToday: isCounted.has(key) ? used.get(countIdOf(key)) : undefined }));
}
