import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createRemoteJWKSet, decodeJwt, jwtVerify } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type IdentityProvider,
  startIdentityProvider,
} from "../../../local/world/identity-provider/start-identity-provider.ts";
import { REDIRECT_URI, signIn, VERIFIER, visit } from "./browser.ts";

let folder = "";
let provider: IdentityProvider;
const start = (port = 0) => startIdentityProvider({ port, dataDir: folder });
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "herald-idp-"));
  provider = await start();
});
afterAll(async () => {
  await provider.close();
  rmSync(folder, { recursive: true, force: true });
});

type Tokens = { access_token: string; id_token: string; refresh_token: string; scope: string; error?: string };

async function token(form: Record<string, string>, headers: Record<string, string> = {}) {
  const body = new URLSearchParams(form);
  const response = await fetch(`${provider.url}/connect/token`, { method: "POST", headers, body });
  return { status: response.status, body: (await response.json()) as Tokens };
}

async function codeOf(sub: string, request: Record<string, string> = {}): Promise<string> {
  const { location } = await signIn(provider.url, request, [{ sub }]);
  return location?.searchParams.get("code") ?? "";
}

const redeem = (code: string) =>
  token({
    grant_type: "authorization_code",
    client_id: "herald-panel",
    code,
    redirect_uri: REDIRECT_URI,
    code_verifier: VERIFIER,
  });
const refresh = (refreshToken: string) =>
  token({ grant_type: "refresh_token", client_id: "herald-panel", refresh_token: refreshToken });
const names = (jwt: string) => new Set(Object.keys(decodeJwt(jwt)));

/** Both tokens of "other" have these claims. */
const COMMON = [
  ...["aud", "exp", "iat", "iss", "sid", "sub"],
  ...["display_name", "email", "email_verified", "family_name", "given_name", "preferred_username", "summit_email"],
];

describe("the tokens of a sign-in", () => {
  it("carry these claims and no others", async () => {
    const { body } = await redeem(await codeOf("other", { nonce: "n" }));
    expect(names(body.access_token)).toEqual(
      new Set([
        ...COMMON,
        ...["client_id", "groups", "jti", "nbf", "organization_id", "organization_product_access"],
        ...["organization_role", "scope", "tenant_id"],
      ]),
    );
    expect(names(body.id_token)).toEqual(new Set([...COMMON, "auth_time", "nonce"]));
  });

  it.each([
    ["the required scope when none was asked for", "", "notifications"],
    ["offline_access with the others", "openid offline_access notifications", "openid offline_access notifications"],
  ])("have %s", async (_, asked, granted) => {
    const { body } = await redeem(await codeOf("demo", { scope: asked }));
    expect([body.scope, decodeJwt(body.access_token).scope]).toEqual([granted, granted]);
  });

  it("are renewed after a rotation of the key and after a restart", async () => {
    const first = await redeem(await codeOf("other"));
    await fetch(`${provider.url}/dev/rotate`, { method: "POST" });
    const second = await refresh(first.body.refresh_token);
    const port = Number(new URL(provider.url).port);
    await provider.close();
    provider = await start(port);
    const third = await refresh(second.body.refresh_token);
    const { payload } = await jwtVerify(
      third.body.access_token,
      createRemoteJWKSet(new URL(`${provider.url}/connect/jwks`)),
    );
    const { sid, organization_id } = decodeJwt(first.body.access_token);
    expect(payload).toMatchObject({ sub: "other", sid, organization_id });
    expect((await refresh(first.body.refresh_token)).body.error).toBe("invalid_grant");
    expect((await refresh(third.body.refresh_token)).body.error).toBe("invalid_grant");
  });
});

describe("the sign-in page", () => {
  it("sets no cookie, and reads none", async () => {
    const page = await signIn(provider.url, {}, []);
    const done = await visit(`${provider.url}/connect/login`, { transaction: page.transaction, sub: "demo" });
    expect([page.headers.get("set-cookie"), done.headers.get("set-cookie")]).toEqual([null, null]);
  });
});

describe("client authentication", () => {
  const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString("base64")}` });
  const machine = { client_id: "herald-machine", client_secret: "herald-machine-secret" };
  const ask = (headers: Record<string, string>, form: Record<string, string>) =>
    token({ grant_type: "client_credentials", ...form }, headers);

  it.each<[string, Record<string, string>, Record<string, string>]>([
    ["client_secret_basic", basic("herald-machine:herald-machine-secret"), {}],
    ["form-encoded halves", basic("herald%2Dmachine:herald%2Dmachine%2Dsecret"), {}],
    ["basic and its client_id", basic("herald-machine:herald-machine-secret"), { client_id: "herald-machine" }],
    ["client_secret_post", {}, machine],
  ])("accepts %s", async (_, headers, form) => {
    expect((await ask(headers, form)).status).toBe(200);
  });

  it.each<[string, Record<string, string>, Record<string, string>, string]>([
    ["no client", {}, {}, "invalid_request"],
    ["an unknown client", {}, { client_id: "x" }, "invalid_client"],
    ["a wrong secret", {}, { ...machine, client_secret: "herald-machine-secreT" }, "invalid_client"],
    ["a secret that is too short", {}, { ...machine, client_secret: "h" }, "invalid_client"],
    ["a confidential client without a secret", {}, { client_id: "herald-machine" }, "invalid_client"],
    ["another scheme", { authorization: "Bearer x" }, {}, "invalid_request"],
    ["credentials without a colon", basic("herald-machine"), {}, "invalid_request"],
    ["a broken encoding", basic("herald-machine:%zz"), {}, "invalid_request"],
    ["two ways at once", basic("herald-machine:herald-machine-secret"), machine, "invalid_request"],
    [
      "two different clients",
      basic("herald-machine:herald-machine-secret"),
      { client_id: "herald-panel" },
      "invalid_request",
    ],
  ])("refuses %s", async (_, headers, form, error) => {
    expect((await ask(headers, form)).body.error).toBe(error);
  });
});
