import type { MiddlewareObj, Request } from "@middy/core";
import { Refusal } from "../../kernel/refusal.ts";
import type { HttpAnswer } from "../http-answer.ts";
import type { ReceivedRequest } from "../request-context.ts";
import { headerOf } from "../request-headers.ts";

/** Refuses pages of other hosts than the given ones before anything of their request is read, and lets the others read the answer. */
export function browserOrigin(allowedHosts: () => readonly string[]): MiddlewareObj<ReceivedRequest, HttpAnswer> {
  const addHeaders = (request: Request<ReceivedRequest, HttpAnswer>): void => {
    const origin = headerOf(request.event.event, "origin");
    if (!request.response || origin === undefined || !isOriginAllowed(origin, allowedHosts())) return;
    request.response = { ...request.response, headers: { ...request.response.headers, ...headersFor(origin) } };
  };
  return {
    before: ({ event: { event } }) => {
      if (!isOriginAllowed(headerOf(event, "origin"), allowedHosts()))
        throw new Refusal("origin_not_allowed", "origin not allowed");
    },
    after: addHeaders,
    onError: addHeaders,
  };
}

/**
 * DNS rebinding: a page that a browser loaded from elsewhere says so in `Origin`, which pages cannot forge. Text that is no address,
 * `null` too, is not allowed; callers that are no browsers send none.
 */
function isOriginAllowed(origin: string | undefined, allowedHosts: readonly string[]): boolean {
  if (origin === undefined) return true;
  const host = URL.parse(origin)?.hostname;
  return host !== undefined && host !== "" && allowedHosts.includes(host);
}

const headersFor = (origin: string): Record<string, string> => ({
  "access-control-allow-origin": origin,
  "access-control-expose-headers": "X-Request-Id",
  vary: "Origin",
});
