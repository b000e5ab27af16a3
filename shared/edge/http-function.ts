import middy from "@middy/core";
import type { APIGatewayProxyEventV2, Context } from "aws-lambda";
import { HEADERS_BYTES, refuseLargePayload } from "../kernel/answer-size.ts";
import { buildInInitPhase } from "../kernel/once.ts";
import { accessLog } from "./access-log.ts";
import { authenticate } from "./authenticate.ts";
import { CORS_HEADERS, isOpenToBrowsers } from "./cors.ts";
import { refusalPastEdge } from "./edge-only.ts";
import { errorResponse } from "./error-response.ts";
import type { BoundOperation, Exchange } from "./exchange.ts";
import type { Frame } from "./frame.ts";
import type { HttpAnswer } from "./http-answer.ts";
import { runOnce } from "./idempotency.ts";
import { rateLimit } from "./rate-limit.ts";
import { bearerOf, clientIpOf } from "./request-headers.ts";

export type HttpHandler = (event: APIGatewayProxyEventV2, context: Context) => Promise<HttpAnswer>;

/** The Lambda function of one group of routes: the gateway's route key picks the operation, and every route has the same frame. */
export function httpFunction(frame: () => Frame, operations: readonly BoundOperation[]): HttpHandler {
  buildInInitPhase(frame);
  const byRouteKey = new Map(operations.map((one) => [`${one.route.method} ${one.route.path}`, one]));
  const framed = middy(async (exchange: Exchange): Promise<HttpAnswer> => {
    const call = await exchange.operation.prepare(exchange);
    return refuseLargePayload(await runOnce(frame(), exchange, call), HEADERS_BYTES);
  })
    // Seen from the request: limiter, then credential (D1). On the way back the log line comes last and sees the final answer.
    .use([accessLog(frame), rateLimit(frame), authenticate(frame)])
    .onError(function toErrorResponse(request) {
      request.response = errorResponse(request.error);
    });
  return async (event, context) => {
    const refusal = refusalPastEdge(event, frame().originSecrets);
    if (refusal) return withCommonHeaders(refusal, event);
    const operation = byRouteKey.get(event.routeKey);
    if (operation === undefined) throw new Error(`no operation for ${event.routeKey}`);
    const answer = await framed(exchangeOf(frame(), event, operation), context);
    frame().metrics.flush();
    return withCommonHeaders(answer, event);
  };
}

function exchangeOf(frame: Frame, event: APIGatewayProxyEventV2, operation: BoundOperation): Exchange {
  return {
    event,
    operation,
    requestId: event.requestContext.requestId,
    clientIp: clientIpOf(event, frame.originSecrets),
    bearer: bearerOf(event),
    startedAt: frame.clock.now(),
  };
}

/** D2 and D6a: on every answer, refusals included. */
export function withCommonHeaders(answer: HttpAnswer, event: APIGatewayProxyEventV2): HttpAnswer {
  const cors = isOpenToBrowsers(event.rawPath) ? CORS_HEADERS : {};
  return {
    ...answer,
    headers: {
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      ...answer.headers,
      ...cors,
      "x-request-id": event.requestContext.requestId,
    },
  };
}
