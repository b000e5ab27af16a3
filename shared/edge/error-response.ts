import { Refusal } from "../kernel/refusal.ts";
import { etagOf } from "./contract/entity-tag.ts";
import { type OtherErrorCode, STATUS_OF } from "./contract/refusal-status.ts";
import { type HttpAnswer, jsonAnswer } from "./http-answer.ts";

/** The only error that is not answered as JSON (F-too-many). */
const TOO_MANY_REQUESTS: HttpAnswer = {
  statusCode: STATUS_OF.rate_limited,
  headers: { "content-type": "text/plain; charset=utf-8", "retry-after": "60" },
  body: "too many requests",
};

const INTERNAL_ERROR = { error: "internal error", code: "internal_error" satisfies OtherErrorCode };

/**
 * A refusal's message is meant for the caller. Any other error is a bug, and its answer reveals nothing internal (D2).
 */
export function errorResponse(error: unknown): HttpAnswer {
  if (!(error instanceof Refusal)) return jsonAnswer(500, INTERNAL_ERROR);
  if (error.code === "rate_limited") return TOO_MANY_REQUESTS;
  const { message, code, detail, problems: errors, results, resets } = error;
  const beside = {
    ...(detail !== undefined && { detail }),
    ...(errors && { errors }),
    ...(results && { results }),
    ...(resets && { resets_at: resets.at }),
  };
  const body = { error: message, code, ...beside };
  return jsonAnswer(STATUS_OF[code], body, refusalHeaders(error));
}

export function refusalHeaders({ code, allow, present, resets }: Refusal): Record<string, string> {
  if (STATUS_OF[code] === STATUS_OF.unauthorized) return { "www-authenticate": "Bearer" };
  if (code === "method_not_allowed") return { allow: allow?.join(", ") ?? "" };
  if (present !== undefined) return { etag: etagOf(present) };
  if (resets !== undefined) return { "retry-after": String(resets.inSeconds) };
  if (code === "request_in_flight") return { "retry-after": "1" };
  if (code === "media_not_ready") return { "retry-after": "2" };
  return {};
}
