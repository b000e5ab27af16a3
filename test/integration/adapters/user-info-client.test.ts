import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import {
  type IdentityProvider,
  startIdentityProvider,
} from "../../../local/world/identity-provider/start-identity-provider.ts";
import { UserInfoClient } from "../../../shared/identity/oidc/user-info-client.ts";
import { UserInfoUnavailableError } from "../../../shared/identity/ports.ts";

const clock = { now: () => Date.now() };
const HOUR_MS = 3_600_000;

describe("UserInfoClient with the local identity provider", () => {
  let dataDir = "";
  let provider: IdentityProvider;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), "herald-userinfo-"));
    provider = await startIdentityProvider({ port: 0, dataDir, audience: "herald" });
  });
  afterAll(async () => {
    await provider.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  const token = async (sub: string) => {
    const headers = { "content-type": "application/json" };
    const body = JSON.stringify({ sub, scope: "notifications profile email" });
    const response = await fetch(`${provider.url}/dev/token`, { method: "POST", headers, body });
    return String(((await response.json()) as Record<string, unknown>).access_token);
  };

  it("reads who the caller is", async () => {
    const question = { bearer: await token("admin"), sub: "admin", expiresAtMs: Date.now() + HOUR_MS };
    expect(await new UserInfoClient(provider.url, clock).claimsOf(question)).toMatchObject({
      sub: "admin",
      roles: ["admin"],
      permissions: expect.any(Array),
      groups: expect.any(Array),
    });
  });

  it("does not accept what is said of another subject", async () => {
    const question = { bearer: await token("demo"), sub: "other", expiresAtMs: Date.now() + HOUR_MS };
    await expect(new UserInfoClient(provider.url, clock).claimsOf(question)).rejects.toThrow(UserInfoUnavailableError);
  });

  it("fails for a token that the provider does not know", async () => {
    const question = { bearer: "nonsense", sub: "demo", expiresAtMs: Date.now() + HOUR_MS };
    await expect(new UserInfoClient(provider.url, clock).claimsOf(question)).rejects.toThrow(UserInfoUnavailableError);
  });
});

describe("UserInfoClient with a provider that can be anything", () => {
  let server: Server;
  let asked = 0;
  let answer: (response: ServerResponse) => void;
  let issuer = "";
  beforeAll(async () => {
    server = createServer((request, response) => {
      if (request.url === "/userinfo") {
        asked++;
        answer(response);
        return;
      }
      response.end(JSON.stringify({ issuer, jwks_uri: `${issuer}/jwks`, userinfo_endpoint: `${issuer}/userinfo` }));
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterEach(() => {
    asked = 0;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const saying = (document: unknown) => (response: ServerResponse) => void response.end(JSON.stringify(document));
  const question = (bearer = "t", expiresAtMs = 1000) => ({ bearer, sub: "u", expiresAtMs });

  it("asks once for requests that come together, keeps the answer for the token's lifetime, and asks again after it", async () => {
    answer = saying({ sub: "u", permission: "one" });
    let now = 0;
    const client = new UserInfoClient(issuer, { now: () => now });
    const answers = await Promise.all([1, 2, 3].map(() => client.claimsOf(question())));
    expect(answers.map(({ permissions }) => permissions)).toEqual([["one"], ["one"], ["one"]]);
    now = 999;
    await client.claimsOf(question());
    expect(asked).toBe(1);
    now = 1000;
    await client.claimsOf(question());
    expect(asked).toBe(2);
  });

  it("keeps the answers of two tokens apart", async () => {
    answer = saying({ sub: "u" });
    const client = new UserInfoClient(issuer, { now: () => 0 });
    await client.claimsOf(question("a"));
    await client.claimsOf(question("b"));
    expect(asked).toBe(2);
  });

  it("keeps no failure", async () => {
    const client = new UserInfoClient(issuer, { now: () => 0 });
    answer = (response) => void response.writeHead(503).end();
    await expect(client.claimsOf(question())).rejects.toThrow(UserInfoUnavailableError);
    answer = saying({ sub: "u" });
    expect(await client.claimsOf(question())).toMatchObject({ sub: "u", permissions: [] });
  });

  it.each([
    ["too large a document", { sub: "u", name: "x".repeat(70_000) }],
    ["no document", "text"],
    ["claims of the wrong kind", { sub: "u", permission: 5 }],
  ])("refuses %s", async (_, document) => {
    answer = saying(document);
    const client = new UserInfoClient(issuer, { now: () => 0 });
    await expect(client.claimsOf(question())).rejects.toThrow(UserInfoUnavailableError);
  });
});
