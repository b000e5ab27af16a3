import { type RatePolicy, toleranceMs } from "../../kernel/rate-limit.ts";

/** The platform lets one business number send this fast; upgraded numbers may send faster. */
export const NUMBER_POLICY: RatePolicy = { refillPerSecond: 80, burst: 80 };
/** The platform lets one number write to one customer every six seconds, or 45 times at once, borrowed from the future. */
export const PAIR_POLICY: RatePolicy = { refillPerSecond: 1 / 6, burst: 45 };

/** The policy lets the next message through after this many milliseconds; 0 means now. */
export const delayMs = (policy: RatePolicy, tatMs: number | undefined, nowMs: number): number =>
  Math.max(0, Math.ceil((tatMs ?? 0) - toleranceMs(policy) - nowMs));
