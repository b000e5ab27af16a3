import { buildInInitPhase } from "../kernel/once.ts";
import { notFound, Refusal } from "../kernel/refusal.ts";
import { routes } from "../routes.ts";
import { isOpenToBrowsers, preflightHeaders } from "./cors.ts";
import type { EdgeServices } from "./edge-services.ts";
import { errorResponse } from "./error-response.ts";
import type { HttpAnswer } from "./http-answer.ts";
import { commonHeaders } from "./middleware/common-headers.ts";
import { edgeCheck } from "./middleware/edge-check.ts";
import { errors } from "./middleware/errors.ts";
import { pipeline } from "./pipeline.ts";
import type { HttpHandler, ReceivedRequest } from "./request-context.ts";
import { router } from "./router.ts";

export const { methodsOf } = router(routes);

/**
 * The gateway's `$default` route: what no other route took, answered in our own words (D2), and preflights (D6a). It writes no log:
 * a bug fails the invocation, and Lambda says why.
 */
export function fallbackFunction(services: () => Pick<EdgeServices, "originSecrets">): HttpHandler {
  buildInInitPhase(services);
  const run = pipeline(
    async ({ event }: ReceivedRequest) => answerTo(event.requestContext.http.method, event.rawPath),
    [
      commonHeaders(),
      edgeCheck(services),
      errors((error) => (error instanceof Refusal ? errorResponse(error) : undefined)),
    ],
  );
  return (event, context) => run({ event }, context);
}

function answerTo(method: string, path: string): HttpAnswer {
  const methods = methodsOf(path);
  if (methods.length === 0) throw notFound();
  if (method === "OPTIONS" && isOpenToBrowsers(path)) return { statusCode: 204, headers: preflightHeaders(methods) };
  throw new Refusal("method_not_allowed", "method not allowed", { allow: methods });
}
