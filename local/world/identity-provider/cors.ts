import { isTrustedOrigin } from "./clients.ts";
import type { Reply, RequestHead } from "./http-messages.ts";

/** Any page may read the public documents. Only the panel and pages on loopback may call the trusted endpoints. */
const PUBLIC = new Set(["/.well-known/openid-configuration", "/connect/jwks"]);
const TRUSTED = new Set(["/connect/token", "/connect/userinfo"]);

/** The headers that let a browser read the reply. If there are any, the library adds none of its own. */
export function corsHeaders(
  { path, headers: { origin } }: RequestHead,
  panelOrigins: string[],
): Record<string, string> {
  if (PUBLIC.has(path)) return { "access-control-allow-origin": "*" };
  if (!TRUSTED.has(path)) return {};
  const headers = { vary: "origin", "access-control-expose-headers": "www-authenticate" };
  return origin !== undefined && isTrustedOrigin(origin, panelOrigins)
    ? { ...headers, "access-control-allow-origin": origin }
    : headers;
}

/** Answers a preflight request to a public or trusted endpoint. Returns undefined for every other request. */
export function preflight({ path, method }: RequestHead, methods: string[]): Reply | undefined {
  if (method !== "OPTIONS" || !(PUBLIC.has(path) || TRUSTED.has(path))) return;
  return {
    status: 204,
    headers: {
      "access-control-allow-methods": methods.join(", "),
      "access-control-allow-headers": "authorization, content-type",
      "access-control-max-age": "600",
    },
  };
}
