import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { HEADERS_BYTES, refuseLargePayload } from "../kernel/answer-size.ts";
import { buildInInitPhase } from "../kernel/once.ts";
import { notFound } from "../kernel/refusal.ts";
import { isOriginAllowed, originHeaders, preflightAnswer } from "./browser-origin.ts";
import { errorResponse } from "./error-response.ts";
import type { Frame } from "./frame.ts";
import type { HttpAnswer } from "./http-answer.ts";
import { type HttpHandler, withCommonHeaders } from "./http-function.ts";
import { idOf, type JsonRpcId, RPC_CODE, rpcError } from "./json-rpc-answer.ts";
import { type JsonRpcBody, readJsonRpcBody } from "./json-rpc-body.ts";
import { bearerOf, headerOf, isFromEdge } from "./request-headers.ts";

export interface JsonRpcCall {
  readonly owner: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: JsonRpcBody;
}

export interface JsonRpcOutcome extends HttpAnswer {
  /** What went wrong inside while the call was answered all the same: for the log. */
  readonly failure?: unknown;
}

export interface JsonRpcEndpoint {
  readonly path: string;
  /** Hosts whose pages may call from a browser; none unless configured. */
  readonly allowedOrigins: readonly string[];
  serve(call: JsonRpcCall): Promise<JsonRpcOutcome>;
}

interface Seen {
  owner?: string;
  id?: JsonRpcId;
  failure?: unknown;
}

/**
 * The Lambda function behind a function URL that speaks JSON-RPC: the frame of the other routes, with every refusal in JSON-RPC's
 * own form (D36a). Only API keys are taken, and no rate limit stands before it (D5).
 */
export function jsonRpcFunction(frame: () => Frame, endpoint: () => JsonRpcEndpoint): HttpHandler {
  buildInInitPhase(frame, endpoint);
  return async (event, { functionName }) => {
    const startedAt = frame().clock.now();
    const seen: Seen = {};
    const answer = await answerTo(event, { frame: frame(), endpoint: endpoint(), seen });
    const { owner, failure } = seen;
    note(frame(), event, { owner, failure, status: answer.statusCode, durationMs: frame().clock.now() - startedAt });
    if (answer.statusCode >= 500) frame().metrics.countFailures("server_errors", functionName);
    frame().metrics.flush();
    return withCommonHeaders(answer, event);
  };
}

interface Way {
  readonly frame: Frame;
  readonly endpoint: JsonRpcEndpoint;
  /** Filled on the way, for the log and for the id of an error. */
  readonly seen: Seen;
}

async function answerTo(event: APIGatewayProxyEventV2, way: Way): Promise<HttpAnswer> {
  try {
    return refuseLargePayload(atTheDoor(event, way) ?? (await inside(event, way)), HEADERS_BYTES);
  } catch (error) {
    way.seen.failure = error;
    return rpcError(500, { code: RPC_CODE.internal, message: "internal error", id: way.seen.id ?? null });
  }
}

/** What is refused without a look at credential or body, and preflights. */
function atTheDoor(event: APIGatewayProxyEventV2, { frame, endpoint }: Way): HttpAnswer | undefined {
  const { method } = event.requestContext.http;
  if (event.rawPath !== endpoint.path) return errorResponse(notFound());
  const origin = headerOf(event, "origin");
  const isAdmitted = frame.originSecrets.length === 0 || isFromEdge(event, frame.originSecrets);
  if (!isAdmitted || !isOriginAllowed(origin, endpoint.allowedOrigins))
    return rpcError(403, { code: RPC_CODE.refused, message: "origin not allowed" });
  if (method === "OPTIONS" && origin !== undefined) return withOrigin(preflightAnswer, origin);
  if (method !== "POST")
    return rpcError(405, { code: RPC_CODE.refused, message: "method not allowed" }, { allow: "POST" });
  return undefined;
}

async function inside(event: APIGatewayProxyEventV2, { frame, endpoint, seen }: Way): Promise<HttpAnswer> {
  const body = readJsonRpcBody(event);
  seen.id = idOf(body?.value);
  const origin = headerOf(event, "origin");
  const owner = await frame.ownerOfKey?.(bearerOf(event));
  if (owner === undefined) return withOrigin(unauthorized(seen.id), origin);
  seen.owner = owner;
  if (body === undefined)
    return withOrigin(rpcError(400, { code: RPC_CODE.parseError, message: "invalid request body" }), origin);
  const { failure, ...answer } = await endpoint.serve({ owner, headers: presentHeaders(event), body });
  seen.failure = failure;
  return withOrigin(answer, origin);
}

const unauthorized = (id: JsonRpcId): HttpAnswer =>
  rpcError(401, { code: RPC_CODE.unauthorized, message: "unauthorized", id }, { "www-authenticate": "Bearer" });

const withOrigin = (answer: HttpAnswer, origin: string | undefined): HttpAnswer => ({
  ...answer,
  headers: { ...answer.headers, ...originHeaders(origin) },
});

const presentHeaders = ({ headers }: APIGatewayProxyEventV2): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));

interface Noted {
  readonly owner: string | undefined;
  readonly failure: unknown;
  readonly status: number;
  readonly durationMs: number;
}

function note({ log }: Frame, event: APIGatewayProxyEventV2, { failure, ...line }: Noted): void {
  const fields = { requestId: event.requestContext.requestId, operation: "jsonRpc", ...line };
  if (failure === undefined) log.info("http.request", fields);
  else log.error("http.request", failure, fields);
}
