import { timingSafeEqual } from "node:crypto";

export const PANEL_CLIENT_ID = "herald-panel";

export type GrantType = "authorization_code" | "refresh_token" | "client_credentials";

export type Client = { id: string; grantTypes: readonly GrantType[]; secret?: string };

/** The two clients of M-token. Both are public knowledge: this provider is a development tool, never deployed (D37). */
const CLIENTS: readonly Client[] = [
  { id: PANEL_CLIENT_ID, grantTypes: ["authorization_code", "refresh_token"] },
  { id: "herald-machine", grantTypes: ["client_credentials"], secret: "herald-machine-secret" },
];

export const clientOf = (id: string | undefined): Client | undefined => CLIENTS.find((client) => client.id === id);

/** A public client has no secret and must not send one. */
export function hasSecret({ secret }: Client, presented: string | undefined): boolean {
  if (secret === undefined || presented === undefined) return secret === presented;
  const [expected, actual] = [Buffer.from(secret), Buffer.from(presented)];
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}

const LOOPBACK_HOSTS = new Set(["127.0.0.1", "localhost", "[::1]"]);

export const isLoopbackHost = (hostname: string): boolean => LOOPBACK_HOSTS.has(hostname);

/** Whether a browser page of this origin is one of ours: the panel, or anything on loopback. */
export function isTrustedOrigin(origin: string, panelOrigins: string[]): boolean {
  const url = URL.parse(origin);
  if (!url || !["http:", "https:"].includes(url.protocol)) return false;
  return isLoopbackHost(url.hostname) || panelOrigins.some((base) => URL.parse(base)?.origin === url.origin);
}

/**
 * M-token: `herald-panel` may name any redirect on the panel's address or loopback. Characters that URL parsers
 * read differently (backslash, white space, controls), user names and fragments (RFC 6749, 3.1.2) are refused.
 */
export function isAllowedRedirect(redirect: string, panelOrigins: string[]): boolean {
  if (!/^https?:\/\/[^\s\\\p{Cc}]+$/u.test(redirect) || redirect.includes("#")) return false;
  const url = URL.parse(redirect);
  return url !== null && url.username === "" && url.password === "" && isTrustedOrigin(redirect, panelOrigins);
}
