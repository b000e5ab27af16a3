import { createHash } from "node:crypto";
import { authenticateClient } from "./client-authentication.ts";
import type { Client, GrantType } from "./clients.ts";
import { type Exchange, errorReply, formOf, json, type Reply, singleParameters } from "./exchange.ts";
import { type IssuedCode, type Provider, scopeList } from "./provider.ts";
import type { SignIn } from "./refresh-tokens.ts";
import { clientAccessToken, idToken, TOKEN_LIFETIME_SECONDS, userAccessToken } from "./tokens.ts";

type Form = ReadonlyMap<string, string>;
type Grant = (provider: Provider, client: Client, form: Form) => Promise<Reply>;

const GRANTS: Record<GrantType, Grant> = {
  authorization_code: redeemCode,
  refresh_token: refresh,
  client_credentials: clientCredentials,
};

/** RFC 6749, 3.2. */
export async function tokenEndpoint(provider: Provider, exchange: Exchange): Promise<Reply> {
  const form = formOf(exchange);
  if (!form) return errorReply(400, "invalid_request", "the body must be application/x-www-form-urlencoded");
  const { parameters, repeated } = singleParameters(form);
  if (repeated !== undefined) return errorReply(400, "invalid_request", `${repeated} came more than once`);
  const authentication = authenticateClient(exchange.headers, parameters);
  if ("error" in authentication) return refusedClient(authentication);
  const grantType = parameters.get("grant_type");
  if (grantType === undefined) return errorReply(400, "invalid_request", "grant_type is missing");
  if (!isGrantType(grantType)) return errorReply(400, "unsupported_grant_type", "grant_type is not supported");
  const { client } = authentication;
  if (!client.grantTypes.includes(grantType))
    return errorReply(400, "unauthorized_client", `${client.id} may not use ${grantType}`);
  return GRANTS[grantType](provider, client, parameters);
}

const isGrantType = (name: string): name is GrantType => Object.hasOwn(GRANTS, name);

function refusedClient({
  error,
  description,
  usedBasic,
}: {
  error: string;
  description: string;
  usedBasic: boolean;
}): Reply {
  const challenge = { "www-authenticate": 'Basic realm="token"' };
  if (error !== "invalid_client") return errorReply(400, error, description);
  return errorReply(401, error, description, usedBasic ? challenge : {});
}

async function redeemCode(provider: Provider, client: Client, form: Form): Promise<Reply> {
  const issued = provider.codes.get(form.get("code") ?? "");
  if (!issued) return errorReply(400, "invalid_grant", "the code is unknown or too old");
  if (issued.isUsed) {
    if (issued.familyId !== undefined) provider.refreshTokens.revoke(issued.familyId);
    return errorReply(400, "invalid_grant", "the code was used before");
  }
  issued.isUsed = true;
  const problem = codeProblem(issued, client, form);
  if (problem !== undefined) return errorReply(400, "invalid_grant", problem);
  const { token, familyId } = provider.refreshTokens.issue(issued.signIn);
  issued.familyId = familyId;
  return tokens(provider, { ...issued, scopes: issued.signIn.scopes, refreshToken: token });
}

function codeProblem(issued: IssuedCode, client: Client, form: Form): string | undefined {
  if (issued.signIn.clientId !== client.id) return "the code belongs to another client";
  if (form.get("redirect_uri") !== issued.redirectUri) return "redirect_uri differs from the one of the request";
  const verifier = form.get("code_verifier") ?? "";
  // RFC 7636, 4.1 and 4.6.
  if (!/^[\w.~-]{43,128}$/.test(verifier)) return "code_verifier is missing or malformed";
  const challenge = createHash("sha256").update(verifier).digest("base64url");
  return challenge === issued.codeChallenge ? undefined : "code_verifier does not fit";
}

async function refresh(provider: Provider, client: Client, form: Form): Promise<Reply> {
  const token = form.get("refresh_token");
  if (token === undefined) return errorReply(400, "invalid_request", "refresh_token is missing");
  const granted = provider.refreshTokens.find(token, client.id);
  if (!granted) return errorReply(400, "invalid_grant", "the refresh token is unknown, used or too old");
  if (!provider.directory.current().users.some(({ sub }) => sub === granted.sub))
    return errorReply(400, "invalid_grant", "the user is no longer in the directory");
  const scopes = form.has("scope") ? scopeList(form.get("scope")) : granted.scopes;
  // RFC 6749, 6: fewer scopes, never more.
  if (!scopes.every((scope) => granted.scopes.includes(scope)))
    return errorReply(400, "invalid_scope", "scope goes beyond what was granted");
  return tokens(provider, { signIn: granted, scopes, refreshToken: provider.refreshTokens.rotate(token) });
}

async function clientCredentials(provider: Provider, client: Client, form: Form): Promise<Reply> {
  const scopes = form.has("scope") ? scopeList(form.get("scope")) : provider.apiScopes;
  // A client has no identity to show: only the API's scopes make sense.
  if (!scopes.every((scope) => provider.apiScopes.includes(scope)))
    return errorReply(400, "invalid_scope", `known scopes: ${provider.apiScopes.join(" ")}`);
  return json(200, bearer(await clientAccessToken(provider, client.id, scopes), scopes));
}

type UserTokens = { signIn: SignIn; scopes: string[]; refreshToken: string | undefined; nonce?: string | undefined };

async function tokens(provider: Provider, { signIn, scopes, refreshToken, nonce }: UserTokens): Promise<Reply> {
  const accessToken = await userAccessToken(provider, signIn, scopes);
  return json(200, {
    ...bearer(accessToken, scopes),
    refresh_token: refreshToken,
    ...(scopes.includes("openid") && { id_token: await idToken(provider, { signIn, scopes, accessToken, nonce }) }),
  });
}

const bearer = (accessToken: string, scopes: string[]) => ({
  access_token: accessToken,
  token_type: "Bearer",
  expires_in: TOKEN_LIFETIME_SECONDS,
  scope: scopes.join(" "),
});
