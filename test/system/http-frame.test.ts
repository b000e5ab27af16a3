import { randomUUID } from "node:crypto";
import { request } from "node:http";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Answer, type CallOptions, type Fields, LocalStack, type Owner } from "../support/local-stack.ts";

let stack: LocalStack;
let owner: Owner;
let guarded: Owner;

beforeAll(async () => {
  stack = await LocalStack.shared();
  [owner, guarded] = await Promise.all([stack.owner(), stack.owner({ api_allowed_domains: ["shop.example"] })]);
});
afterAll(() => stack.close());

const ACCOUNTS = "/api/v1/smtp-accounts";
const NOTIFICATIONS = "/api/v1/notifications";
const MAIL = { recipient: "a@b.example", subject: "s", body: "b" };
const REQUEST_ID = /^[\w-]{8,}$/;

function expectError(answer: Answer, status: number, message?: string): void {
  expect({ status: answer.status, text: answer.text }).toMatchObject({ status });
  expect(answer.headers.get("content-type")).toMatch(/^application\/json/);
  expect(answer.headers.get("x-request-id")).toMatch(REQUEST_ID);
  const { errors, ...body } = answer.body;
  expect(body).toMatchObject({ error: expect.any(String), code: expect.stringMatching(/^[a-z_]+$/) });
  // One entry of `errors` repeats the message, possibly followed by the expected value (D54).
  const told = [String(body.error), "a JSON object was expected", "Content-Type must be"];
  if (errors !== undefined)
    expect((errors as Fields[]).filter((one) => told.some((text) => String(one.message).startsWith(text)))).not.toEqual(
      [],
    );
  expect(answer.body.error).toEqual(message ?? expect.stringMatching(/\S/));
}

/** Sends exactly this request line, which no ordinary client would send. */
const rawPath = (method: string, path: string): Promise<{ status: number; type: string; id: string; text: string }> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(stack.file.base_url);
    const sent = request({ hostname, port, method, path, timeout: 5000 }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () =>
        resolve({
          status: response.statusCode ?? 0,
          type: response.headers["content-type"] ?? "",
          id: String(response.headers["x-request-id"] ?? ""),
          text: Buffer.concat(chunks).toString("utf8"),
        }),
      );
    });
    sent.on("error", reject).end();
  });

/** Sends bytes that are no proper request, and returns everything that comes back. */
const rawBytes = (bytes: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(stack.file.base_url);
    const socket = connect({ host: hostname, port: Number(port) }, () => socket.write(bytes));
    let text = "";
    socket.setTimeout(5000, () => socket.destroy());
    socket.on("data", (chunk) => {
      text += chunk.toString("utf8");
    });
    socket.on("error", reject).on("close", () => resolve(text));
  });

describe("status and health (G5)", () => {
  it("GET /api/v1/status tells name, service and status without a credential (P-status)", async () => {
    const answer = await stack.call("GET", "/api/v1/status");
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ name: "Herald", service: "notification-delivery", status: "running" });
    expect(answer.headers.get("x-request-id")).toMatch(REQUEST_ID);
  });

  it("GET /api/v1/status does not care about a credential that nobody knows", async () => {
    expect((await stack.call("GET", "/api/v1/status", { token: "nonsense" })).status).toBe(200);
  });

  it("GET /health/live is alive (P-live)", async () => {
    const answer = await stack.call("GET", "/health/live");
    expect([answer.status, answer.body]).toEqual([200, { status: "alive" }]);
  });

  it("GET /health/ready names both dependencies (P-ready)", async () => {
    const answer = await stack.call("GET", "/health/ready");
    expect([answer.status, answer.body]).toEqual([200, { status: "ready", database: "available", oidc: "available" }]);
  });

  it.each(["/api/v1/health/live", "/api/v1/health/ready", "/status", "/live"])(
    "%s does not exist (P-version)",
    async (path) => {
      expectError(await stack.call("GET", path), 404);
    },
  );
});

