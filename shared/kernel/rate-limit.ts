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

/** Sums of intervals differ by so much from their multiples, as numbers of this size do. */
export const ROUNDING_MS = 0.05;

export const intervalMs = ({ refillPerSecond }: RatePolicy): number => 1000 / refillPerSecond;

/** How far ahead `tat` may lie for a request to be allowed, in milliseconds. */
export const toleranceMs = (policy: RatePolicy): number => intervalMs(policy) * (policy.burst - 1) + ROUNDING_MS;

export const isDenied = (policy: RatePolicy, tatMs: number, nowMs: number): boolean =>
  tatMs > nowMs + toleranceMs(policy);

/** The next `tat`, or undefined when the request is denied. */
export function takeToken(policy: RatePolicy, tatMs: number | undefined, nowMs: number): number | undefined {
  const tat = Math.max(tatMs ?? 0, nowMs);
  return isDenied(policy, tat, nowMs) ? undefined : tat + intervalMs(policy);
}

/** How many tokens a bucket holds: none where it denies. */
export const tokensIn = (policy: RatePolicy, tatMs: number, nowMs: number): number =>
  Math.max(0, Math.floor((nowMs + toleranceMs(policy) - tatMs) / intervalMs(policy)) + 1);

/** A bucket as a caller hears of it. */
export interface TokensLeft {
  /** Of a full bucket. */
  readonly limit: number;
  readonly remaining: number;
  /** Until there is one more; 0 where it is full. */
  readonly resetSeconds: number;
}

export function tokensLeft(policy: RatePolicy, tatMs: number, nowMs: number): TokensLeft {
  const { burst: limit } = policy;
  const tat = Math.max(tatMs, nowMs);
  const remaining = Math.min(limit, tokensIn(policy, tat, nowMs));
  const nextMs = tat - toleranceMs(policy) + remaining * intervalMs(policy) - nowMs;
  return { limit, remaining, resetSeconds: remaining === limit ? 0 : Math.max(1, Math.ceil(nextMs / 1000)) };
}

/** Tokens that were drawn from a bucket ahead of their use: one for each interval between the two, in epoch milliseconds. */
export interface TokenLease {
  readonly nextMs: number;
  readonly endMs: number;
}

export const NO_LEASE: TokenLease = { nextMs: 0, endMs: 0 };

/**
 * The time that a lease holds. A token whose interval has begun without it is cut, as it would have run over from a full bucket: so
 * all environments together allow no more than the bucket does. The part of a token that is left counts in the next draw: so one
 * environment alone decides as if it had drawn every token when it was needed.
 */
export const leftMs = ({ nextMs, endMs }: TokenLease, nowMs: number): number =>
  Math.max(0, endMs - Math.max(nextMs, nowMs));

/** The lease without the token that a request takes at `nowMs`; undefined when it holds none. */
export function takeLeased(policy: RatePolicy, { nextMs, endMs }: TokenLease, nowMs: number): TokenLease | undefined {
  const afterMs = Math.max(nextMs, nowMs) + intervalMs(policy);
  return afterMs > endMs + ROUNDING_MS ? undefined : { nextMs: afterMs, endMs };
}
