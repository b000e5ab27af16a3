import { type RatePolicy, toleranceMs } from "../../kernel/rate-limit.ts";

/** The platform lets one business number send this fast; upgraded numbers may send faster. */
export const NUMBER_POLICY: RatePolicy = { refillPerSecond: 80, burst: 80 };
/** One number may write to one customer every six seconds. It may send up to 45 messages at once, and then waits six seconds for each. */
export const PAIR_POLICY: RatePolicy = { refillPerSecond: 1 / 6, burst: 45 };

/** Returns after how many milliseconds the policy allows the next message; 0 means now. */
export const delayMs = (policy: RatePolicy, tatMs: number | undefined, nowMs: number): number =>
  Math.max(0, Math.ceil((tatMs ?? 0) - toleranceMs(policy) - nowMs));