describe("unknown paths and methods", () => {
  const UNKNOWN = [
    "/api/v1",
    "/api/v1/",
    "/api/v1/nope",
    "/api/v1/chat-accounts",
    `/api/v1/chat-accounts/${randomUUID()}`,
    "/api/v1/smtp-accounts/",
    `/api/v1/smtp-accounts/${randomUUID()}/nope`,
    "/api/v1/notifications/x/y",
    "/api/v2/status",
    "/health",
    "/.env",
    "/%00",
    "/%ff%fe",
    "/api/v1/%73tatus%",
  ];

  it.each(UNKNOWN)("GET %s answers 404 with and without a credential (F-json, R-chat-administration)", async (path) => {
    for (const token of [undefined, "nonsense", owner.token, owner.key])
      expectError(await stack.call("GET", path, { token }), 404, "not found");
  });

  it.each(["//", "//evil.example/x", "/..", "/api/v1/../../etc/passwd", "/a b".replace(" ", "%20"), "/?", "/:::"])(
    "GET %s gets an answer, in JSON",
    async (path) => {
      const answer = await rawPath("GET", path);
      expect(answer.id).toMatch(REQUEST_ID);
      if (answer.status !== 200)
        expect([answer.status, JSON.parse(answer.text)]).toMatchObject([
          404,
          { error: "not found", code: "not_found" },
        ]);
    },
  );

  it.each([
    ["PATCH", ACCOUNTS, ["GET", "POST"]],
    ["DELETE", ACCOUNTS, ["GET", "POST"]],
    ["PUT", ACCOUNTS, ["GET", "POST"]],
    ["POST", `${ACCOUNTS}/${randomUUID()}`, ["GET", "PUT", "DELETE"]],
    ["GET", `${ACCOUNTS}/${randomUUID()}/test`, ["POST"]],
    ["PUT", NOTIFICATIONS, ["GET", "POST"]],
    ["DELETE", `${NOTIFICATIONS}/${randomUUID()}`, ["GET", "PATCH"]],
    ["GET", `${NOTIFICATIONS}/${randomUUID()}/cancel`, ["POST"]],
    ["POST", "/api/v1/status", ["GET"]],
    ["POST", "/health/live", ["GET"]],
    ["DELETE", "/health/ready", ["GET"]],
    ["PUT", "/panel/api/api-keys", ["GET", "POST"]],
    ["GET", `/panel/api/api-keys/${randomUUID()}`, ["DELETE"]],
    ["GET", `/panel/api/api-keys/${randomUUID()}/rotate`, ["POST"]],
  ])("%s %s answers 405 and says what is allowed", async (method, path, methods) => {
    for (const token of [undefined, owner.token]) {
      const answer = await stack.call(method, path, { token });
      expectError(answer, 405);
      const allowed = (answer.headers.get("allow") ?? "").split(/\s*,\s*/).filter((name) => !/HEAD|OPTIONS/.test(name));
      expect(allowed.sort()).toEqual([...methods].sort());
    }
  });

  it.each([
    ["a broken request line", "NONSENSE\r\n\r\n"],
    ["a header without a colon", "GET / HTTP/1.1\r\nHost: x\r\nbroken header\r\n\r\n"],
    ["headers that are too large", `GET / HTTP/1.1\r\nHost: x\r\nX-Large: ${"x".repeat(40_000)}\r\n\r\n`],
    [
      "two content lengths",
      "POST /api/v1/status HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
    ],
  ])("what the gateway itself refuses is JSON too: %s", async (_what, bytes) => {
    const text = await rawBytes(bytes);
    expect(text).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect(text.toLowerCase()).toContain("content-type: application/json");
    expect(text.toLowerCase()).toContain("x-request-id: ");
    expect(JSON.parse(text.slice(text.indexOf("\r\n\r\n") + 4))).toEqual({
      error: expect.any(String),
      code: expect.stringMatching(/^[a-z_]+$/),
    });
  });
});

