export const IDEMPOTENCY_HEADER = "Idempotency-Key";

/** For routes that carry a request out once for an `Idempotency-Key` (D24): those that create or send something. */
export const IDEMPOTENCY_KEY = {
  [IDEMPOTENCY_HEADER]: "1 to 255 visible characters; a repeat within 24 hours gets the first answer",
} as const;

/** The refusals that such a route answers beside its own. */
export const KEY_REFUSALS = ["idempotency_key_reused", "request_in_flight"] as const;
