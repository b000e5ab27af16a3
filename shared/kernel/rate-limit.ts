/**
 * The generic cell rate algorithm: a token bucket kept as one number, the theoretical arrival time (`tat`).
 * A request is allowed while `tat` lies at most `burst - 1` intervals ahead.
 */
export interface RatePolicy {
  readonly refillPerSecond: number;
  readonly burst: number;
}

/** Several pages that ask every few seconds, and a person who clicks between them. */
const PANEL: RatePolicy = { refillPerSecond: 5, burst: 120 };

/** Of the panel's own API and the administration: never narrower than what the public API allows. */
export const panelPolicy = ({ refillPerSecond, burst }: RatePolicy): RatePolicy => ({
  refillPerSecond: Math.max(PANEL.refillPerSecond, refillPerSecond),
  burst: Math.max(PANEL.burst, burst),
});

export const intervalMs = ({ refillPerSecond }: RatePolicy): number => 1000 / refillPerSecond;

/** How far ahead `tat` may lie for a request to be allowed, in milliseconds. */
export const toleranceMs = (policy: RatePolicy): number => intervalMs(policy) * (policy.burst - 1);

export const isDenied = (policy: RatePolicy, tatMs: number, nowMs: number): boolean =>
  tatMs > nowMs + toleranceMs(policy);

/** The next `tat`, or undefined when the request is denied. */
export function takeToken(policy: RatePolicy, tatMs: number | undefined, nowMs: number): number | undefined {
  const tat = Math.max(tatMs ?? 0, nowMs);
  return isDenied(policy, tat, nowMs) ? undefined : tat + intervalMs(policy);
}
