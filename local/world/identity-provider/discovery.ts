import { json, type Reply } from "./http-messages.ts";
import { type Provider, scopesOf } from "./provider.ts";

/** Answers the discovery document (OpenID Connect Discovery 1.0, section 3; RFC 8414; RFC 9207). */
export function discovery(provider: Provider): Reply {
  const at = (path: string) => `${provider.issuer}${path}`;
  const forPrograms = (path: string) => `${provider.programsAt}${path}`;
  return json(200, {
    issuer: provider.issuer,
    authorization_endpoint: at("/connect/authorize"),
    token_endpoint: forPrograms("/connect/token"),
    userinfo_endpoint: forPrograms("/connect/userinfo"),
    end_session_endpoint: at("/connect/endsession"),
    jwks_uri: forPrograms("/connect/jwks"),
    scopes_supported: scopesOf(provider),
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: ["authorization_code", "refresh_token", "client_credentials"],
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: ["RS256"],
    token_endpoint_auth_methods_supported: ["none", "client_secret_basic", "client_secret_post"],
    code_challenge_methods_supported: ["S256"],
    prompt_values_supported: ["none", "login", "select_account", "consent"],
    claims_parameter_supported: false,
    request_parameter_supported: false,
    request_uri_parameter_supported: false,
    authorization_response_iss_parameter_supported: true,
  });
}

/** Publishes the public halves of the keys, which must not be cached, because a rotation must be visible at once (D8). */
export const jwks = ({ keys }: Provider): Reply => json(200, keys.published());
