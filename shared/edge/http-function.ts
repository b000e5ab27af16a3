import { buildInInitPhase } from "../kernel/once.ts";
import type { BoundOperation, OperationContext } from "./bound-operation.ts";
import type { EdgeServices } from "./edge-services.ts";
import { errorResponse } from "./error-response.ts";
import { runOnce } from "./idempotency.ts";
import { accessLog } from "./middleware/access-log.ts";
import { authenticate } from "./middleware/authenticate.ts";
import { commonHeaders } from "./middleware/common-headers.ts";
import { edgeCheck } from "./middleware/edge-check.ts";
import { errors } from "./middleware/errors.ts";
import { flushMetrics } from "./middleware/flush-metrics.ts";
import { payloadSize } from "./middleware/payload-size.ts";
import { rateLimit } from "./middleware/rate-limit.ts";
import { pipeline } from "./pipeline.ts";
import { recordChange } from "./record-change.ts";
import { type HttpHandler, inOwnersTime, requestContext } from "./request-context.ts";
import { routeKeyOf, router } from "./router.ts";
import { traceIdOf } from "./trace-of-request.ts";
import { unroutedRequests } from "./unrouted-requests.ts";

/**
 * Makes the function of one group of routes. The gateway passes everything below a path to one function, so the path
 * and the method select the operation here. All routes run through the same pipeline (D1). No path has routes of two
 * groups, so the function knows all methods of its paths.
 */
export function httpFunction(services: () => EdgeServices, operations: readonly BoundOperation[]): HttpHandler {
  buildInInitPhase(services);
  const byRouteKey = new Map(operations.map((one) => [routeKeyOf(one.route), one]));
  const run = pipeline(
    (context: OperationContext) =>
      inOwnersTime(services(), context, async () => {
        const prepared = await context.operation.prepare(context);
        const recordNow = () => recordOf(byRouteKey, context);
        const run = () => runOnce(services(), context, prepared);
        return recordChange(services(), { context, recordNow, run });
      }),
    [
      commonHeaders(),
      flushMetrics(services),
      accessLog(services),
      edgeCheck(services),
      rateLimit(services),
      authenticate(services),
      payloadSize(),
      errors(errorResponse),
    ],
    { traceIdOf: ({ event }) => traceIdOf(event) },
  );
  const { match, methodsOf } = router(operations.map(({ route }) => route));
  const unrouted = unroutedRequests(services, methodsOf);
  return async (event, context) => {
    const matched = match(event.requestContext.http.method, event.rawPath);
    const operation = matched && byRouteKey.get(routeKeyOf(matched.route));
    if (operation === undefined) return unrouted(event, context);
    const routed = { ...event, pathParameters: { ...matched?.pathParameters } };
    return run({ ...requestContext(services(), routed, operation.route), operation }, context);
  };
}

const ID = "{id}";

/**
 * Returns the answer of a GET of the record that a request is about, by the function's own GET route whose path ends
 * with the id.
 */
async function recordOf(operations: ReadonlyMap<string, BoundOperation>, context: OperationContext) {
  const { path } = context.endpoint;
  const end = path.indexOf(ID);
  const page = operations.get(routeKeyOf({ method: "GET", path: `/${path.slice(1, end + ID.length)}` }));
  if (end === -1 || page === undefined) return undefined;
  return (await page.prepare({ ...context, endpoint: page.route })).run();
}
