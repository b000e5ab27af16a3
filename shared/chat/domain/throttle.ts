import { type RatePolicy, toleranceMs } from "../../kernel/rate-limit.ts";

/** The platform's throughput of one business number; upgraded numbers have more. */
export const NUMBER_POLICY: RatePolicy = { refillPerSecond: 80, burst: 80 };
/** The platform's limit for one customer of one number: a message every six seconds, 45 at once borrowed from the future. */
export const PAIR_POLICY: RatePolicy = { refillPerSecond: 1 / 6, burst: 45 };

/** How long until the policy lets one more through; 0 when it does now. */
export const delayMs = (policy: RatePolicy, tatMs: number | undefined, nowMs: number): number =>
  Math.max(0, Math.ceil((tatMs ?? 0) - toleranceMs(policy) - nowMs));
