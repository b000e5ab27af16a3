import type { HttpAnswer } from "./http-answer.ts";

/** What the MCP clients of browsers send (streamable HTTP transport). */
const ALLOWED_HEADERS =
  "Authorization, Content-Type, Accept, Mcp-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id, Last-Event-Id";

/**
 * DNS rebinding: a page that a browser loaded from elsewhere says so in `Origin`, which pages cannot forge. What is no address,
 * `null` too, is refused; callers that are no browsers send none.
 */
export function isOriginAllowed(origin: string | undefined, allowedHosts: readonly string[]): boolean {
  if (origin === undefined) return true;
  const host = URL.parse(origin)?.hostname;
  return host !== undefined && host !== "" && allowedHosts.includes(host);
}

/** Only for an origin that is allowed. */
export const originHeaders = (origin: string | undefined): Record<string, string> =>
  origin === undefined
    ? {}
    : { "access-control-allow-origin": origin, "access-control-expose-headers": "X-Request-Id", vary: "Origin" };

export const preflightAnswer: HttpAnswer = {
  statusCode: 204,
  headers: { "access-control-allow-methods": "POST", "access-control-allow-headers": ALLOWED_HEADERS },
};