describe("order of checks (D1)", () => {
  const BROKEN = { raw: "{" } as const;

  it.each<[string, string, string, () => CallOptions, number]>([
    ["401 before a bad path id", "GET", `${ACCOUNTS}/x`, () => ({}), 401],
    ["401 before a bad body", "POST", ACCOUNTS, () => BROKEN, 401],
    ["401 before a bad body", "POST", NOTIFICATIONS, () => BROKEN, 401],
    ["401 before a bad path id", "GET", `${NOTIFICATIONS}/x`, () => ({}), 401],
    ["403 before a bad path id", "GET", `${ACCOUNTS}/x`, () => ({ token: "noScope" }), 403],
    ["403 before a bad body", "POST", ACCOUNTS, () => ({ token: "noScope", ...BROKEN }), 403],
    ["origin 403 before a broken body", "POST", NOTIFICATIONS, () => ({ token: guarded.key, ...BROKEN }), 403],
    ["origin 403 before an empty body", "POST", NOTIFICATIONS, () => ({ token: guarded.key, json: {} }), 403],
    [
      "origin 403 before an unknown field",
      "POST",
      NOTIFICATIONS,
      () => ({ token: guarded.key, json: { ...MAIL, x: 1 } }),
      403,
    ],
    [
      "origin 403 before a bad recipient",
      "POST",
      NOTIFICATIONS,
      () => ({ token: guarded.key, json: { ...MAIL, recipient: "x" } }),
      403,
    ],
    [
      "origin 403 before too large a body",
      "POST",
      NOTIFICATIONS,
      () => ({ token: guarded.key, raw: " ".repeat(1_048_577) }),
      403,
    ],
    ["path id 400 before the body", "PUT", `${ACCOUNTS}/x`, () => ({ token: owner.token, ...BROKEN }), 400],
    ["body 400 before 404", "PUT", `${ACCOUNTS}/${randomUUID()}`, () => ({ token: owner.token, json: {} }), 400],
    ["body 400 before 404", "POST", `${ACCOUNTS}/${randomUUID()}/test`, () => ({ token: owner.token, ...BROKEN }), 400],
  ])("%s: %s %s", async (_rule, method, path, options, status) => {
    const { token, ...rest } = options();
    const answer = await stack.call(method, path, {
      ...rest,
      token: token === "noScope" ? await stack.token(owner.sub, { scope: "openid" }) : token,
    });
    expectError(answer, status);
  });

  it("names the path id, not the body, when both are wrong", async () => {
    const answer = await stack.call("PUT", `${ACCOUNTS}/x`, { token: owner.token, raw: "{" });
    expectError(answer, 400, "id must be a UUID");
  });
});

