export const IDEMPOTENCY_HEADER = "Idempotency-Key";

/** The header of the routes that create or send something and run a request once for each `Idempotency-Key` (D24). */
export const IDEMPOTENCY_KEY = {
  [IDEMPOTENCY_HEADER]:
    "A key of 1 to 255 visible characters. A repeat of the request with this key within 24 hours gets the first answer.",
} as const;

/** A key consists of visible ASCII characters (VCHAR in RFC 5234; D24). */
const KEY = /^[\x21-\x7e]{1,255}$/;
export const isIdempotencyKey = (text: string): boolean => KEY.test(text);

/** The additional refusals of a route that takes an `Idempotency-Key`. */
export const KEY_REFUSALS = ["idempotency_key_reused", "request_in_flight"] as const;
