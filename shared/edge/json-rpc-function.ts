import type { MiddlewareObj } from "@middy/core";
import type { CallingKey } from "../kernel/key-terms.ts";
import { buildInInitPhase } from "../kernel/once.ts";
import type { Owner } from "../kernel/owner.ts";
import { notFound, Refusal } from "../kernel/refusal.ts";
import { type SenderRequest, senderKey } from "../kernel/sender-request.ts";
import type { EdgeServices } from "./edge-services.ts";
import type { HttpAnswer } from "./http-answer.ts";
import { jsonRpcErrorResponse } from "./json-rpc-answer.ts";
import { accessLog } from "./middleware/access-log.ts";
import { authenticate } from "./middleware/authenticate.ts";
import { browserOrigin } from "./middleware/browser-origin.ts";
import { commonHeaders } from "./middleware/common-headers.ts";
import { edgeCheck } from "./middleware/edge-check.ts";
import { errors } from "./middleware/errors.ts";
import { flushMetrics } from "./middleware/flush-metrics.ts";
import { payloadSize } from "./middleware/payload-size.ts";
import { pipeline } from "./pipeline.ts";
import { type JsonRpcBody, jsonRpcBodyOf } from "./request-body.ts";
import {
  type HttpEvent,
  type HttpHandler,
  inOwnersTime,
  ownerOf,
  type ReceivedRequest,
  type RequestContext,
  requestContext,
} from "./request-context.ts";
import { headerOf } from "./request-headers.ts";
import { traceIdOf } from "./trace-of-request.ts";

export interface JsonRpcRequest {
  readonly owner: Owner;
  readonly madeBy: SenderRequest;
  /** The API key with its terms. */
  readonly key?: CallingKey | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: JsonRpcBody;
}

export interface JsonRpcOutcome extends HttpAnswer {
  /** A failure inside a request that was answered nevertheless; it is logged. */
  readonly failure?: unknown;
}

export interface JsonRpcEndpoint {
  readonly path: `/${string}`;
  /** The hosts whose pages may call the endpoint from a browser; none by default. */
  readonly allowedOrigins: readonly string[];
  serve(request: JsonRpcRequest): Promise<JsonRpcOutcome>;
}

/** The headers that MCP clients in browsers send (streamable HTTP transport). */
const ALLOWED_HEADERS =
  "Authorization, Content-Type, Accept, Mcp-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id, Last-Event-Id";
const PREFLIGHT: HttpAnswer = {
  statusCode: 204,
  headers: { "access-control-allow-methods": "POST", "access-control-allow-headers": ALLOWED_HEADERS },
};

/**
 * Makes the function behind a function URL that speaks JSON-RPC. Its pipeline is that of the other routes, but refusals
 * have JSON-RPC's own form (D36a), only API keys are accepted, and no rate limit applies (D5).
 */
export function jsonRpcFunction(services: () => EdgeServices, endpoint: () => JsonRpcEndpoint): HttpHandler {
  buildInInitPhase(services, endpoint);
  const run = pipeline(
    async (context: RequestContext) =>
      isPreflight(context.event) ? PREFLIGHT : inOwnersTime(services(), context, () => serve(endpoint(), context)),
    [
      commonHeaders(),
      flushMetrics(services),
      accessLog(services),
      onPath(() => endpoint().path),
      edgeCheck(services, "origin not allowed"),
      browserOrigin(() => endpoint().allowedOrigins),
      postOnly(),
      authenticate(services),
      payloadSize(),
      errors(jsonRpcErrorResponse),
    ],
    { traceIdOf: ({ event }) => traceIdOf(event) },
  );
  return async (event, context) => {
    const { path } = endpoint();
    const auth = isPreflight(event) ? ([] as const) : (["api-key"] as const);
    return run(requestContext(services(), event, { operationId: "jsonRpc", path, auth, hasTools: true }), context);
  };
}

const isPreflight = (event: HttpEvent): boolean =>
  event.requestContext.http.method === "OPTIONS" && headerOf(event, "origin") !== undefined;

/** A function URL passes on requests for any path. */
const onPath = (path: () => string): MiddlewareObj<ReceivedRequest> => ({
  before: ({ event: { event } }) => {
    if (event.rawPath !== path()) throw notFound();
  },
});

const postOnly = (): MiddlewareObj<ReceivedRequest> => ({
  before: ({ event: { event } }) => {
    if (event.requestContext.http.method !== "POST" && !isPreflight(event))
      throw new Refusal("method_not_allowed", "method not allowed", { allow: ["POST"] });
  },
});

async function serve(endpoint: JsonRpcEndpoint, context: RequestContext): Promise<HttpAnswer> {
  const { event } = context;
  const body = jsonRpcBodyOf(event);
  const { failure, ...answer } = await endpoint.serve({
    owner: ownerOf(context),
    madeBy: { requestId: context.requestId, key: senderKey(context.key) },
    key: context.key,
    headers: presentHeaders(event),
    body,
  });
  context.failure = failure;
  return answer;
}

const presentHeaders = ({ headers }: HttpEvent): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