describe("bodies (D3, D4, G7, G7a, L-body, F-400, D49a)", () => {
  const send = (options: CallOptions) => stack.call("POST", NOTIFICATIONS, { token: owner.key, ...options });
  const text = JSON.stringify(MAIL);
  const sized = (bytes: number) => {
    const frame = JSON.stringify({ ...MAIL, body: "" }).length;
    return JSON.stringify({ ...MAIL, body: "x".repeat(bytes - frame) });
  };

  it.each<[string, CallOptions]>([
    ["nothing", {}],
    ["an empty body", { raw: "" }],
    ["spaces", { raw: "   " }],
    ["an array", { raw: "[]" }],
    ["an array of objects", { raw: `[${text}]` }],
    ["a string", { raw: '"x"' }],
    ["a number", { raw: "1" }],
    ["null", { raw: "null" }],
    ["true", { raw: "true" }],
    ["cut JSON", { raw: text.slice(0, -1) }],
    ["two objects", { raw: text + text }],
    ["trailing comma", { raw: `${text.slice(0, -1)},}` }],
    ["single quotes", { raw: "{'recipient':'a@b.example'}" }],
    [
      "a lone byte that is no UTF-8",
      { raw: Buffer.concat([Buffer.from('{"subject":"'), Buffer.from([0xff]), Buffer.from('"}')]) },
    ],
    [
      "an overlong UTF-8 sequence",
      { raw: Buffer.concat([Buffer.from('{"subject":"'), Buffer.from([0xc0, 0xaf]), Buffer.from('"}')]) },
    ],
    [
      "a UTF-8 surrogate",
      { raw: Buffer.concat([Buffer.from('{"subject":"'), Buffer.from([0xed, 0xa0, 0x80]), Buffer.from('"}')]) },
    ],
    ["UTF-16", { raw: Buffer.from(text, "utf16le") }],
    ["one byte too many", { raw: sized(1_048_577) }],
    ["spaces over the limit", { raw: text + " ".repeat(1_048_577) }],
    ["two megabytes", { raw: sized(2_097_152) }],
    ["text/plain", { raw: text, type: "text/plain" }],
    ["a form", { raw: "recipient=a", type: "application/x-www-form-urlencoded" }],
    ["JSON sent as a form", { raw: text, type: "application/x-www-form-urlencoded" }],
    ["JSON sent as XML", { raw: text, type: "application/xml" }],
    ["something like JSON", { raw: text, type: "application/jsonx" }],
    ["octets", { raw: text, type: "application/octet-stream" }],
    ["multipart", { raw: text, type: "multipart/form-data; boundary=x" }],
    ["a hundred thousand brackets", { raw: "[".repeat(100_000) }],
  ])("refuses %s with `invalid request body`", async (_what, options) => {
    expectError(await send(options), 400, "invalid request body");
  });

  it.each<[string, CallOptions]>([
    ["application/json", { raw: text, type: "application/json" }],
    ["a charset", { raw: text, type: "application/json; charset=utf-8" }],
    ["upper case", { raw: text, type: "Application/JSON" }],
    ["no content type", { raw: text, type: null }],
    ["white space around", { raw: `\n\t ${text} \r\n` }],
    ["exactly 1 MiB", { raw: sized(1_048_576) }],
    ["exactly 1 MiB of multi-byte characters", { raw: JSON.stringify({ ...MAIL, body: "€".repeat(300_000) }) }],
  ])("accepts %s", async (_what, options) => {
    const answer = await send(options);
    expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 202 });
  });

  it.each<[string, string, () => string, () => string, string, string]>([
    ["POST", "a notification", () => NOTIFICATIONS, () => owner.key, JSON.stringify({ ...MAIL, nope: 1 }), "nope"],
    [
      "POST",
      "a notification, misspelt",
      () => NOTIFICATIONS,
      () => owner.key,
      JSON.stringify({ ...MAIL, Subject: "x" }),
      "Subject",
    ],
    [
      "POST",
      "a notification with only an unknown field",
      () => NOTIFICATIONS,
      () => owner.key,
      '{"to":"a@b.example"}',
      "to",
    ],
    ["POST", "__proto__", () => NOTIFICATIONS, () => owner.key, `{"__proto__":{"x":1},${text.slice(1)}`, "__proto__"],
    [
      "POST",
      "constructor",
      () => NOTIFICATIONS,
      () => owner.key,
      `{"constructor":{"x":1},${text.slice(1)}`,
      "constructor",
    ],
    ["POST", "toString", () => NOTIFICATIONS, () => owner.key, `{"toString":1,${text.slice(1)}`, "toString"],
    [
      "POST",
      "hasOwnProperty",
      () => NOTIFICATIONS,
      () => owner.key,
      `{"hasOwnProperty":1,${text.slice(1)}`,
      "hasOwnProperty",
    ],
    ["POST", "an account", () => ACCOUNTS, () => owner.token, '{"id":"x"}', "id"],
    [
      "PUT",
      "an account",
      () => `${ACCOUNTS}/${owner.accountId}`,
      () => owner.token,
      '{"created_at":"x"}',
      "created_at",
    ],
    ["POST", "a test send", () => `${ACCOUNTS}/${owner.accountId}/test`, () => owner.token, '{"to":"x"}', "to"],
    ["POST", "an API key", () => "/panel/api/api-keys", () => owner.token, '{"name":"x","key":"y"}', "key"],
  ])("%s refuses an unknown field by name: %s (G7b)", async (method, _what, path, token, raw, field) => {
    expectError(await stack.call(method, path(), { token: token(), raw }), 400, `unknown field "${field}"`);
  });

  it("is not shaken by a body nested a hundred thousand deep", async () => {
    const deep = `{"recipient":${'{"a":'.repeat(50_000)}1${"}".repeat(50_000)}}`;
    expectError(await send({ raw: deep }), 400);
    const list = `{"recipient":"a@b.example","cc":${"[".repeat(50_000)}${"]".repeat(50_000)}}`;
    expectError(await send({ raw: list }), 400);
    expect((await stack.call("GET", "/health/live")).status).toBe(200);
  });

  it("does not repeat a refused value", async () => {
    const answer = await send({ json: { ...MAIL, recipient: "s3cret-value" } });
    expectError(answer, 400);
    expect(answer.text).not.toContain("s3cret-value");
  });

  it("reads the body of a route that makes it optional: none, empty object, and nothing else", async () => {
    const path = `${ACCOUNTS}/${owner.accountId}/test`;
    expect((await stack.call("POST", path, { token: owner.token })).status).toBe(200);
    expect((await stack.call("POST", path, { token: owner.token, json: {} })).status).toBe(200);
    expectError(await stack.call("POST", path, { token: owner.token, raw: "[]" }), 400, "invalid request body");
  });
});

