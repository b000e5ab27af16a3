import { intervalMs, type RatePolicy, toleranceMs } from "../../kernel/rate-limit.ts";

/** The platform's throughput of one business number; upgraded numbers have more. */
export const NUMBER_POLICY: RatePolicy = { refillPerSecond: 80, burst: 80 };
/** The platform's limit for one customer of one number: a message every six seconds, 45 at once borrowed from the future. */
export const PAIR_POLICY: RatePolicy = { refillPerSecond: 1 / 6, burst: 45 };

/** The stored numbers of the cell rate algorithm (see rate-limit.ts), in epoch milliseconds; undefined when nothing was sent yet. */
export interface ThrottleState {
  readonly numberTatMs?: number | undefined;
  readonly pairTatMs?: number | undefined;
}

export type ThrottleDecision =
  | { readonly kind: "send"; readonly state: Required<ThrottleState> }
  | { readonly kind: "wait"; readonly delayMs: number };

/** How long until the policy lets one more through; 0 when it does now. */
export const delayMs = (policy: RatePolicy, tatMs: number | undefined, nowMs: number): number =>
  Math.max(0, Math.ceil((tatMs ?? 0) - toleranceMs(policy) - nowMs));

const afterOne = (policy: RatePolicy, tatMs: number | undefined, nowMs: number): number =>
  Math.max(tatMs ?? 0, nowMs) + intervalMs(policy);

/** Both limits at once: nothing is drawn from either unless both allow it. */
export function throttle(
  { numberTatMs, pairTatMs }: ThrottleState,
  nowMs: number,
  numberPolicy = NUMBER_POLICY,
): ThrottleDecision {
  const wait = Math.max(delayMs(numberPolicy, numberTatMs, nowMs), delayMs(PAIR_POLICY, pairTatMs, nowMs));
  if (wait > 0) return { kind: "wait", delayMs: wait };
  const state = {
    numberTatMs: afterOne(numberPolicy, numberTatMs, nowMs),
    pairTatMs: afterOne(PAIR_POLICY, pairTatMs, nowMs),
  };
  return { kind: "send", state };
}
