import { createHmac, generateKeyPairSync, randomUUID, sign } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Answer, call, type Fields, LocalStack, type Owner, until } from "../support/local-stack.ts";

const ACCOUNTS = "/api/v1/smtp-accounts";
const NOTIFICATIONS = "/api/v1/notifications";
const KEYS = "/panel/api/api-keys";

let stack: LocalStack;
let owner: Owner;
beforeAll(async () => {
  stack = await LocalStack.shared();
  owner = await stack.owner();
});
afterAll(() => stack.close());

function expectUnauthorized(answer: Answer, code = "unauthorized"): void {
  expect([answer.status, answer.text]).toEqual([401, `{"error":"unauthorized","code":"${code}"}`]);
  expect(answer.headers.get("www-authenticate")).toBe("Bearer");
  expect(answer.headers.get("content-type")).toMatch(/^application\/json/);
}

const accounts = (token?: string) => stack.call("GET", ACCOUNTS, { token });
const b64 = (value: unknown) =>
  Buffer.from(typeof value === "string" ? value : JSON.stringify(value)).toString("base64url");

/** Makes a token with the claims and the header of a good one, but signs it itself. */
async function forged(
  change: { header?: Fields; claims?: Fields },
  signer: (input: string) => string,
): Promise<string> {
  const [head = "", claims = ""] = (await stack.token(owner.sub)).split(".");
  const parse = (part: string) => JSON.parse(Buffer.from(part, "base64url").toString("utf8")) as Fields;
  const input = `${b64({ ...parse(head), ...change.header })}.${b64({ ...parse(claims), ...change.claims })}`;
  return `${input}.${signer(input)}`;
}

