import { type Client, clientOf, isAllowedRedirect } from "./clients.ts";
import { type Reply, redirect, singleParameters } from "./http-messages.ts";
import { type Provider, scopeList, scopesOf, withParameters } from "./provider.ts";

type Fault = { error: string; error_description: string };
type Check = (parameters: ReadonlyMap<string, string>, client: Client, provider: Provider) => Fault | undefined;

const fault = (error: string, description: string): Fault => ({ error, error_description: description });

/**
 * The checks of an authorisation request that the library does not make. The library also supports flows other than the
 * code flow with a query response, ignores unknown scopes, and returns some errors in the fragment of the address.
 */
const CHECKS: readonly Check[] = [
  (_, { id, grantTypes }) =>
    grantTypes.includes("authorization_code") ? undefined : fault("unauthorized_client", `${id} may not sign users in`),
  (p) =>
    ["code", undefined].includes(p.get("response_type"))
      ? undefined
      : fault("unsupported_response_type", "only the response type code is supported"),
  (p) =>
    ["query", undefined].includes(p.get("response_mode"))
      ? undefined
      : fault("invalid_request", "response_mode must be query"),
  (p, _, provider) =>
    scopeList(p.get("scope")).every((scope) => scopesOf(provider).includes(scope))
      ? undefined
      : fault("invalid_scope", `known scopes: ${scopesOf(provider).join(" ")}`),
];

/**
 * Returns our own refusal of an authorisation request, or undefined if the library should decide (RFC 6749, 4.1.2.1;
 * RFC 9207).
 */
export function refusalOf(provider: Provider, search: URLSearchParams): Reply | undefined {
  const { parameters, repeated } = singleParameters(search);
  const client = clientOf(parameters.get("client_id"));
  const redirectUri = parameters.get("redirect_uri") ?? "";
  if (repeated !== undefined || !client || !isAllowedRedirect(redirectUri, provider.panelOrigins())) return undefined;
  const state = parameters.get("state");
  for (const check of CHECKS) {
    const found = check(parameters, client, provider);
    if (!found) continue;
    const answer = { ...found, ...(state !== undefined && { state }), iss: provider.issuer };
    return redirect(withParameters(redirectUri, answer));
  }
  return undefined;
}
