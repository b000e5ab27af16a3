import { type AdapterPayload, errors } from "oidc-provider";
import { type Provider, scopesOf } from "./provider.ts";

export const PANEL_CLIENT_ID = "herald-panel";

const GRANT_TYPES = ["authorization_code", "refresh_token", "client_credentials"] as const;

export type Client = { id: string; grantTypes: readonly (typeof GRANT_TYPES)[number][]; secret?: string };

/**
 * The two clients that the local stack offers (M-token). Their secrets are public, because this provider is a
 * development tool that is never deployed (D37).
 */
const CLIENTS: readonly Client[] = [
  { id: PANEL_CLIENT_ID, grantTypes: ["authorization_code", "refresh_token"] },
  { id: "herald-machine", grantTypes: ["client_credentials"], secret: "herald-machine-secret" },
];

/**
 * Describes a client to the library for one request. Any allowed redirect that the request names counts as one of the
 * client's (M-token). Throws UnauthorizedClient for a grant of the other client, which the library would report as
 * `invalid_request` (RFC 6749, 5.2).
 */
export function clientMetadata(
  provider: Pick<Provider, "issuer" | "panelOrigins" | "apiScopes">,
  id: string,
  parameters: Record<string, unknown> = {},
): AdapterPayload | undefined {
  const client = clientOf(id);
  if (!client) return undefined;
  const { grant_type: grantType, redirect_uri: redirect } = parameters;
  const grantTypes: readonly unknown[] = client.grantTypes;
  if (GRANT_TYPES.some((known) => known === grantType) && !grantTypes.includes(grantType))
    throw new errors.UnauthorizedClient(`${id} may not use ${String(grantType)}`);
  const signsIn = client.grantTypes.includes("authorization_code");
  const isAllowed = typeof redirect === "string" && isAllowedRedirect(redirect, provider.panelOrigins());
  return {
    client_id: id,
    client_secret: client.secret,
    // The library then also accepts the secret by `client_secret_post`.
    token_endpoint_auth_method: client.secret === undefined ? "none" : "client_secret_basic",
    grant_types: [...client.grantTypes],
    response_types: signsIn ? ["code"] : [],
    redirect_uris: signsIn ? [isAllowed ? redirect : provider.issuer] : [],
    scope: (signsIn ? scopesOf(provider) : provider.apiScopes).join(" "),
  };
}

export const clientOf = (id: string | undefined): Client | undefined => CLIENTS.find((client) => client.id === id);

const LOOPBACK_HOSTS = new Set(["127.0.0.1", "localhost", "[::1]"]);

export const isLoopbackHost = (hostname: string): boolean => LOOPBACK_HOSTS.has(hostname);

/** Says whether an origin is the panel's or on loopback. */
export function isTrustedOrigin(origin: string, panelOrigins: string[]): boolean {
  const url = URL.parse(origin);
  if (!url || !["http:", "https:"].includes(url.protocol)) return false;
  return isLoopbackHost(url.hostname) || panelOrigins.some((base) => URL.parse(base)?.origin === url.origin);
}

/**
 * `herald-panel` may name any redirect to the panel's address or to loopback (M-token). Characters that URL parsers
 * read differently (backslash, white space, controls), user names and fragments (RFC 6749, 3.1.2) are refused.
 */
export function isAllowedRedirect(redirect: string, panelOrigins: string[]): boolean {
  if (!/^https?:\/\/[^\s\\\p{Cc}]+$/u.test(redirect) || redirect.includes("#")) return false;
  const url = URL.parse(redirect);
  return url !== null && url.username === "" && url.password === "" && isTrustedOrigin(redirect, panelOrigins);
}
