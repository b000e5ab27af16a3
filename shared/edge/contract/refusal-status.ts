import type { RefusalCode } from "../../kernel/refusal.ts";

/** The status of every refusal, for both the answers and the OpenAPI document. */
export const STATUS_OF = {
  invalid_request: 400,
  malformed_json: 400,
  unauthorized: 401,
  access_token_required: 401,
  api_key_required: 401,
  insufficient_scope: 403,
  insufficient_permission: 403,
  test_key_required: 403,
  recipient_not_allowed: 403,
  daily_limit_reached: 429,
  role_required: 403,
  origin_not_allowed: 403,
  past_edge: 403,
  not_found: 404,
  method_not_allowed: 405,
  idempotency_key_reused: 409,
  request_in_flight: 409,
  rate_limited: 429,
  test_send_failed: 502,
  event_refused: 403,
  window_closed: 409,
  conversation_held: 409,
  provider_unavailable: 502,
  provider_number_taken: 409,
  media_not_ready: 503,
  limit_reached: 409,
  write_conflict: 409,
  version_conflict: 412,
  alias_taken: 409,
  name_taken: 409,
  notification_not_pending: 409,
  notification_not_scheduled: 409,
  notification_not_retrying: 409,
  notification_not_ended: 409,
  approval_decided: 409,
  content_not_kept: 409,
  clock_limit: 409,
  batch_refused: 400,
} satisfies Record<RefusalCode, number>;

/** The statuses of errors that are not refusals: bugs, and requests that a server's parser cannot read. */
export const OTHER_STATUS_OF = {
  internal_error: 500,
  bad_request: 400,
  request_timeout: 408,
  request_header_fields_too_large: 431,
} as const;
export type OtherErrorCode = keyof typeof OTHER_STATUS_OF;

/** Every code of a JSON error. A published code keeps its meaning (D49). The answer of the rate limit is plain text and has no code. */
export const ERROR_STATUS_OF: Readonly<Record<string, number>> = { ...STATUS_OF, ...OTHER_STATUS_OF };
export const ERROR_CODES: readonly string[] = Object.keys(ERROR_STATUS_OF).filter((code) => code !== "rate_limited");
