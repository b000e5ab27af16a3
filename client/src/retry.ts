import type { Call } from "./call.ts";
import type { HeraldError } from "./herald-error.ts";

const BASE_MS = 500;
const MAX_BACKOFF_MS = 8000;

/** A retry may succeed after these statuses. It may also succeed after a 409 with Retry-After: an earlier request with this key is in flight. */
const TRANSIENT: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504]);

/** Says whether a repeated request has its effect only once: it only reads, is idempotent, or has an idempotency key. */
export const isRepeatable = ({ method, idempotencyKey, isIdempotent = false }: Call): boolean =>
  method === "GET" || idempotencyKey !== undefined || isIdempotent;

/**
 * Says whether a retry may succeed; a failure without a status got no answer at all. A daily limit names the time at which it ends, which is
 * too far ahead for a retry.
 */
export const isTransient = ({ status, retryAfterSeconds, resetsAt }: Failure): boolean =>
  resetsAt === undefined &&
  (status === undefined || TRANSIENT.has(status) || (status === 409 && retryAfterSeconds !== undefined));

type Failure = Pick<HeraldError, "status" | "retryAfterSeconds" | "resetSeconds"> &
  Partial<Pick<HeraldError, "resetsAt">>;

/**
 * Returns the delay after the given number of tries: 500 ms, doubled up to 8 s, reduced at random by up to half, and never less than the
 * service asks for. A 429 asks for a minute, but also says when the next request is allowed. The client waits until then, and four times
 * longer with each try, because another process may have sent the allowed request.
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

/** Reads seconds or an HTTP date (RFC 9110, 10.2.3); anything else counts as absent. */
export function retryAfterIn(header: string | null, nowMs: number): number | undefined {
  if (header === null) return undefined;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header);
  const atMs = Date.parse(header);
  return Number.isNaN(atMs) ? undefined : Math.max(0, Math.ceil((atMs - nowMs) / 1000));
}
