import type { RateLimiter } from "../../shared/edge/ports/rate-limiter.ts";
import type { Clock } from "../../shared/kernel/clock.ts";
import { type RatePolicy, takeToken } from "../../shared/kernel/rate-limit.ts";

export interface InMemoryRateLimiter extends RateLimiter {
  /** The keys that were asked for, in order. */
  readonly taken: string[];
}

/** Passes test/contract/ports/rate-limiter.test.ts beside the DynamoDB limiter. */
export function inMemoryRateLimiter(policy: RatePolicy, clock: Clock): InMemoryRateLimiter {
  const buckets = new Map<string, number>();
  const taken: string[] = [];
  return {
    taken,
    async take(key) {
      taken.push(key);
      const next = takeToken(policy, buckets.get(key), clock.now());
      if (next !== undefined) buckets.set(key, next);
      return next !== undefined;
    },
  };
}