describe("access tokens (D6, D8, A-bearer)", () => {
  it("lets a good one in", async () => {
    expect((await accounts(owner.token)).status).toBe(200);
  });

  it.each<[string, string | undefined]>([
    ["no header", undefined],
    ["an empty one", ""],
    ["Basic", "Basic ZGVtbzpkZW1v"],
    ["the bare word", "Bearer"],
    ["the bare word with a space", "Bearer "],
    ["two tokens", "Bearer a b"],
    ["a token without the scheme", "eyJhbGciOiJSUzI1NiJ9.e30.x"],
    ["one dot", "Bearer a.b"],
    ["three dots", "Bearer a.b.c.d"],
    ["empty parts", "Bearer .."],
    ["no base64", "Bearer !!!.???.***"],
    ["a very long one", `Bearer ${"x".repeat(8000)}`],
  ])("refuses a malformed credential: %s", async (_what, authorization) => {
    const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
    for (const path of [ACCOUNTS, KEYS]) expectUnauthorized(await stack.call("GET", path, { headers }));
    expectUnauthorized(await stack.call("POST", NOTIFICATIONS, { headers, json: {} }));
  });

  it("takes the scheme in any case (RFC 9110)", async () => {
    for (const scheme of ["bearer", "BEARER"])
      expect(
        (await stack.call("GET", ACCOUNTS, { headers: { authorization: `${scheme} ${owner.token}` } })).status,
      ).toBe(200);
  });

  it.each<[string, Fields]>([
    ["expired", { expires_in: -3600 }],
    ["expired a minute ago", { expires_in: -60 }],
    ["of another issuer", { claims: { iss: "https://evil.example" } }],
    ["of an issuer that only begins like ours", { claims: { iss: "http://127.0.0.1" } }],
    ["without issuer", { claims: { iss: null } }],
    ["for another audience", { claims: { aud: "somebody-else" } }],
    ["for other audiences", { claims: { aud: ["a", "b"] } }],
    ["without audience", { claims: { aud: null } }],
    ["without expiry", { claims: { exp: null } }],
    ["with an expiry that is no number", { claims: { exp: "tomorrow" } }],
    ["not valid yet", { claims: { nbf: Math.floor(Date.now() / 1000) + 3600 } }],
    ["without subject", { claims: { sub: null } }],
    ["with an empty subject", { claims: { sub: "" } }],
    ["with a subject that is no string", { claims: { sub: 1 } }],
    ["with a list as subject", { claims: { sub: ["demo"] } }],
  ])("refuses a token %s", async (_what, more) => {
    expectUnauthorized(await accounts(await stack.token(owner.sub, more)));
  });

  it("accepts our audience among others", async () => {
    expect((await accounts(await stack.token(owner.sub, { claims: { aud: ["x", "herald"] } }))).status).toBe(200);
  });

  it("refuses a signature by another key, alg none, and HMAC with the public key", async () => {
    const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    const rsa = (input: string) => sign("sha256", Buffer.from(input), privateKey).toString("base64url");
    const jwks = await call("GET", `${stack.file.auth_url}/.well-known/openid-configuration`);
    const keys = await call("GET", String(jwks.body.jwks_uri));
    const hmac = (input: string) => createHmac("sha256", keys.text).update(input).digest("base64url");
    const good = await stack.token(owner.sub);
    const tokens = [
      await forged({}, rsa),
      await forged({ header: { kid: "unknown" } }, rsa),
      await forged({ header: { kid: undefined } }, rsa),
      await forged({ header: { alg: "none" } }, () => ""),
      await forged({ header: { alg: "None", kid: undefined } }, () => ""),
      await forged({ header: { alg: "HS256" } }, hmac),
      await forged(
        { header: { jwk: generateKeyPairSync("rsa", { modulusLength: 2048 }).publicKey.export({ format: "jwk" }) } },
        rsa,
      ),
      await forged({ header: { crit: ["x"], x: 1 } }, rsa),
      await forged({ claims: { sub: "demo" } }, () => good.split(".")[2] ?? ""),
      good.slice(0, -4),
      `${good}AAAA`,
      good.split(".").slice(0, 2).join("."),
    ];
    for (const token of tokens) expectUnauthorized(await accounts(token));
  });

  it.each<[string, Fields, number]>([
    ["the scope alone", { scope: "notifications" }, 200],
    ["the scope among others", { scope: "openid notifications email" }, 200],
    ["an array", { claims: { scope: ["openid", "notifications"] } }, 200],
    ["scp, a string", { claims: { scope: null, scp: "openid notifications" } }, 200],
    ["scp, an array", { claims: { scope: null, scp: ["notifications"] } }, 200],
    ["no scope claim", { claims: { scope: null } }, 403],
    ["an empty scope", { claims: { scope: "" } }, 403],
    ["another scope", { scope: "openid profile" }, 403],
    ["a longer word", { scope: "notifications.read xnotifications" }, 403],
    ["upper case", { scope: "NOTIFICATIONS" }, 403],
    ["an empty array", { claims: { scope: [] } }, 403],
    ["no string", { claims: { scope: 1 } }, 403],
    ["an object", { claims: { scope: { notifications: true } } }, 403],
  ])("scope as %s", async (_what, more, status) => {
    const token = await stack.token(owner.sub, more);
    for (const path of [ACCOUNTS, KEYS]) {
      const answer = await stack.call("GET", path, { token });
      expect(answer.status).toBe(status);
      if (status === 403)
        expect(answer.body).toMatchObject({ error: "insufficient scope", code: "insufficient_scope" });
    }
  });

  it.each([
    ["a string", "admin"],
    ["an array", ["admin", "x"]],
    ["nothing", null],
    ["a number", 7],
  ])("takes role and groups as %s", async (_what, value) => {
    const token = await stack.token(owner.sub, { claims: { role: value, groups: value } });
    expect((await accounts(token)).status).toBe(200);
  });

  it.each(["auth0|abc", "a/b", "O#x", "x y", "ümlaut", "' OR 1=1", "x".repeat(255)])(
    "isolates an owner whose subject is %s",
    async (sub) => {
      const token = await stack.token(sub);
      const before = (await accounts(token)).list;
      expect(before).toEqual([]);
      const { id } = await stack.createAccount(token);
      expect((await accounts(token)).list.map((account) => account.id)).toEqual([id]);
      const key = String((await stack.apiKey(token)).key);
      expect((await stack.send(key)).status).toBe(202);
    },
  );
});

