import { notFound, Refusal } from "../kernel/refusal.ts";
import { routes } from "../routes.ts";
import { isOpenToBrowsers, preflightHeaders } from "./cors.ts";
import { refusalPastEdge } from "./edge-only.ts";
import { errorResponse } from "./error-response.ts";
import type { HttpAnswer } from "./http-answer.ts";
import { type HttpHandler, withCommonHeaders } from "./http-function.ts";
import { router } from "./router.ts";

export const { methodsOf } = router(routes);

/** The gateway's `$default` route: what no other route took, answered in our own words (D2), and preflights (D6a). */
export const fallbackFunction: HttpHandler = async (event) =>
  withCommonHeaders(answerTo(event.requestContext.http.method, event.rawPath), event);

/** The same, for whoever comes through the edge. */
export const fallbackBehindEdge =
  (originSecrets: () => readonly string[]): HttpHandler =>
  async (event, context) => {
    const refusal = refusalPastEdge(event, originSecrets());
    return refusal ? withCommonHeaders(refusal, event) : fallbackFunction(event, context);
  };

function answerTo(method: string, path: string): HttpAnswer {
  const methods = methodsOf(path);
  if (methods.length === 0) return errorResponse(notFound());
  if (method === "OPTIONS" && isOpenToBrowsers(path)) return { statusCode: 204, headers: preflightHeaders(methods) };
  return errorResponse(new Refusal("method_not_allowed", "method not allowed", { allow: methods }));
}
