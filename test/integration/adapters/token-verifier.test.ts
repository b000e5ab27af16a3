import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { exportJWK, generateKeyPair, type JWTHeaderParameters, SignJWT, UnsecuredJWT } from "jose";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import {
  type IdentityProvider,
  startIdentityProvider,
} from "../../../local/world/identity-provider/start-identity-provider.ts";
import { JoseTokenVerifier } from "../../../shared/identity/oidc/jose-token-verifier.ts";

describe("JoseTokenVerifier with the local identity provider", () => {
  let dataDir = "";
  let provider: IdentityProvider;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), "herald-tokens-"));
    provider = await startIdentityProvider({ port: 0, dataDir, audience: "herald" });
  });
  afterAll(async () => {
    await provider.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  const post = async (path: string, body: object = {}) => {
    const headers = { "content-type": "application/json" };
    const response = await fetch(`${provider.url}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
    return (await response.json()) as Record<string, string>;
  };
  const setDown = (down: boolean) => post("/dev/outage", { down });
  afterEach(() => setDown(false));
  const mint = async (body: object = {}): Promise<string> =>
    String((await post("/dev/token", { sub: "demo", ...body })).access_token);
  const verifier = (audience: string | undefined = "herald") =>
    new JoseTokenVerifier({ issuer: provider.url, audience });

  it("reads subject, scopes and roles", async () => {
    const token = await mint({ sub: "admin" });
    expect(await verifier().verify(token)).toEqual({
      sub: "admin",
      scopes: ["notifications"],
      roles: ["admin"],
      groups: [],
      organizationId: undefined,
      expiresAtMs: expect.any(Number),
    });
  });

  it.each([
    [{ scope: "a notifications" }, ["a", "notifications"]],
    [{ scope: ["a", "notifications"] }, ["a", "notifications"]],
    [{ scope: ["a b"] }, ["a", "b"]],
    [{ claims: { scope: null, scp: ["a"] } }, ["a"]],
    [{ claims: { scope: null, scp: "a b" } }, ["a", "b"]],
    [{ claims: { scope: null } }, []],
    [{ claims: { scope: { a: 1 } } }, []],
  ])("reads the scope of %j (D8)", async (body, scopes) => {
    expect((await verifier().verify(await mint(body)))?.scopes).toEqual(scopes);
  });

  it.each([
    ["an expired token", { expires_in: -60 }],
    ["a token without an end", { claims: { exp: null } }],
    ["a token without a subject", { claims: { sub: null } }],
    ["an empty subject", { claims: { sub: "" } }],
    ["a subject beyond 255 characters", { claims: { sub: "x".repeat(256) } }],
    ["a token of later", { claims: { nbf: Math.floor(Date.now() / 1000) + 60 } }],
    ["another issuer's", { claims: { iss: "https://else.example" } }],
    ["another audience's", { claims: { aud: "else" } }],
    ["nobody's", { claims: { aud: null } }],
  ])("refuses %s", async (_what, body) => {
    expect(await verifier().verify(await mint(body))).toBeUndefined();
  });

  it("asks for no audience where none is configured", async () => {
    const anyAudience = new JoseTokenVerifier({ issuer: provider.url });
    expect(await anyAudience.verify(await mint({ claims: { aud: "else" } }))).toMatchObject({ sub: "demo" });
  });

  it.each(["", "x", "a.b.c", "..", "eyJhbGciOiJub25lIn0.e30."])("refuses the text %j", async (text) => {
    expect(await verifier().verify(text)).toBeUndefined();
  });

  it("refuses a token whose payload or signature was touched", async () => {
    const [header = "", payload = "", signature = ""] = (await mint()).split(".");
    const claims = JSON.parse(Buffer.from(payload, "base64url").toString());
    const forged = Buffer.from(JSON.stringify({ ...claims, sub: "admin" })).toString("base64url");
    expect(await verifier().verify(`${header}.${forged}.${signature}`)).toBeUndefined();
    expect(await verifier().verify(`${header}.${payload}.${signature.slice(0, -4)}AAAA`)).toBeUndefined();
  });

  it("honours a new signing key within 5 s of first use, and the old one beside it (D8)", async () => {
    const warm = verifier();
    const old = await mint();
    expect(await warm.verify(old)).toBeDefined();
    await post("/dev/rotate");
    const fresh = await mint();
    // The test waits for less than the 30 s of the library's own cooldown.
    await expect.poll(() => warm.verify(fresh), { interval: 100, timeout: 20_000 }).toMatchObject({ sub: "demo" });
    expect(await warm.verify(old)).toBeDefined();
  });

  it("goes on through an outage when it knows the keys", async () => {
    const warm = verifier();
    const token = await mint();
    await warm.verify(token);
    await setDown(true);
    expect(await warm.verify(token)).toMatchObject({ sub: "demo" });
  });

  it("lets nobody in during an outage that it starts in, and everybody right after it", async () => {
    const token = await mint();
    const cold = verifier();
    await setDown(true);
    expect(await cold.verify(token)).toBeUndefined();
    await setDown(false);
    expect(await cold.verify(token)).toMatchObject({ sub: "demo" });
  });

  it("lets nobody in when there is no issuer at all", async () => {
    expect(await new JoseTokenVerifier({ issuer: "http://127.0.0.1:1" }).verify(await mint())).toBeUndefined();
  });
});

describe("JoseTokenVerifier with a hostile provider", () => {
  let close = () => {};
  let issuer = "";
  let documentIssuer: string | undefined;
  const asked: (string | undefined)[] = [];
  let sign: (header: Partial<JWTHeaderParameters>, claims?: object) => Promise<string>;
  beforeAll(async () => {
    const { publicKey, privateKey } = await generateKeyPair("RS256");
    const jwk = { ...(await exportJWK(publicKey)), kid: "key-1" };
    const server = createServer((request, response) => {
      asked.push(request.url);
      const discovery = { issuer: documentIssuer ?? issuer, jwks_uri: `${issuer}/jwks` };
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify(request.url === "/jwks" ? { keys: [jwk] } : discovery));
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    close = () => {
      server.closeAllConnections();
      server.close();
    };
    sign = (header, claims = {}) =>
      new SignJWT({ sub: "demo", scope: "notifications", ...claims })
        .setProtectedHeader({ alg: "RS256", kid: "key-1", ...header })
        .setIssuer(issuer)
        .setExpirationTime("1h")
        .sign(privateKey);
  });
  afterAll(() => close());
  const verify = (token: string) => new JoseTokenVerifier({ issuer }).verify(token);

  it.each(["at+jwt", "AT+JWT", "application/at+jwt", "JWT", undefined])("takes the type %s", async (typ) => {
    expect(await verify(await sign(typ === undefined ? {} : { typ }))).toMatchObject({ sub: "demo" });
  });

  it.each(["logout+jwt", "id+jwt", "dpop+jwt", "secevent+jwt"])(
    "refuses a token that is something else: %s",
    async (typ) => {
      expect(await verify(await sign({ typ }))).toBeUndefined();
    },
  );

  it("refuses a token without a signature, and one signed with the public key as a shared secret", async () => {
    const claims = { sub: "demo", iss: issuer, scope: "notifications" };
    expect(await verify(new UnsecuredJWT(claims).setExpirationTime("1h").encode())).toBeUndefined();
    const publicText = new TextEncoder().encode(JSON.stringify(await (await fetch(`${issuer}/jwks`)).json()));
    const confused = await new SignJWT(claims)
      .setProtectedHeader({ alg: "HS256", kid: "key-1" })
      .setExpirationTime("1h")
      .sign(publicText);
    expect(await verify(confused)).toBeUndefined();
  });

  it("takes one spelling of a token only, of all that stand for the same signature", async () => {
    const token = await sign({});
    const others = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"]
      .map((last) => token.slice(0, -1) + last)
      .filter((spelling) => spelling !== token);
    const all = [token, ...others].flatMap((spelling) => [spelling, `${spelling}=`, `${spelling}==`, `${spelling}.`]);
    const taken = [];
    for (const spelling of all) if (await verify(spelling)) taken.push(spelling);
    expect(taken).toEqual([token]);
  });

  it.each([
    ["subject", { sub: "x\ud800" }],
    ["subject, the other half", { sub: "\udc00x" }],
    ["role", { role: ["admin", "\ud800"] }],
    ["scope", { scope: "notifications \ud800" }],
    ["groups", { groups: "\ud800" }],
    ["organisation", { organization_id: "\ud800" }],
  ])("refuses a token with half a character in its %s", async (_claim, claims) => {
    expect(await verify(await sign({}, claims))).toBeUndefined();
  });

  it("takes a whole character beyond the basic plane, and what only looks like half of one", async () => {
    expect(await verify(await sign({}, { sub: "x\u{1f600}" }))).toMatchObject({ sub: "x\u{1f600}" });
    expect(await verify(await sign({}, { sub: "x\\ud800" }))).toMatchObject({ sub: "x\\ud800" });
  });

  it("refuses an unknown critical header", async () => {
    const token = await sign({});
    const [, payload, signature] = token.split(".");
    const header = Buffer.from(JSON.stringify({ alg: "RS256", kid: "key-1", crit: ["x"], x: 1 })).toString("base64url");
    expect(await verify(`${header}.${payload}.${signature}`)).toBeUndefined();
  });

  it("does not believe a discovery document of another issuer", async () => {
    documentIssuer = "https://else.example";
    expect(await verify(await sign({}))).toBeUndefined();
    documentIssuer = undefined;
    expect(await verify(await sign({}))).toBeDefined();
  });

  it("asks the provider once when many requests come first at once", async () => {
    const verifier = new JoseTokenVerifier({ issuer });
    const token = await sign({});
    asked.length = 0;
    const results = await Promise.all(Array.from({ length: 50 }, () => verifier.verify(token)));
    expect(results.filter(Boolean)).toHaveLength(50);
    expect(asked).toEqual(["/.well-known/openid-configuration", "/jwks"]);
  });
});