describe("the wrong kind of credential (A-credentials, F-401)", () => {
  it.each<[string, string]>([
    ["GET", ACCOUNTS],
    ["POST", ACCOUNTS],
    ["GET", `${ACCOUNTS}/${randomUUID()}`],
    ["PUT", `${ACCOUNTS}/${randomUUID()}`],
    ["DELETE", `${ACCOUNTS}/${randomUUID()}`],
    ["POST", `${ACCOUNTS}/${randomUUID()}/test`],
    ["GET", KEYS],
    ["POST", KEYS],
    ["DELETE", `${KEYS}/${randomUUID()}`],
    ["POST", `${KEYS}/${randomUUID()}/rotate`],
  ])("%s %s takes no API key", async (method, path) => {
    expectUnauthorized(await stack.call(method, path, { token: owner.key }), "access_token_required");
    expectUnauthorized(await stack.call(method, path));
  });

  it.each<[string, string]>([
    ["POST", NOTIFICATIONS],
    ["GET", `${NOTIFICATIONS}/${randomUUID()}`],
  ])("%s %s takes no access token", async (method, path) => {
    expectUnauthorized(await stack.call(method, path, { token: owner.token }), "api_key_required");
    expectUnauthorized(await stack.call(method, path));
  });

  it("takes no credential from the query, and no cookie", async () => {
    expectUnauthorized(await stack.call("GET", `${ACCOUNTS}?access_token=${owner.token}`));
    expectUnauthorized(await stack.call("GET", ACCOUNTS, { headers: { cookie: `access_token=${owner.token}` } }));
    expectUnauthorized(await stack.call("POST", NOTIFICATIONS, { headers: { "x-api-key": owner.key }, json: {} }));
  });
});

