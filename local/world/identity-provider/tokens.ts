import { randomUUID } from "node:crypto";
import { CompactSign } from "jose";
import type { Provider } from "./provider.ts";

export const TOKEN_LIFETIME_SECONDS = 3600;

/** This type keeps an ID token from passing as an access token (RFC 9068, section 2.1). */
export const ACCESS_TOKEN_TYPE = "at+jwt";

export const nowSeconds = ({ clock }: Provider): number => Math.floor(clock() / 1000);

/** Signs a payload with the current key. */
export async function signedToken({ keys }: Provider, type: string, payload: Record<string, unknown>): Promise<string> {
  const { kid, key } = keys.current();
  return new CompactSign(new TextEncoder().encode(JSON.stringify(payload)))
    .setProtectedHeader({ alg: "RS256", typ: type, kid })
    .sign(key);
}

/** The claims of an access token that do not depend on its subject. A negative lifetime gives an expired token. */
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
