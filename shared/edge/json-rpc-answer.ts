import { Refusal, type RefusalCode } from "../kernel/refusal.ts";
import { STATUS_OF } from "./contract/refusal-status.ts";
import { errorResponse, refusalHeaders } from "./error-response.ts";
import { type HttpAnswer, jsonAnswer } from "./http-answer.ts";
import { jsonRpcBodyOf } from "./request-body.ts";
import type { HttpEvent, ReceivedRequest } from "./request-context.ts";

/**
 * The id by which a response names its request (JSON-RPC 2.0 section 5); null when the request has none that can be
 * read.
 */
type JsonRpcId = string | number | null;

/** The error codes of JSON-RPC 2.0 section 5.1, with those that the MCP specification and D36a add. */
const REFUSED = -32_000;
const INTERNAL = 500;
const CODE_OF: Partial<Readonly<Record<RefusalCode, number>>> = {
  invalid_request: -32_700,
  malformed_json: -32_700,
  unauthorized: 401,
  access_token_required: 401,
  api_key_required: 401,
};

/**
 * Answers refusals and bugs in JSON-RPC's own form (D36a). Requests for another path get the ordinary errors, since
 * they are not JSON-RPC.
 */
export function jsonRpcErrorResponse(error: unknown, { event }: ReceivedRequest): HttpAnswer {
  if (!(error instanceof Refusal)) return rpcError(500, { code: INTERNAL, message: "internal error", id: idOf(event) });
  if (error.code === "not_found") return errorResponse(error);
  // All other refusals happen before the body is read, or because it cannot be read.
  const id = STATUS_OF[error.code] === STATUS_OF.unauthorized ? idOf(event) : null;
  const { message } = error;
  return rpcError(STATUS_OF[error.code], { code: CODE_OF[error.code] ?? REFUSED, message, id }, refusalHeaders(error));
}

const rpcError = (
  status: number,
  { code, message, id }: { readonly code: number; readonly message: string; readonly id: JsonRpcId },
  headers: Readonly<Record<string, string>> = {},
): HttpAnswer => jsonAnswer(status, { jsonrpc: "2.0", error: { code, message }, id }, headers);

const hasId = (value: unknown): value is { readonly id: unknown } =>
  typeof value === "object" && value !== null && "id" in value;

/** Returns the id of a single request; a batch has no id. */
function idOf(event: HttpEvent): JsonRpcId {
  const body = bodyOf(event);
  const id = hasId(body) ? body.id : undefined;
  return typeof id === "string" || (typeof id === "number" && Number.isFinite(id)) ? id : null;
}

function bodyOf(event: HttpEvent): unknown {
  try {
    return jsonRpcBodyOf(event).value;
  } catch {
    // The answer has no id if the request's body, and so its id, cannot be read.
    return undefined;
  }
}
