import type { RefusalCode } from "../../kernel/refusal.ts";

/** The refusals, for readers. */
export const DESCRIPTION_OF: Readonly<Record<RefusalCode, string>> = {
  invalid_request: "The request is not valid: the message names the field and the rule.",
  malformed_json: "The body is no JSON.",
  unauthorized: "The credential is missing or cannot be validated.",
  insufficient_scope: "The access token lacks the required scope.",
  role_required: "The access token lacks the administrator role.",
  origin_not_allowed: "The caller's origin is not allowed by the sending account.",
  past_edge: "The request has not come through the edge.",
  not_found: "There is no such resource, or it belongs to somebody else.",
  method_not_allowed: "The path knows other methods: see Allow.",
  idempotency_key_reused: "The Idempotency-Key was used with another request.",
  request_in_flight: "A request with this Idempotency-Key is in flight: see Retry-After.",
  rate_limited: "Too many requests: wait for Retry-After.",
  test_send_failed: "The provider refused the mail, or nobody answered; detail holds the cause.",
  event_refused: "The message is not from the configured topic, or not signed by the topic service.",
  window_closed: "The customer has not written within the last 24 hours, and there is no usable fallback template.",
  conversation_held: "The conversation is owned by another tenant while its service window is open.",
  provider_unavailable: "The chat provider cannot be reached: nothing was changed.",
  provider_number_taken: "The provider's number belongs to another chat account.",
  media_not_ready: "The file is being copied: see Retry-After.",
  limit_reached: "As many, or as much, as one owner may have.",
};

/** The words in which each is answered, or one of them. */
export const MESSAGE_OF: Readonly<Record<RefusalCode, string>> = {
  invalid_request: "recipient is required",
  malformed_json: "invalid request body",
  unauthorized: "unauthorized",
  insufficient_scope: "insufficient scope",
  role_required: "administrator role required",
  origin_not_allowed: "origin not allowed",
  past_edge: "forbidden",
  not_found: "not found",
  method_not_allowed: "method not allowed",
  idempotency_key_reused: "Idempotency-Key was used with another request",
  request_in_flight: "a request with this Idempotency-Key is in flight",
  rate_limited: "too many requests",
  test_send_failed: "failed to send test email",
  event_refused: "the message is not signed by the topic service",
  window_closed: "service window is closed",
  conversation_held: "conversation is owned by another tenant",
  provider_unavailable: "the chat provider is unavailable: try again later",
  provider_number_taken: "provider_phone_number_id belongs to another chat account",
  media_not_ready: "media is being retrieved",
  limit_reached: "webhooks may be at most 20: delete or change one",
};