describe("API keys (D9, D10)", () => {
  const FORM = /^hrld_live_[0-9A-Za-z]{49}$/;
  const status = async (key: string) =>
    (await stack.call("GET", `${NOTIFICATIONS}/${randomUUID()}`, { token: key })).status;
  const list = async (token: string) => (await stack.call("GET", KEYS, { token })).list;

  it("shows the key once, at creation", async () => {
    const { token } = await stack.owner(null);
    const answer = await stack.call("POST", KEYS, { token, json: { name: "  CI  " } });
    expect(answer.status).toBe(201);
    const { key, ...fields } = answer.body;
    expect(key).toMatch(FORM);
    expect(fields).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: "CI",
      prefix: String(key).slice(0, 12),
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/),
    });
    const listed = await stack.call("GET", KEYS, { token });
    const may = [
      "notifications:send",
      "notifications:read",
      "conversations:read",
      "conversations:reply",
      "attachments:write",
      "events:read",
    ];
    expect(listed.list).toContainEqual(fields);
    const detailed = await stack.call("GET", `${KEYS}?details=true`, { token });
    expect(detailed.list).toContainEqual({ ...fields, last_four: String(key).slice(-4), may });
    expect((await stack.call("GET", `${KEYS}?details=yes`, { token })).status).toBe(400);
    expect(listed.text).not.toContain(String(key));
    expect(listed.text).not.toContain('"key"');
    expect(await status(String(key))).toBe(404);
  });

  it("keeps no key in the data folder but the demo's own, and prints none but theirs", async () => {
    const { key } = await stack.apiKey(owner.token);
    await stack.send(String(key));
    for (const { name, bytes } of await stack.dataFiles())
      expect(bytes.includes(Buffer.from(String(key))), name).toBe(false);
    expect(stack.output).not.toContain(String(key));
    expect(stack.output).not.toContain(owner.token);
  });

  it("tells when a key was last used, to the hour", async () => {
    const fresh = await stack.owner(null);
    await status(fresh.key);
    const [used] = await until(
      () => list(fresh.token),
      ([one]) => one?.last_used_at !== undefined,
    );
    const hour = new Date(String(used?.last_used_at));
    expect([hour.getUTCMinutes(), hour.getUTCSeconds(), hour.getUTCMilliseconds()]).toEqual([0, 0, 0]);
    expect(Date.now() - hour.getTime()).toBeLessThan(3_600_000 + 5000);
  });

  it.each<[string, unknown]>([
    ["no name", {}],
    ["an empty name", { name: "" }],
    ["a blank name", { name: "  " }],
    ["a name that is no string", { name: 1 }],
    ["null", { name: null }],
    ["a past expiry", { name: "x", expires_at: "2020-01-01T00:00:00Z" }],
    ["an expiry that is no time", { name: "x", expires_at: "tomorrow" }],
    ["a date only", { name: "x", expires_at: "2099-01-01" }],
    ["a number as expiry", { name: "x", expires_at: 4102444800 }],
    ["a day that does not exist", { name: "x", expires_at: "2099-02-30T00:00:00Z" }],
    ["scope", { name: "x", scope: "all" }],
  ])("refuses to create with %s", async (_what, json) => {
    const answer = await stack.call("POST", KEYS, { token: owner.token, json });
    expect([answer.status, answer.body]).toMatchObject([400, { error: expect.stringMatching(/\S/) }]);
  });

  it("ends a key at its time", async () => {
    const expires = new Date(Date.now() + 8000).toISOString();
    const { key, expires_at } = await stack.apiKey(owner.token, { expires_at: expires });
    expect(Date.parse(String(expires_at))).toBe(Date.parse(expires));
    expect(await status(String(key))).toBe(404);
    await until(
      () => status(String(key)),
      (code) => code === 401,
      { withinMs: 60_000, everyMs: 200 },
    );
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(expires));
  });

  it("answers an expiry in another zone in UTC", async () => {
    const { expires_at } = await stack.apiKey(owner.token, { expires_at: "2099-01-01T02:00:00+02:00" });
    expect(expires_at).toMatch(/^2099-01-01T00:00:00(\.000)?Z$/);
  });

  it("ends a revoked key, and one rotated without grace, within 30 s, though both were just in use", async () => {
    const [revoked, rotated] = await Promise.all([stack.apiKey(owner.token), stack.apiKey(owner.token)]);
    for (const { key } of [revoked, rotated]) expect(await status(String(key))).toBe(404);
    const path = `${KEYS}/${String(revoked.id)}`;
    const deleted = await stack.call("DELETE", path, { token: owner.token });
    expect([deleted.status, deleted.text]).toEqual([204, ""]);
    const json = { grace_seconds: 0 };
    const successor = await stack.call("POST", `${KEYS}/${String(rotated.id)}/rotate`, { token: owner.token, json });
    expect(successor.status).toBe(201);
    for (const { key } of [revoked, rotated])
      await until(
        () => status(String(key)),
        (code) => code === 401,
        { withinMs: 30_000, everyMs: 250 },
      );
    expect(await status(String(successor.body.key))).toBe(404);
    const listed = (await list(owner.token)).find((one) => one.id === revoked.id);
    expect(listed?.revoked_at).toMatch(/Z$/);
    expect([204, 404]).toContain((await stack.call("DELETE", path, { token: owner.token })).status);
    expect((await stack.call("POST", `${path}/rotate`, { token: owner.token })).status).toBe(400);
  });

  it("does not give a foreign key away", async () => {
    const other = await stack.owner(null);
    const { id, key } = await stack.apiKey(other.token);
    for (const target of [id, randomUUID()]) {
      const revoke = await stack.call("DELETE", `${KEYS}/${target}`, { token: owner.token });
      const rotate = await stack.call("POST", `${KEYS}/${target}/rotate`, { token: owner.token, json: {} });
      for (const answer of [revoke, rotate])
        expect([answer.status, answer.text]).toEqual([404, '{"error":"not found","code":"not_found"}']);
    }
    expect((await list(owner.token)).some((one) => one.id === id)).toBe(false);
    expect(await status(String(key))).toBe(404);
  });

  it("rotates: a new key at once, the old one for the grace period", async () => {
    const { id, key } = await stack.apiKey(owner.token, { name: "rotating" });
    const answer = await stack.call("POST", `${KEYS}/${id}/rotate`, { token: owner.token });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({ name: "rotating", key: expect.stringMatching(FORM) });
    expect(answer.body.id).not.toBe(id);
    expect(answer.body.key).not.toBe(key);
    expect(await status(String(answer.body.key))).toBe(404);
    expect(await status(String(key))).toBe(404);
    const old = (await list(owner.token)).find((one) => one.id === id);
    const graceSeconds = (Date.parse(String(old?.expires_at)) - Date.now()) / 1000;
    expect(graceSeconds).toBeGreaterThan(86_300);
    expect(graceSeconds).toBeLessThanOrEqual(86_400);
  });

  it.each([-1, 1.5, "60", null, 1e12])("refuses grace_seconds %s", async (grace_seconds) => {
    const { id } = await stack.apiKey(owner.token);
    const answer = await stack.call("POST", `${KEYS}/${id}/rotate`, { token: owner.token, json: { grace_seconds } });
    expect(answer.status).toBe(400);
  });

  it("refuses a key that was changed in any part", async () => {
    const swap = (at: number) => {
      const old = owner.key[at];
      return owner.key.slice(0, at) + (old === "a" ? "b" : "a") + owner.key.slice(at + 1);
    };
    const wrong = [
      swap(12),
      swap(40),
      swap(owner.key.length - 1),
      swap(owner.key.length - 6),
      owner.key.slice(0, -1),
      `${owner.key}0`,
      owner.key.replace("live", "test"),
      owner.key.toUpperCase(),
      owner.key.toLowerCase(),
      "hrld_live_",
      `hrld_live_${"0".repeat(49)}`,
    ].filter((key) => key !== owner.key);
    for (const token of wrong)
      expectUnauthorized(await stack.call("GET", `${NOTIFICATIONS}/${randomUUID()}`, { token }));
  });
});

