import { clientOf, isAllowedRedirect } from "./clients.ts";
import { singleParameters } from "./exchange.ts";
import { type Provider, type SignInRequest, scopeList, scopesOf } from "./provider.ts";

/** Where an error may be sent to. */
export type ReturnAddress = { redirectUri: string; state?: string | undefined };

/** `refused`: nobody can be trusted with a redirect, so the person is told. `failed`: the client is told. */
export type ReadRequest =
  | { kind: "ok"; request: SignInRequest }
  | { kind: "refused"; message: string }
  | { kind: "failed"; to: ReturnAddress; error: string; description: string };

type Parameters = ReadonlyMap<string, string>;

/** RFC 6749, 4.1.1 and 4.1.2.1; RFC 7636, 4.3: first who asks and where the answer goes, then all the rest. */
export function readAuthorizationRequest(provider: Provider, search: URLSearchParams): ReadRequest {
  const { parameters, repeated } = singleParameters(search);
  if (repeated === "client_id" || repeated === "redirect_uri")
    return { kind: "refused", message: `${repeated} came more than once.` };
  const clientId = parameters.get("client_id") ?? "";
  const client = clientOf(clientId);
  if (!client) return { kind: "refused", message: "client_id is missing or unknown." };
  const redirectUri = parameters.get("redirect_uri") ?? "";
  if (!isAllowedRedirect(redirectUri, provider.panelOrigins()))
    return { kind: "refused", message: "redirect_uri is missing or not allowed for this client." };
  const to = { redirectUri, state: parameters.get("state") };
  const fault = client.grantTypes.includes("authorization_code")
    ? faultOf(provider, parameters, repeated)
    : { error: "unauthorized_client", description: `${clientId} may not sign users in` };
  return fault
    ? { kind: "failed", to, ...fault }
    : { kind: "ok", request: { ...to, clientId, ...detailsOf(provider, parameters) } };
}

type Fault = { error: string; description: string };
type Check = (parameters: Parameters, provider: Provider) => Fault | undefined;

const invalid = (description: string): Fault => ({ error: "invalid_request", description });

/** In the order in which they are reported. */
const CHECKS: readonly Check[] = [
  (p) => (p.has("request") ? { error: "request_not_supported", description: "request is not supported" } : undefined),
  (p) =>
    p.has("request_uri")
      ? { error: "request_uri_not_supported", description: "request_uri is not supported" }
      : undefined,
  (p) => (p.has("response_type") ? undefined : invalid("response_type is missing")),
  (p) =>
    p.get("response_type") === "code"
      ? undefined
      : { error: "unsupported_response_type", description: "only the response type code is supported" },
  (p) => (["query", undefined].includes(p.get("response_mode")) ? undefined : invalid("response_mode must be query")),
  (p) => (p.has("code_challenge") ? undefined : invalid("code_challenge is missing: PKCE is required")),
  (p) => (p.get("code_challenge_method") === "S256" ? undefined : invalid("code_challenge_method must be S256")),
  (p) => (/^[\w-]{43}$/.test(p.get("code_challenge") ?? "") ? undefined : invalid("code_challenge is malformed")),
  (p, provider) =>
    scopeList(p.get("scope")).every((scope) => scopesOf(provider).includes(scope))
      ? undefined
      : { error: "invalid_scope", description: `known scopes: ${scopesOf(provider).join(" ")}` },
  (p) =>
    scopeList(p.get("prompt")).includes("none") && p.get("prompt") !== "none"
      ? invalid("prompt=none stands alone")
      : undefined,
];

function faultOf(provider: Provider, parameters: Parameters, repeated: string | undefined): Fault | undefined {
  if (repeated !== undefined) return invalid(`${repeated} came more than once`);
  for (const check of CHECKS) {
    const fault = check(parameters, provider);
    if (fault) return fault;
  }
  return undefined;
}

function detailsOf(provider: Provider, parameters: Parameters) {
  const scopes = scopeList(parameters.get("scope"));
  return {
    scopes: scopes.length > 0 ? scopes : provider.apiScopes,
    codeChallenge: parameters.get("code_challenge") ?? "",
    nonce: parameters.get("nonce"),
    prompts: scopeList(parameters.get("prompt")),
    loginHint: parameters.get("login_hint"),
  };
}
