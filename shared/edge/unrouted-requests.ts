import { notFound, Refusal } from "../kernel/refusal.ts";
import { isOpenToBrowsers, preflightHeaders } from "./cors.ts";
import type { EdgeServices } from "./edge-services.ts";
import { errorResponse } from "./error-response.ts";
import type { HttpAnswer } from "./http-answer.ts";
import { commonHeaders } from "./middleware/common-headers.ts";
import { edgeCheck } from "./middleware/edge-check.ts";
import { errors } from "./middleware/errors.ts";
import { flushMetrics } from "./middleware/flush-metrics.ts";
import { type LimiterServices, rateLimit } from "./middleware/rate-limit.ts";
import { pipeline } from "./pipeline.ts";
import { type HttpEvent, type HttpHandler, type RequestContext, requestContext } from "./request-context.ts";
import type { Router } from "./router.ts";

export type UnroutedServices = LimiterServices & Pick<EdgeServices, "clock" | "originSecrets">;

type MethodsOf = Router<unknown>["methodsOf"];

/**
 * Answers requests that no operation takes, in our own format (D2), and preflights (D6a). The limiter of the path
 * applies as before every route (D5), but preflights are free. It logs no line per request; a bug fails the invocation,
 * and Lambda logs it.
 */
export function unroutedRequests(services: () => UnroutedServices, methodsOf: MethodsOf): HttpHandler {
  const outer = [commonHeaders(), flushMetrics<RequestContext, HttpAnswer>(services), edgeCheck(services)];
  const inner = errors((error) => (error instanceof Refusal ? errorResponse(error) : undefined));
  const preflight = pipeline(
    async ({ event }: RequestContext) => preflightAnswer(methodsOf(event.rawPath)),
    [...outer, inner],
  );
  const refuse = pipeline(
    async ({ event }: RequestContext) => refused(methodsOf(event.rawPath)),
    [...outer, rateLimit(services), inner],
  );
  return async (event, context) => {
    const endpoint = { operationId: "fallback", path: `/${event.rawPath.slice(1)}`, auth: [] } as const;
    const received = requestContext(services(), event, endpoint);
    return (isPreflight(event, methodsOf) ? preflight : refuse)(received, context);
  };
}

const isPreflight = ({ rawPath, requestContext: { http } }: HttpEvent, methodsOf: MethodsOf): boolean =>
  http.method === "OPTIONS" && isOpenToBrowsers(rawPath) && methodsOf(rawPath).length > 0;

const preflightAnswer = (methods: readonly string[]): HttpAnswer => ({
  statusCode: 204,
  headers: preflightHeaders(methods),
});

function refused(methods: readonly string[]): never {
  if (methods.length === 0) throw notFound();
  throw new Refusal("method_not_allowed", "method not allowed", { allow: methods });
}
