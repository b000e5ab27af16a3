import { createHash, randomUUID } from "node:crypto";
import { CompactSign } from "jose";
import { accessTokenClaims, clientCredentialsClaims, idTokenClaims } from "./claims.ts";
import type { Provider } from "./provider.ts";
import type { SignIn } from "./refresh-tokens.ts";

export const TOKEN_LIFETIME_SECONDS = 3600;

/** RFC 9068, section 2.1. It keeps an ID token from passing as an access token. */
export const ACCESS_TOKEN_TYPE = "at+jwt";

export const nowSeconds = ({ clock }: Provider): number => Math.floor(clock() / 1000);

/** Signs any payload with the current key. */
export async function signedToken({ keys }: Provider, type: string, payload: Record<string, unknown>): Promise<string> {
  const { kid, key } = keys.current();
  return new CompactSign(new TextEncoder().encode(JSON.stringify(payload)))
    .setProtectedHeader({ alg: "RS256", typ: type, kid })
    .sign(key);
}

/** The claims of every access token beside those of its subject. A lifetime below zero gives a token that is over. */
export function accessTokenFrame(provider: Provider, clientId: string, lifetimeSeconds: number) {
  const now = nowSeconds(provider);
  const issued = lifetimeSeconds > 0 ? now : now + lifetimeSeconds - TOKEN_LIFETIME_SECONDS;
  return {
    iss: provider.issuer,
    aud: provider.audience,
    client_id: clientId,
    iat: issued,
    nbf: issued,
    exp: now + lifetimeSeconds,
    jti: randomUUID(),
  };
}

export function userAccessToken(provider: Provider, signIn: SignIn, scopes: string[]): Promise<string> {
  const question = { ...signIn, scopes, nowMs: provider.clock() };
  return signedToken(provider, ACCESS_TOKEN_TYPE, {
    ...accessTokenFrame(provider, signIn.clientId, TOKEN_LIFETIME_SECONDS),
    scope: scopes.join(" "),
    ...accessTokenClaims(provider.directory.current(), question),
  });
}

export function clientAccessToken(provider: Provider, clientId: string, scopes: string[]): Promise<string> {
  return signedToken(provider, ACCESS_TOKEN_TYPE, {
    ...accessTokenFrame(provider, clientId, TOKEN_LIFETIME_SECONDS),
    scope: scopes.join(" "),
    ...clientCredentialsClaims(clientId),
  });
}

export type IdTokenInput = { signIn: SignIn; scopes: string[]; accessToken: string; nonce?: string | undefined };

export function idToken(provider: Provider, { signIn, scopes, accessToken, nonce }: IdTokenInput): Promise<string> {
  const now = nowSeconds(provider);
  const question = { ...signIn, scopes, nowMs: provider.clock() };
  return signedToken(provider, "JWT", {
    iss: provider.issuer,
    aud: signIn.clientId,
    iat: now,
    exp: now + TOKEN_LIFETIME_SECONDS,
    auth_time: signIn.authTimeSeconds,
    ...(nonce !== undefined && { nonce }),
    at_hash: leftHalfHash(accessToken),
    ...idTokenClaims(provider.directory.current(), question),
  });
}

/** OpenID Connect Core, 3.1.3.6. */
const leftHalfHash = (token: string): string =>
  createHash("sha256").update(token).digest().subarray(0, 16).toString("base64url");