describe("signing keys and outages", () => {
  it("honours a new signing key within 5 s, and the old one meanwhile", async () => {
    const old = await stack.token(owner.sub);
    const takenMs: number[] = [];
    const best = () => Math.min(...takenMs.slice(1));
    // The first fetch waits for no earlier one. The machine may be busy, so the best of the later rounds counts.
    for (let round = 0; round < 5 && (round < 2 || best() >= 5000); round++) {
      await stack.auth("/dev/rotate");
      const fresh = await stack.token(owner.sub);
      const startedAt = Date.now();
      await until(
        () => accounts(fresh),
        ({ status }) => status === 200,
        { withinMs: 60_000, everyMs: 100 },
      );
      takenMs.push(Date.now() - startedAt);
    }
    expect(best()).toBeLessThan(5000);
    expect((await accounts(old)).status).toBe(200);
  });

  it("keeps working on known keys while the provider is down, and says so in readiness", async () => {
    const token = await stack.token(owner.sub);
    expect((await accounts(token)).status).toBe(200);
    await stack.auth("/dev/outage", { down: true });
    try {
      expect((await accounts(token)).status).toBe(200);
      expect((await stack.send(owner.key)).status).toBe(202);
      expect((await stack.call("GET", "/health/live")).status).toBe(200);
      const answer = await until(
        () => stack.call("GET", "/health/ready"),
        ({ status }) => status === 503,
        { withinMs: 60_000, everyMs: 200 },
      );
      expect(answer.body).toEqual({ status: "not-ready", database: "available", oidc: "unavailable" });
    } finally {
      await stack.auth("/dev/outage", { down: false });
    }
    await until(
      () => stack.call("GET", "/health/ready"),
      ({ status }) => status === 200,
      { withinMs: 60_000, everyMs: 200 },
    );
  });

  it("refuses in time while the provider is down from the start, and recovers", async () => {
    const cold = await LocalStack.start();
    try {
      const token = await cold.token("cold");
      await cold.auth("/dev/outage", { down: true });
      const startedAt = Date.now();
      expectUnauthorized(await cold.call("GET", ACCOUNTS, { token }));
      const ready = await cold.call("GET", "/health/ready");
      expect([ready.status, ready.body]).toEqual([
        503,
        { status: "not-ready", database: "available", oidc: "unavailable" },
      ]);
      expect(Date.now() - startedAt).toBeLessThan(25_000);
      expect((await cold.send(cold.file.demo.api_key)).status).toBe(202);
      await cold.auth("/dev/outage", { down: false });
      await pause(0);
      await until(
        () => cold.call("GET", ACCOUNTS, { token }),
        ({ status }) => status === 200,
        { withinMs: 60_000, everyMs: 200 },
      );
    } finally {
      await cold.close();
    }
  });
});
