/**
 * The policy of a token bucket. The bucket is one number, the theoretical arrival time (`tat`) of the generic cell rate
 * algorithm. A request is allowed while `tat` lies at most `burst - 1` intervals ahead.
 */
export interface RatePolicy {
  readonly refillPerSecond: number;
  readonly burst: number;
}

/**
 * These limits are enough for several open pages that send requests every few seconds, and for a person who clicks in
 * the pages.
 */
const PANEL: RatePolicy = { refillPerSecond: 5, burst: 120 };

/**
 * Returns the policy of the panel's API and of the administration, which is never stricter than the given policy of the
 * public API.
 */
export const panelPolicy = ({ refillPerSecond, burst }: RatePolicy): RatePolicy => ({
  refillPerSecond: Math.max(PANEL.refillPerSecond, refillPerSecond),
  burst: Math.max(PANEL.burst, burst),
});

/** A sum of intervals may differ from their product by about this much, through floating-point rounding. */
export const ROUNDING_MS = 0.05;

export const intervalMs = ({ refillPerSecond }: RatePolicy): number => 1000 / refillPerSecond;

/** Returns how many milliseconds `tat` may lie ahead for a request to be allowed. */
export const toleranceMs = (policy: RatePolicy): number => intervalMs(policy) * (policy.burst - 1) + ROUNDING_MS;

export const isDenied = (policy: RatePolicy, tatMs: number, nowMs: number): boolean =>
  tatMs > nowMs + toleranceMs(policy);

/** Returns the next `tat`, or undefined when the request is denied. */
export function takeToken(policy: RatePolicy, tatMs: number | undefined, nowMs: number): number | undefined {
  const tat = Math.max(tatMs ?? 0, nowMs);
  return isDenied(policy, tat, nowMs) ? undefined : tat + intervalMs(policy);
}

/** Returns how many tokens a bucket holds: 0 when a request would be denied. */
export const tokensIn = (policy: RatePolicy, tatMs: number, nowMs: number): number =>
  Math.max(0, Math.floor((nowMs + toleranceMs(policy) - tatMs) / intervalMs(policy)) + 1);

/** The state of a bucket as the headers of an answer show it to the caller. */
export interface TokensLeft {
  /** The number of tokens in a full bucket. */
  readonly limit: number;
  readonly remaining: number;
  /** The seconds until there is one more token; 0 when the bucket is full. */
  readonly resetSeconds: number;
}

export function tokensLeft(policy: RatePolicy, tatMs: number, nowMs: number): TokensLeft {
  const { burst: limit } = policy;
  const tat = Math.max(tatMs, nowMs);
  const remaining = Math.min(limit, tokensIn(policy, tat, nowMs));
  const nextMs = tat - toleranceMs(policy) + remaining * intervalMs(policy) - nowMs;
  return { limit, remaining, resetSeconds: remaining === limit ? 0 : Math.max(1, Math.ceil(nextMs / 1000)) };
}

/**
 * A lease holds tokens that a process has taken from a bucket in advance: one token for each interval between `nextMs`
 * and `endMs`, which are epoch milliseconds.
 */
export interface TokenLease {
  readonly nextMs: number;
  readonly endMs: number;
}

export const NO_LEASE: TokenLease = { nextMs: 0, endMs: 0 };

/**
 * Returns the milliseconds that are left of a lease. Each full interval in them is worth one token. A token that the
 * process does not use before the token's interval has passed is lost, as a full bucket loses tokens, so all processes
 * together never allow more requests than the bucket does. Time that is left and is shorter than one interval is
 * credited when the process next takes tokens from the store, so a single process allows the same requests as if it
 * took each token from the store when a request needs it.
 */
export const leftMs = ({ nextMs, endMs }: TokenLease, nowMs: number): number =>
  Math.max(0, endMs - Math.max(nextMs, nowMs));

/** Returns the lease without the token that a request takes at `nowMs`, or undefined when it holds none. */
export function takeLeased(policy: RatePolicy, { nextMs, endMs }: TokenLease, nowMs: number): TokenLease | undefined {
  const afterMs = Math.max(nextMs, nowMs) + intervalMs(policy);
  return afterMs > endMs + ROUNDING_MS ? undefined : { nextMs: afterMs, endMs };
}
