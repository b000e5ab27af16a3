import { Refusal, type RefusalCode } from "../kernel/refusal.ts";
import { type HttpAnswer, jsonAnswer } from "./http-answer.ts";

export const STATUS_OF = {
  invalid_request: 400,
  unauthorized: 401,
  insufficient_scope: 403,
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
} satisfies Record<RefusalCode, number>;

/** The one answer that is not JSON (F-too-many). */
const TOO_MANY_REQUESTS: HttpAnswer = {
  statusCode: STATUS_OF.rate_limited,
  headers: { "content-type": "text/plain; charset=utf-8", "retry-after": "60" },
  body: "too many requests",
};

/** A refusal speaks to the caller; anything else is ours, and says nothing of our inside (D2). */
export function errorResponse(error: unknown): HttpAnswer {
  if (!(error instanceof Refusal)) return jsonAnswer(500, { error: "internal error" });
  if (error.code === "rate_limited") return TOO_MANY_REQUESTS;
  const detail = error.detail === undefined ? {} : { detail: error.detail };
  return jsonAnswer(STATUS_OF[error.code], { error: error.message, ...detail }, refusalHeaders(error));
}

export function refusalHeaders({ code, allow }: Refusal): Record<string, string> {
  if (code === "unauthorized") return { "www-authenticate": "Bearer" };
  if (code === "method_not_allowed") return { allow: allow?.join(", ") ?? "" };
  if (code === "request_in_flight") return { "retry-after": "1" };
  if (code === "media_not_ready") return { "retry-after": "2" };
  return {};
}
