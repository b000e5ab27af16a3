const BASE_MS = 500;
const MAX_BACKOFF_MS = 8000;
/** Asked to wait longer than this, a caller is better served by the error. The service's own limiter says 60 seconds. */
export const MAX_RETRY_AFTER_SECONDS = 120;

/** Answers that another try may change. 409 is among them only with Retry-After: the first request under this key is still in flight. */
const TRANSIENT: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504]);

/** Whether a request may be sent again without being done twice: it only reads, or the service knows it by its key. */
export const isRepeatable = (method: string, idempotencyKey: string | undefined): boolean =>
  method === "GET" || idempotencyKey !== undefined;

/** `status` undefined: no answer came. */
export function isTransient(status: number | undefined, retryAfterSeconds: number | undefined): boolean {
  if (status === undefined) return true;
  if ((retryAfterSeconds ?? 0) > MAX_RETRY_AFTER_SECONDS) return false;
  return TRANSIENT.has(status) || (status === 409 && retryAfterSeconds !== undefined);
}

/** Before try `tries + 1`: 500 ms, doubled each time up to 8 s, less up to half of it; never sooner than the service asks for. */
export function delayMs(tries: number, retryAfterSeconds: number | undefined, random: number): number {
  const backoffMs = Math.min(MAX_BACKOFF_MS, BASE_MS * 2 ** (tries - 1)) * (1 - random / 2);
  return Math.max(backoffMs, (retryAfterSeconds ?? 0) * 1000);
}

/** Seconds, or an HTTP date (RFC 9110, 10.2.3); anything else counts as absent. */
export function retryAfterIn(header: string | null, nowMs: number): number | undefined {
  if (header === null) return undefined;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header);
  const atMs = Date.parse(header);
  return Number.isNaN(atMs) ? undefined : Math.max(0, Math.ceil((atMs - nowMs) / 1000));
}