describe("path ids (D7, G7c)", () => {
  it.each([
    "x",
    "1",
    "%20",
    `${randomUUID()}x`,
    randomUUID().replaceAll("-", ""),
    `{${randomUUID()}}`,
    `urn:uuid:${randomUUID()}`,
    randomUUID().slice(0, -1),
    "..%2f..%2fstatus",
    "%zz",
    "zzzzzzzz-zzzz-4zzz-8zzz-zzzzzzzzzzzz",
  ])("%s is not a UUID: 400 on every route", async (id) => {
    for (const [method, path, token] of [
      ["GET", `${ACCOUNTS}/${id}`, owner.token],
      ["DELETE", `${ACCOUNTS}/${id}`, owner.token],
      ["PUT", `${ACCOUNTS}/${id}`, owner.token],
      ["POST", `${ACCOUNTS}/${id}/test`, owner.token],
      ["GET", `${NOTIFICATIONS}/${id}`, owner.key],
      ["DELETE", `/panel/api/api-keys/${id}`, owner.token],
      ["POST", `/panel/api/api-keys/${id}/rotate`, owner.token],
    ] as const)
      expectError(await stack.call(method, path, { token }), 400);
  });

  it.each([
    "00000000-0000-1000-8000-000000000000",
    "00000000-0000-0000-0000-000000000000",
    "ffffffff-ffff-ffff-ffff-ffffffffffff",
    "01a1fe21-58bc-7bc6-91dd-c7b9b414f1ad",
    "6BA7B810-9DAD-11D1-80B4-00C04FD430C8",
  ])("%s is one, and unknown: 404", async (id) => {
    expectError(await stack.call("GET", `${ACCOUNTS}/${id}`, { token: owner.token }), 404, "not found");
    expectError(await stack.call("GET", `${NOTIFICATIONS}/${id}`, { token: owner.key }), 404, "not found");
  });

  it("finds a resource by its id in upper case", async () => {
    const id = owner.accountId.toUpperCase();
    const answer = await stack.call("GET", `${ACCOUNTS}/${id}`, { token: owner.token });
    expect([answer.status, answer.body.id]).toEqual([200, owner.accountId]);
    const notification = await stack.accepted(owner.key, { smtp_account_id: id });
    expect((await stack.notification(owner.key, notification.toUpperCase())).id).toBe(notification);
  });

  it("makes ids of UUID version 7, in the order of creation", async () => {
    const ids = [];
    for (let i = 0; i < 5; i++) {
      ids.push(await stack.accepted(owner.key));
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    for (const id of [...ids, owner.accountId])
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect([...ids].sort()).toEqual(ids);
  });
});

describe("headers of every answer", () => {
  it("carries x-request-id whatever the answer, and never the same twice", async () => {
    const answers = await Promise.all([
      stack.call("GET", "/api/v1/status"),
      stack.call("GET", "/health/live"),
      stack.call("GET", "/health/ready"),
      stack.call("GET", "/nope"),
      stack.call("PATCH", ACCOUNTS),
      stack.call("GET", ACCOUNTS),
      stack.call("GET", ACCOUNTS, { token: owner.token }),
      stack.call("OPTIONS", ACCOUNTS),
      stack.call("POST", NOTIFICATIONS, { token: owner.key, json: {} }),
      stack.call("GET", "/openapi.json"),
    ]);
    const ids = answers.map((answer) => answer.headers.get("x-request-id"));
    for (const id of ids) expect(id).toMatch(REQUEST_ID);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("does not take a request id from the caller unseen", async () => {
    const answer = await stack.call("GET", "/api/v1/status", { headers: { "x-request-id": "<script>" } });
    expect(answer.headers.get("x-request-id")).not.toContain("<");
  });

  it("answers 204 without a body on DELETE (G7e)", async () => {
    const { id } = await stack.createAccount(owner.token);
    const answer = await stack.call("DELETE", `${ACCOUNTS}/${id}`, { token: owner.token });
    expect([answer.status, answer.text]).toEqual([204, ""]);
    expect(answer.headers.get("x-request-id")).toMatch(REQUEST_ID);
  });
});

describe("browsers (D6a)", () => {
  const lower = (answer: Answer, name: string) =>
    (answer.headers.get(name) ?? "")
      .toLowerCase()
      .split(/\s*,\s*/)
      .sort();

  it.each([
    ["POST", NOTIFICATIONS],
    ["GET", `${NOTIFICATIONS}/${randomUUID()}`],
    ["GET", ACCOUNTS],
    ["PUT", `${ACCOUNTS}/${randomUUID()}`],
    ["POST", `${ACCOUNTS}/${randomUUID()}/test`],
    ["GET", "/api/v1/status"],
  ])("answers the preflight for %s %s with 204", async (method, path) => {
    const headers = {
      origin: "https://app.example",
      "access-control-request-method": method,
      "access-control-request-headers": "authorization,content-type,idempotency-key",
    };
    const answer = await stack.call("OPTIONS", path, { headers });
    expect([answer.status, answer.text]).toEqual([204, ""]);
    expect(answer.headers.get("access-control-allow-origin")).toBe("*");
    expect(answer.headers.get("access-control-allow-credentials")).toBeNull();
    expect(lower(answer, "access-control-allow-headers")).toEqual([
      ...["authorization", "content-type", "herald-mode", "idempotency-key", "if-match"],
    ]);
    expect(lower(answer, "access-control-allow-methods")).toContain(method.toLowerCase());
    expect(lower(answer, "access-control-expose-headers")).toEqual([
      "etag",
      "idempotency-replayed",
      "retry-after",
      "x-request-id",
    ]);
  });

  it("opens refusals to the browser too", async () => {
    const answers = await Promise.all([
      stack.call("GET", ACCOUNTS),
      stack.call("GET", ACCOUNTS, { token: owner.token }),
      stack.call("POST", NOTIFICATIONS, { token: owner.key, json: {} }),
      stack.call("GET", "/api/v1/nope"),
      stack.call("PATCH", ACCOUNTS),
    ]);
    for (const answer of answers) {
      expect(answer.headers.get("access-control-allow-origin")).toBe("*");
      expect(lower(answer, "access-control-expose-headers")).toEqual([
        "etag",
        "idempotency-replayed",
        "retry-after",
        "x-request-id",
      ]);
      expect(answer.headers.get("access-control-allow-credentials")).toBeNull();
      expect(answer.headers.get("set-cookie")).toBeNull();
    }
  });

  it("does not open what is no public API", async () => {
    for (const path of ["/panel/api/api-keys", "/health/live"])
      expect((await stack.call("GET", path)).headers.get("access-control-allow-origin")).toBeNull();
  });
});

describe("nothing internal leaks (D2)", () => {
  it("no refusal names a table, a library, a path or a stack", async () => {
    const long = "x".repeat(4000);
    const answers = await Promise.all([
      stack.call("GET", `/api/v1/${long}`),
      stack.call("GET", `${ACCOUNTS}/${long}`, { token: owner.token }),
      stack.call("GET", ACCOUNTS, { token: long }),
      stack.call("GET", `/api/v1/nope?limit=1&limit=2&x[]=1`, { token: owner.token }),
      stack.send(owner.key, { recipient: { toString: 1 } }),
      stack.send(owner.key, { smtp_account_id: "'; DROP TABLE" }),
      stack.send(owner.key, { cc: [null] }),
      stack.send(owner.key, {}, { "idempotency-key": "é" }),
      stack.call("POST", "/panel/api/api-keys", { token: owner.token, json: { name: long } }),
    ]);
    for (const answer of answers) {
      expect(answer.status).toBeLessThan(500);
      expect(answer.text).not.toMatch(
        /dynamo|aws|sqs|node_modules|\bat .*\.ts|zod|TypeError|SyntaxError|127\.0\.0\.1/i,
      );
    }
  });
});
