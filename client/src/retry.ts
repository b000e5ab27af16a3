import type { Call } from "./call.ts";
import type { HeraldError } from "./herald-error.ts";

const BASE_MS = 500;
const MAX_BACKOFF_MS = 8000;

/** Answers that another try may change. 409 is among them only with Retry-After: the first request under this key is still in flight. */
const TRANSIENT: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504]);

/** Whether a request may be sent again without being done twice: it only reads, or the service knows it by its key. */
export const isRepeatable = ({ method, idempotencyKey, isIdempotent = false }: Call): boolean =>
  method === "GET" || idempotencyKey !== undefined || isIdempotent;

/** Without a status no answer came. */
export const isTransient = ({ status, retryAfterSeconds }: Failure): boolean =>
  status === undefined || TRANSIENT.has(status) || (status === 409 && retryAfterSeconds !== undefined);

type Failure = Pick<HeraldError, "status" | "retryAfterSeconds" | "resetSeconds">;

/**
 * Before try `tries + 1`: 500 ms, doubled each time up to 8 s, less up to half of it; never sooner than the service asks for. Its limiter
 * asks for a minute, and says beside it when there is a place again: that is waited for, and four times longer each time that somebody
 * else has taken it.
 */
export function delayMs(
  tries: number,
  { status, retryAfterSeconds = 0, resetSeconds }: Failure,
  random: number,
): number {
  const backoffMs = Math.min(MAX_BACKOFF_MS, BASE_MS * 2 ** (tries - 1)) * (1 - random / 2);
  const placeSeconds =
    status === 429 && resetSeconds !== undefined ? resetSeconds * 4 ** (tries - 1) : retryAfterSeconds;
  return Math.max(backoffMs, Math.min(placeSeconds, retryAfterSeconds) * 1000);
}

/** Seconds, or an HTTP date (RFC 9110, 10.2.3); anything else counts as absent. */
export function retryAfterIn(header: string | null, nowMs: number): number | undefined {
  if (header === null) return undefined;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header);
  const atMs = Date.parse(header);
  return Number.isNaN(atMs) ? undefined : Math.max(0, Math.ceil((atMs - nowMs) / 1000));
}
