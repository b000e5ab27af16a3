import { createHash, randomBytes } from "node:crypto";
import * as oidc from "openid-client";

export const REDIRECT_URI = "http://127.0.0.1:3000/callback";
export const SCOPE = "openid profile email phone notifications";

export const discover = (url: string, clientId: string, authentication?: oidc.ClientAuth) =>
  oidc.discovery(new URL(url), clientId, undefined, authentication ?? oidc.None(), {
    execute: [oidc.allowInsecureRequests],
  });

export const pkce = () => {
  const verifier = randomBytes(32).toString("base64url");
  return { verifier, challenge: createHash("sha256").update(verifier).digest("base64url") };
};

/** Requests a page without following redirects, as a browser shows each step. */
export async function visit(url: string | URL, form?: Record<string, string>) {
  const response = await fetch(url, {
    redirect: "manual",
    signal: AbortSignal.timeout(10_000),
    ...(form && { method: "POST", body: new URLSearchParams(form) }),
  });
  const html = await response.text();
  const location = response.headers.get("location");
  return {
    status: response.status,
    headers: response.headers,
    html,
    transaction: /name="transaction" value="([^"]+)"/.exec(html)?.[1] ?? "",
    buttons: [...html.matchAll(/<button[^>]* name="(\w+)" value="([^"]*)"/g)].map(
      ([, name, value]) => `${name}=${value}`,
    ),
    ...(location !== null && { location: new URL(location) }),
  };
}

/**
 * Signs in on the page: picks the user, and then the organisation if the page asks for it. Returns the address that
 * leads back to the client.
 */
export async function signIn(url: string, request: Record<string, string>, picks: Record<string, string>[]) {
  const address = new URL(`${url}/connect/authorize`);
  address.search = new URLSearchParams({ ...authorization(), ...request }).toString();
  let step = await visit(address);
  for (const pick of picks) step = await visit(`${url}/connect/login`, { transaction: step.transaction, ...pick });
  return step;
}

/** The request has all required parameters. The challenge of PKCE belongs to a verifier of 43 times "v". */
export const VERIFIER = "v".repeat(43);
const authorization = () => ({
  client_id: "herald-panel",
  redirect_uri: REDIRECT_URI,
  response_type: "code",
  scope: SCOPE,
  code_challenge: createHash("sha256").update(VERIFIER).digest("base64url"),
  code_challenge_method: "S256",
});
