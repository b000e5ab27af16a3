import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createRemoteJWKSet, decodeJwt, jwtVerify } from "jose";
import * as oidc from "openid-client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type IdentityProvider,
  startIdentityProvider,
} from "../../../local/world/identity-provider/start-identity-provider.ts";
import { discover, pkce, REDIRECT_URI, SCOPE, signIn, visit } from "./browser.ts";

let folder = "";
let provider: IdentityProvider;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "herald-idp-"));
  provider = await startIdentityProvider({ port: 0, dataDir: folder, requiredScope: "notifications" });
});
afterAll(async () => {
  await provider.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Performs the whole code flow with an independent client that checks state, nonce, issuer and signature. */
async function signedIn(sub: string, scope = SCOPE) {
  const config = await discover(provider.url, "herald-panel");
  const { verifier, challenge } = pkce();
  const [state, nonce] = [oidc.randomState(), oidc.randomNonce()];
  const address = oidc.buildAuthorizationUrl(config, {
    redirect_uri: REDIRECT_URI,
    scope,
    state,
    nonce,
    code_challenge: challenge,
    code_challenge_method: "S256",
  });
  const page = await visit(address);
  const back = (await visit(`${provider.url}/connect/login`, { transaction: page.transaction, sub })).location;
  if (!back) throw new Error("the sign-in page did not lead back");
  const checks = { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce };
  return { config, back, checks, tokens: await oidc.authorizationCodeGrant(config, back, checks) };
}

describe("an independent OpenID client (M-identity)", () => {
  it("finds its way by discovery", async () => {
    const metadata = (await discover(provider.url, "herald-panel")).serverMetadata();
    expect(metadata).toMatchObject({
      issuer: provider.url,
      authorization_endpoint: `${provider.url}/connect/authorize`,
      token_endpoint: `${provider.url}/connect/token`,
      userinfo_endpoint: `${provider.url}/connect/userinfo`,
      jwks_uri: `${provider.url}/connect/jwks`,
      code_challenge_methods_supported: ["S256"],
    });
  });

  it("signs a user in by code and PKCE, and gets tokens that verify by the JWKS", async () => {
    const { tokens } = await signedIn("demo");
    const { payload, protectedHeader } = await jwtVerify(
      tokens.access_token,
      createRemoteJWKSet(new URL(`${provider.url}/connect/jwks`)),
      {
        issuer: provider.url,
        audience: "herald",
        typ: "at+jwt",
        requiredClaims: ["sub", "exp", "nbf", "iat", "jti", "sid"],
      },
    );
    expect(protectedHeader.alg).toBe("RS256");
    expect(payload).toMatchObject({
      sub: "demo",
      client_id: "herald-panel",
      scope: SCOPE,
      plan: "free",
      groups: "beta-testers",
    });
    expect(tokens.claims()).toMatchObject({
      sub: "demo",
      aud: "herald-panel",
      phone_number: "+34600000001",
      sid: payload.sid,
    });
    expect(tokens).toMatchObject({ token_type: "bearer", expires_in: 3600, scope: SCOPE });
  });

  it("reads UserInfo by GET and by POST", async () => {
    const { config, tokens } = await signedIn("demo");
    const info = await oidc.fetchUserInfo(config, tokens.access_token, "demo");
    expect(info).toMatchObject({
      sub: "demo",
      email: "demo@example.com",
      name: "Dana Moreno",
      product_access: ["notifications"],
    });
    const posted = await fetch(`${provider.url}/connect/userinfo`, {
      method: "POST",
      headers: { authorization: `Bearer ${tokens.access_token}` },
    });
    expect(await posted.json()).toEqual(info);
  });

  it("cannot use the ID token in the place of the access token", async () => {
    const { config, tokens } = await signedIn("demo");
    await expect(oidc.fetchUserInfo(config, tokens.id_token ?? "", "demo")).rejects.toMatchObject({ status: 401 });
  });

  it("gets no more tokens for a user who left the directory", async () => {
    const address = `${provider.url}/dev/directory`;
    const before = await (await fetch(address)).text();
    const put = (body: string) => fetch(address, { method: "PUT", body });
    const users = [{ sub: "leaver" }];
    await put(JSON.stringify({ users }));
    const { config, tokens } = await signedIn("leaver");
    await put(before);
    await expect(oidc.refreshTokenGrant(config, tokens.refresh_token ?? "")).rejects.toMatchObject({
      error: "invalid_grant",
    });
  });

  it("rotates refresh tokens; a used one ends the chain", async () => {
    const { config, tokens } = await signedIn("demo");
    const first = tokens.refresh_token ?? "";
    const next = await oidc.refreshTokenGrant(config, first);
    expect(next.refresh_token).not.toBe(first);
    expect(decodeJwt(next.access_token)).toMatchObject({ sub: "demo", sid: decodeJwt(tokens.access_token).sid });
    expect(next.claims()).toMatchObject({ sub: "demo" });
    const refusal = { error: "invalid_grant", status: 400 };
    await expect(oidc.refreshTokenGrant(config, first)).rejects.toMatchObject(refusal);
    await expect(oidc.refreshTokenGrant(config, next.refresh_token ?? "")).rejects.toMatchObject(refusal);
  });

  it("narrows the scope at a refresh, never widens it", async () => {
    const { config, tokens } = await signedIn("demo", "openid notifications");
    await expect(
      oidc.refreshTokenGrant(config, tokens.refresh_token ?? "", { scope: "openid email" }),
    ).rejects.toMatchObject({
      error: "invalid_scope",
    });
    const narrowed = await oidc.refreshTokenGrant(config, tokens.refresh_token ?? "", { scope: "notifications" });
    expect(decodeJwt(narrowed.access_token).scope).toBe("notifications");
    expect(narrowed.id_token).toBeUndefined();
  });

  it("is refused a code the second time, which also ends the first one's refresh token", async () => {
    const { config, back, checks, tokens } = await signedIn("demo");
    await expect(oidc.authorizationCodeGrant(config, back, checks)).rejects.toMatchObject({ error: "invalid_grant" });
    await expect(oidc.refreshTokenGrant(config, tokens.refresh_token ?? "")).rejects.toMatchObject({
      error: "invalid_grant",
    });
  });

  it.each([
    ["client_secret_basic", oidc.ClientSecretBasic("herald-machine-secret")],
    ["client_secret_post", oidc.ClientSecretPost("herald-machine-secret")],
  ])("gets a token for itself by %s, without anything of a user", async (_, authentication) => {
    const config = await discover(provider.url, "herald-machine", authentication);
    const tokens = await oidc.clientCredentialsGrant(config);
    const { iss, aud, iat, nbf, exp, jti, ...rest } = decodeJwt(tokens.access_token);
    expect(rest).toEqual({ sub: "herald-machine", client_id: "herald-machine", scope: "notifications" });
    expect([iss, aud, typeof jti, (exp ?? 0) - (iat ?? 0), nbf]).toEqual([provider.url, "herald", "string", 3600, iat]);
    expect(tokens.refresh_token).toBeUndefined();
    await expect(oidc.fetchUserInfo(config, tokens.access_token, oidc.skipSubjectCheck)).rejects.toMatchObject({
      status: 401,
    });
  });

  it("is refused for a wrong secret, a scope of users, and a grant that is not its own", async () => {
    const wrong = await discover(provider.url, "herald-machine", oidc.ClientSecretBasic("wrong"));
    await expect(oidc.clientCredentialsGrant(wrong)).rejects.toThrow();
    const right = await discover(provider.url, "herald-machine", oidc.ClientSecretBasic("herald-machine-secret"));
    await expect(oidc.clientCredentialsGrant(right, { scope: "openid" })).rejects.toMatchObject({
      error: "invalid_scope",
    });
    const panel = await discover(provider.url, "herald-panel");
    await expect(oidc.clientCredentialsGrant(panel)).rejects.toMatchObject({ error: "unauthorized_client" });
  });

  it("carries the only organisation of a user", async () => {
    const { tokens, config } = await signedIn("other");
    expect(decodeJwt(tokens.access_token)).toMatchObject({
      organization_id: "northwind",
      tenant_id: "tenant-northwind",
      organization_role: ["owner", "billing"],
      organization_product_access: "insights",
      groups: "analysts",
      summit_email: true,
    });
    expect(await oidc.fetchUserInfo(config, tokens.access_token, "other")).toMatchObject({ groups: ["analysts"] });
    expect(tokens.claims()).not.toHaveProperty("organization_id");
  });
});

describe("POST /connect/token", () => {
  const token = (form: Record<string, string> | string, headers: Record<string, string> = {}) =>
    fetch(`${provider.url}/connect/token`, {
      method: "POST",
      headers,
      body: typeof form === "string" ? form : new URLSearchParams(form),
    });
  const redemption = async (over: Record<string, string>) => {
    const { location } = await signIn(provider.url, {}, [{ sub: "demo" }]);
    const form = {
      grant_type: "authorization_code",
      client_id: "herald-panel",
      code: location?.searchParams.get("code") ?? "",
      redirect_uri: REDIRECT_URI,
      code_verifier: "v".repeat(43),
    };
    return token({ ...form, ...over });
  };

  it("takes a code with its verifier and forbids caching", async () => {
    const response = await redemption({});
    expect([response.status, response.headers.get("cache-control")]).toEqual([200, "no-store"]);
  });

  it.each<[string, Record<string, string>, string]>([
    ["another verifier", { code_verifier: "w".repeat(43) }, "invalid_grant"],
    ["no verifier", { code_verifier: "" }, "invalid_grant"],
    ["another redirect", { redirect_uri: "http://127.0.0.1:3000/other" }, "invalid_grant"],
    ["an unknown code", { code: "x" }, "invalid_grant"],
    ["no grant type", { grant_type: "" }, "invalid_request"],
    ["an unknown grant type", { grant_type: "password" }, "unsupported_grant_type"],
    ["a grant type named like a property", { grant_type: "constructor" }, "unsupported_grant_type"],
    ["a client secret", { client_secret: "x" }, "invalid_client"],
    ["no refresh token", { grant_type: "refresh_token" }, "invalid_request"],
  ])("refuses %s", async (_, over, error) => {
    const response = await redemption(over);
    expect([response.status, await response.json()]).toEqual([
      error === "invalid_client" ? 401 : 400,
      expect.objectContaining({ error, error_description: expect.any(String) }),
    ]);
  });

  it("refuses a repeated parameter and another content type", async () => {
    const form = { "content-type": "application/x-www-form-urlencoded" };
    const repeated = await token("grant_type=client_credentials&grant_type=client_credentials", form);
    expect([repeated.status, await repeated.json()]).toEqual([
      400,
      expect.objectContaining({ error: "invalid_request" }),
    ]);
    const other = await token("{}", { "content-type": "application/json" });
    expect([other.status, await other.json()]).toEqual([400, expect.objectContaining({ error: "invalid_request" })]);
  });

  it("asks for Basic when Basic failed", async () => {
    const response = await token(
      { grant_type: "client_credentials" },
      { authorization: `Basic ${btoa("herald-machine:x")}` },
    );
    expect([response.status, response.headers.get("www-authenticate")]).toEqual([401, 'Basic realm="token"']);
  });
});
