import type { MiddlewareObj, Request } from "@middy/core";
import { Refusal } from "../../kernel/refusal.ts";
import type { HttpAnswer } from "../http-answer.ts";
import type { ReceivedRequest } from "../request-context.ts";
import { headerOf } from "../request-headers.ts";

/**
 * Refuses pages of hosts that are not allowed before anything of their request is read, and lets pages of allowed hosts
 * read the answer.
 */
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
 * Protects against DNS rebinding: a page from another host is recognised by the `Origin` header, which pages cannot
 * forge. A value that is not a URL, including `null`, is refused. Clients other than browsers send no such header.
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
