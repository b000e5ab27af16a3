import type { RateLimiter } from "../../shared/edge/ports.ts";
import type { Clock } from "../../shared/kernel/clock.ts";
import type { RatePolicy } from "../../shared/kernel/rate-limit.ts";

export interface InMemoryRateLimiter extends RateLimiter {
  /** The keys that were requested, in order. */
  readonly taken: string[];
}

/**
 * A double in memory that passes the same contract test as the DynamoDB limiter (test/contract/ports/rate-limiter.test.ts), but shares no code
 * with it: it allows a request if no period up to now then has more requests than the burst and the refill of that period.
 */
export function inMemoryRateLimiter({ refillPerSecond, burst }: RatePolicy, clock: Clock): InMemoryRateLimiter {
  const allowed: { readonly key: string; readonly atMs: number }[] = [];
  const taken: string[] = [];
  return {
    taken,
    left(key) {
      const now = clock.now();
      const own = allowed.filter((one) => one.key === key);
      const fits = (more: number, atMs: number): boolean =>
        own.every(({ atMs: from }, i) => own.length - i + more <= burst + ((atMs - from) * refillPerSecond) / 1000);
      let remaining = burst;
      while (remaining > 0 && !fits(remaining, now)) remaining--;
      let resetSeconds = 0;
      while (remaining < burst && !fits(remaining + 1, now + resetSeconds * 1000)) resetSeconds++;
      return { limit: burst, remaining, resetSeconds };
    },
    async take(key) {
      taken.push(key);
      const now = clock.now();
      const own = [...allowed.filter((one) => one.key === key), { key, atMs: now }];
      const isAllowed = own.every(({ atMs }, i) => own.length - i <= burst + ((now - atMs) * refillPerSecond) / 1000);
      if (isAllowed) allowed.push({ key, atMs: now });
      return isAllowed;
    },
  };
}
