import { buildInInitPhase } from "../kernel/once.ts";
import { notFound, Refusal } from "../kernel/refusal.ts";
import { routes } from "../routes.ts";
import { isOpenToBrowsers, preflightHeaders } from "./cors.ts";
import { refusalPastEdge } from "./edge-only.ts";
import { errorResponse } from "./error-response.ts";
import type { HttpAnswer } from "./http-answer.ts";
import { type HttpHandler, withCommonHeaders } from "./http-function.ts";

const segmentsOf = (path: string): string[] => path.split("/").slice(1);

function isMatch(pattern: string, path: string): boolean {
  const wanted = segmentsOf(pattern);
  const given = segmentsOf(path);
  return (
    wanted.length === given.length &&
    wanted.every((part, i) => (part.startsWith("{") ? given[i] !== "" : part === given[i]))
  );
}

/** The methods that a path knows; empty for an unknown path. */
export const methodsOf = (path: string): string[] => [
  ...new Set(routes.filter((route) => isMatch(route.path, path)).map((route) => route.method)),
];

/** The gateway's `$default` route: what no other route took, answered in our own words (D2), and preflights (D6a). */
export const fallbackFunction: HttpHandler = async (event) =>
  withCommonHeaders(answerTo(event.requestContext.http.method, event.rawPath), event);

/** The same, for whoever comes through the edge. */
export function fallbackBehindEdge(originSecrets: () => readonly string[]): HttpHandler {
  buildInInitPhase(originSecrets);
  return async (event, context) => {
    const refusal = refusalPastEdge(event, originSecrets());
    return refusal ? withCommonHeaders(refusal, event) : fallbackFunction(event, context);
  };
}

function answerTo(method: string, path: string): HttpAnswer {
  const methods = methodsOf(path);
  if (methods.length === 0) return errorResponse(notFound());
  if (method === "OPTIONS" && isOpenToBrowsers(path)) return { statusCode: 204, headers: preflightHeaders(methods) };
  return errorResponse(new Refusal("method_not_allowed", "method not allowed", { allow: methods }));
}
