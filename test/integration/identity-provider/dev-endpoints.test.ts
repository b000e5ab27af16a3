import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createRemoteJWKSet, decodeJwt, jwtVerify } from "jose";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  type IdentityProvider,
  startIdentityProvider,
} from "../../../local/world/identity-provider/start-identity-provider.ts";

let folder = "";
let provider: IdentityProvider;
let nowMs = 0;
const start = (port = 0) =>
  startIdentityProvider({
    port,
    dataDir: folder,
    requiredScope: "notifications",
    audience: "herald-api",
    clock: () => nowMs,
  });
beforeEach(async () => {
  nowMs = Date.now();
  folder = mkdtempSync(join(tmpdir(), "herald-idp-"));
  provider = await start();
});
afterEach(async () => {
  await provider.close();
  rmSync(folder, { recursive: true, force: true });
});

const send = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
  const content = typeof body === "string" ? body : JSON.stringify(body);
  const response = await fetch(`${provider.url}${path}`, {
    method,
    headers,
    ...(body !== undefined && { body: content }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === "" ? undefined : JSON.parse(text) };
};
const mint = async (body: object): Promise<string> => (await send("POST", "/dev/token", body)).body.access_token;
const kids = async () => (await send("GET", "/connect/jwks")).body.keys.map(({ kid }: { kid: string }) => kid);

describe("POST /dev/token (M-token)", () => {
  it("gives a token that verifies, with the required scope and the configured audience", async () => {
    const jwks = createRemoteJWKSet(new URL(`${provider.url}/connect/jwks`));
    const { payload } = await jwtVerify(await mint({ sub: "demo" }), jwks, {
      issuer: provider.url,
      audience: "herald-api",
      typ: "at+jwt",
    });
    expect(payload).toMatchObject({ sub: "demo", scope: "notifications", client_id: "herald-panel" });
  });

  it("gives admin the role admin, and an unknown user nothing", async () => {
    expect(decodeJwt(await mint({ sub: "admin" })).role).toBe("admin");
    expect(decodeJwt(await mint({ sub: "somebody new" }))).toMatchObject({ sub: "somebody new", summit_email: false });
  });

  it.each([[["a", "b"]], ["a b"], [""], [[]]])("puts the scope %j in as given", async (scope) => {
    expect(decodeJwt(await mint({ sub: "demo", scope })).scope).toEqual(scope);
  });

  it("lets claims win over everything, leaves out what is null", async () => {
    const claims = {
      role: ["a", "b"],
      iss: "https://else.test",
      aud: ["x", "y"],
      exp: 5,
      scp: ["z"],
      deep: { a: [1] },
    };
    expect(decodeJwt(await mint({ sub: "admin", claims: { ...claims, sid: null, sub: "me" } }))).toMatchObject({
      ...claims,
      sub: "me",
    });
    expect(decodeJwt(await mint({ sub: "admin", claims: { exp: null } }))).not.toHaveProperty("exp");
  });

  it("selects an organisation by claim", async () => {
    const claims = { organization_id: "acme" };
    expect(decodeJwt(await mint({ sub: "admin", claims }))).toMatchObject({
      organization_role: "owner",
      organization_product_access: "notifications",
    });
  });

  it.each([
    [60, 60],
    [-60, -60],
    [0, 0],
  ])("expires in %i s", async (expires_in, expected) => {
    const { exp = 0, iat = 0, nbf = 0 } = decodeJwt(await mint({ sub: "demo", expires_in }));
    expect(exp - Math.floor(nowMs / 1000)).toBe(expected);
    expect(iat === nbf && iat < exp && iat <= nowMs / 1000).toBe(true);
  });

  it.each([
    ["", "not JSON"],
    ["{", "not JSON"],
    ["[]", "expected object"],
    ["{}", "sub"],
    ['{"sub":""}', "sub"],
    ['{"sub":1}', "sub"],
    ['{"sub":"a","scope":1}', "scope"],
    ['{"sub":"a","claims":[]}', "claims"],
    ['{"sub":"a","expires_in":"1"}', "expires_in"],
    ['{"sub":"a","expires_in":1.5}', "expires_in"],
    ['{"sub":"a","scopes":"b"}', "scopes"],
  ])("refuses %j and says why", async (body, reason) => {
    const { status, body: answer } = await send("POST", "/dev/token", body);
    expect([status, answer.error, answer.error_description]).toEqual([
      400,
      "invalid_request",
      expect.stringContaining(reason),
    ]);
  });

  it("refuses a body beyond 2 MB", async () => {
    const { status } = await send("POST", "/dev/token", { sub: "demo", claims: { x: "x".repeat(2_000_001) } });
    expect(status).toBe(413);
  });
});

describe("GET and POST /connect/userinfo", () => {
  const ask = (token: string) => send("GET", "/connect/userinfo", undefined, { authorization: `Bearer ${token}` });

  it("reads the scope from a string or an array", async () => {
    for (const scope of ["email x", ["email", "x"]])
      expect((await ask(await mint({ sub: "demo", scope }))).body).toMatchObject({ email: "demo@example.com" });
  });

  it("refuses no token, a broken one, an expired one and one of another issuer", async () => {
    expect((await send("GET", "/connect/userinfo")).headers.get("www-authenticate")).toBe("Bearer");
    const expired = await mint({ sub: "demo", expires_in: -1 });
    const foreign = await mint({ sub: "demo", claims: { iss: "https://else.test" } });
    for (const token of ["x", expired, foreign]) {
      const { status, headers, body } = await ask(token);
      expect([status, body.error, headers.get("www-authenticate")]).toEqual([
        401,
        "invalid_token",
        'Bearer error="invalid_token"',
      ]);
    }
  });
});

describe("POST /dev/rotate (M-rotate)", () => {
  it("signs with a new key at once; the old one stays for a minute, over a restart too", async () => {
    const [old] = await kids();
    const token = await mint({ sub: "demo" });
    const { kid } = (await send("POST", "/dev/rotate")).body;
    expect(await kids()).toEqual([kid, old]);
    const port = Number(new URL(provider.url).port);
    await provider.close();
    provider = await start(port);
    expect(await kids()).toEqual([kid, old]);
    const use = () => send("GET", "/connect/userinfo", undefined, { authorization: `Bearer ${token}` });
    expect((await use()).status).toBe(200);
    nowMs += 60_001;
    expect(await kids()).toEqual([kid]);
    expect((await use()).status).toBe(401);
  });

  it("keeps keys readable by their owner only", () => {
    expect(statSync(join(folder, "identity-provider", "signing-keys.json")).mode & 0o777).toBe(0o600);
  });
});

describe("POST /dev/outage (M-outage)", () => {
  it("takes every endpoint down but itself, and up again", async () => {
    expect((await send("POST", "/dev/outage", { down: true })).body).toEqual({ down: true });
    const paths = ["/.well-known/openid-configuration", "/connect/jwks", "/connect/authorize", "/connect/userinfo"];
    for (const path of [...paths, "/dev/directory", "/nowhere"]) expect((await send("GET", path)).status).toBe(503);
    for (const path of ["/connect/token", "/dev/token", "/dev/rotate"])
      expect((await send("POST", path)).status).toBe(503);
    expect((await send("POST", "/dev/outage", { down: "no" })).status).toBe(400);
    await send("POST", "/dev/outage", { down: false });
    expect((await send("GET", "/connect/jwks")).status).toBe(200);
  });
});

describe("GET and PUT /dev/directory", () => {
  it("replaces what claims are computed from, and keeps it over a restart", async () => {
    const next = { users: [{ sub: "zoe", roles: ["pilot"] }] };
    expect((await send("PUT", "/dev/directory", next)).status).toBe(200);
    await provider.close();
    provider = await start();
    expect((await send("GET", "/dev/directory")).body.users).toMatchObject(next.users);
    expect(decodeJwt(await mint({ sub: "zoe" })).role).toBe("pilot");
  });

  it("says 409 while the edited file is not a directory, goes on with the last good one, and is mended by a PUT", async () => {
    const good = (await send("GET", "/dev/directory")).body;
    writeFileSync(join(folder, "identity-provider", "directory.json"), '{"users":"nobody"}');
    const { status, body } = await send("GET", "/dev/directory");
    expect([status, body.error_description]).toEqual([409, expect.stringContaining("users: ")]);
    expect(decodeJwt(await mint({ sub: "admin" })).role).toBe("admin");
    expect((await send("PUT", "/dev/directory", good)).status).toBe(200);
    expect((await send("GET", "/dev/directory")).body).toEqual(good);
  });

  it("refuses a bad directory with a readable message and keeps the old one", async () => {
    const { status, body } = await send("PUT", "/dev/directory", {
      users: [{ sub: "zoe" }],
      grants: [{ product: "x", user: "zoe" }],
    });
    expect([status, body.error_description]).toEqual([400, 'grants[0].product: no such product: "x"']);
    expect((await send("GET", "/dev/directory")).body.users).toHaveLength(3);
  });
});

describe("callers in a browser", () => {
  const origin = "http://localhost:5173";
  it.each([
    ["/.well-known/openid-configuration", "https://anybody.test", "*"],
    ["/connect/jwks", "https://anybody.test", "*"],
    ["/connect/token", origin, origin],
    ["/connect/userinfo", origin, origin],
    ["/connect/token", "https://anybody.test", null],
    ["/connect/authorize", origin, null],
  ])("%s from %s may be read by %s", async (path, from, expected) => {
    const method = path === "/connect/token" ? "POST" : "GET";
    const response = await fetch(`${provider.url}${path}`, { method, headers: { origin: from } });
    expect(response.headers.get("access-control-allow-origin")).toBe(expected);
  });

  it("get their preflight answered", async () => {
    const { status, headers } = await send("OPTIONS", "/connect/userinfo", undefined, { origin });
    expect([status, headers.get("access-control-allow-origin"), headers.get("access-control-allow-methods")]).toEqual([
      204,
      origin,
      "GET, POST",
    ]);
    expect(headers.get("access-control-allow-headers")).toBe("authorization, content-type");
  });

  it("of other sites do not reach the development endpoints, nor do rebound names", async () => {
    expect((await send("POST", "/dev/token", { sub: "demo" }, { origin: "https://evil.test" })).status).toBe(403);
    expect((await send("POST", "/dev/token", { sub: "demo" }, { origin })).status).toBe(200);
    const status = await new Promise((resolve, reject) => {
      const rebound = request(`${provider.url}/dev/directory`, { headers: { host: "evil.test" } }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      rebound.on("error", reject).end();
    });
    expect(status).toBe(403);
  });
});

describe("the server", () => {
  it("answers 404 and 405 in JSON, and HEAD like GET", async () => {
    expect((await send("GET", "/nowhere")).status).toBe(404);
    const wrong = await send("DELETE", "/connect/token");
    expect([wrong.status, wrong.headers.get("allow"), wrong.body.error]).toEqual([405, "POST", "method_not_allowed"]);
    expect((await send("HEAD", "/connect/jwks")).status).toBe(200);
  });

  it("closes in spite of open connections, and twice", async () => {
    const open = request(`${provider.url}/dev/token`, { method: "POST" });
    const ended = new Promise((resolve) => open.on("error", resolve));
    await new Promise((resolve) => open.on("socket", (socket) => socket.on("connect", resolve)).write("{"));
    await provider.close();
    await provider.close();
    expect(await ended).toBeInstanceOf(Error);
  });
});
