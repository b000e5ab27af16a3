import { isTrustedOrigin } from "./clients.ts";
import type { Exchange, Reply } from "./exchange.ts";

/** What any page may read (public documents), and what only the panel and pages on loopback may call. */
const PUBLIC = new Set(["/.well-known/openid-configuration", "/connect/jwks"]);
const TRUSTED = new Set(["/connect/token", "/connect/userinfo"]);

/** Adds the headers that let a browser client read the reply. Cookies are never involved. */
export function withCors(reply: Reply, exchange: Exchange, panelOrigins: string[]): Reply {
  return { ...reply, headers: { ...reply.headers, ...corsHeaders(exchange, panelOrigins) } };
}

function corsHeaders({ path, headers: { origin } }: Exchange, panelOrigins: string[]): Record<string, string> {
  if (PUBLIC.has(path)) return { "access-control-allow-origin": "*" };
  if (!TRUSTED.has(path)) return {};
  if (origin === undefined || !isTrustedOrigin(origin, panelOrigins)) return { vary: "origin" };
  return { vary: "origin", "access-control-allow-origin": origin, "access-control-expose-headers": "www-authenticate" };
}

/** The answer to a preflight of these endpoints; nothing for any other path. */
export function preflight({ path, method }: Exchange, methods: string[]): Reply | undefined {
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
