import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { route } from "../../../shared/edge/contract/route.ts";
import type { HttpAnswer } from "../../../shared/edge/http-answer.ts";
import { httpFunction } from "../../../shared/edge/http-function.ts";
import { type OperationRequest, operation, type RawBodyCheck, rawOperation } from "../../../shared/edge/operation.ts";
import { notFound, Refusal } from "../../../shared/kernel/refusal.ts";
import { WriteConflictError } from "../../../shared/kernel/write-conflict.ts";
import { aContext, anEvent, type EventChanges, FUNCTION_NAME } from "../../support/an-event.ts";
import { API_KEY, OWNER, someEdgeServices, TOKEN } from "../../support/some-edge-services.ts";

const common = {
  group: "notifications",
  summary: "",
  refusals: [],
  uses: [],
  impact: "",
  operationId: "createNotification",
  method: "POST",
  path: "/api/v1/things/{id}",
  headers: { "Idempotency-Key": "" },
  params: z.strictObject({ id: z.guid({ error: "id must be a UUID" }) }),
  body: z.strictObject({
    name: z.string({ error: "name is required" }),
    inner: z.strictObject({ a: z.int().optional() }).optional(),
    values: z.record(z.string(), z.json()).optional(),
  }),
  success: { status: 202, schema: z.strictObject({ owner: z.string(), name: z.string(), id: z.string().optional() }) },
} as const;
const byKey = route({ ...common, auth: ["api-key"] });
const byToken = route({ ...common, changes: "nothing", auth: ["access-token"] });
const open = route({ ...common, auth: [] });

const ID = "6f1c1c9e-0b0e-4f7e-9d8a-1f0d5f6c2b11";
const valid = { pathParameters: { id: ID }, body: { name: "x" } };
const withKey = { headers: { authorization: `Bearer ${API_KEY}` } };
type Run = (
  request: OperationRequest<{ name: string }>,
) => Promise<{ owner: string; name: string; id?: string | undefined }>;
const echo: Run = async ({ owner, body }) => ({ owner, name: body.name });

interface Given {
  readonly route?: typeof byKey;
  readonly run?: Run;
  readonly frame?: Parameters<typeof someEdgeServices>[0];
  readonly beforeBodyRefusal?: RawBodyCheck<undefined>["beforeBodyRefusal"];
}

/** Creates the pipeline around one operation, with doubles for everything else. */
async function setUp({ route: thing = byKey, run = echo, frame: changes = {}, beforeBodyRefusal }: Given = {}) {
  const frame = await someEdgeServices(changes);
  const check = beforeBodyRefusal ? { beforeBodyRefusal } : {};
  const handler = httpFunction(
    () => frame,
    [
      operation(
        thing,
        (_deps, call) => run(call),
        () => undefined,
        check,
      ),
    ],
  );
  const call = (event: EventChanges = {}): Promise<HttpAnswer> =>
    handler(anEvent(thing, { ...valid, ...event }), aContext);
  return { frame, call };
}

const drain = async (frame: Awaited<ReturnType<typeof someEdgeServices>>, bucket: string) => {
  for (let i = 0; i < 30; i++) await frame.rateLimiter.take(bucket);
};
const errorOf = ({ statusCode, body = "" }: HttpAnswer): [number, unknown] => [statusCode, JSON.parse(body).error];

describe("the HTTP frame", () => {
  it("answers what the operation says, by the contract, with headers on every answer", async () => {
    const { call } = await setUp();
    expect(await call(withKey)).toEqual({
      statusCode: 202,
      headers: {
        "content-type": "application/json",
        "cache-control": "no-store",
        "x-content-type-options": "nosniff",
        "access-control-allow-origin": "*",
        "access-control-expose-headers": "Retry-After, X-Request-Id, Idempotency-Replayed, ETag",
        "ratelimit-limit": "30",
        "ratelimit-remaining": "29",
        "ratelimit-reset": "1",
        "x-request-id": "request-1",
      },
      body: JSON.stringify({ owner: OWNER, name: "x" }),
    });
  });

  it("hands the operation what the address asks for, and refuses what its query does not know", async () => {
    const frame = await someEdgeServices();
    const { body: _body, ...bodiless } = common;
    const query = z.strictObject({ page: z.string().optional() });
    const success = { status: 200, schema: query } as const;
    const list = route({ ...bodiless, method: "GET", auth: ["api-key"], query, success });
    const answer = operation(
      list,
      async (_deps, asked) => asked.query,
      () => undefined,
    );
    const handler = httpFunction(() => frame, [answer]);
    const ask = (changes: EventChanges) =>
      handler(anEvent(list, { pathParameters: { id: ID }, ...withKey, ...changes }), aContext);
    expect(await ask({ query: { page: "2" } })).toMatchObject({ statusCode: 200, body: '{"page":"2"}' });
    expect(await ask({})).toMatchObject({ statusCode: 200, body: "{}" });
    expect(errorOf(await ask({ query: { pages: "2" } }))[0]).toBe(400);
  });

  it("hands the operation the owner of the token, and none without a credential", async () => {
    const { call } = await setUp({ route: byToken as unknown as typeof byKey });
    expect((await call({ headers: { authorization: `bearer ${TOKEN}` } })).body).toContain(OWNER);
    const run: Run = async (request) => ({
      owner: "owner" in request ? "somebody" : "nobody",
      name: request.body.name,
    });
    const anyone = await setUp({ route: open as unknown as typeof byKey, run });
    expect((await anyone.call()).body).toContain("nobody");
  });

  it("takes any one of the credentials that a route lists, in their order", async () => {
    const either = route({ ...common, changes: "nothing", auth: ["access-token", "api-key"] });
    const { frame, call } = await setUp({ route: either as unknown as typeof byKey });
    for (const bearer of [TOKEN, API_KEY])
      expect(errorOf(await call({ headers: { authorization: `Bearer ${bearer}` } }))[0]).toBe(202);
    expect(errorOf(await call({ headers: { authorization: "Bearer weak.access.token" } }))).toEqual([
      403,
      "insufficient scope",
    ]);
    expect(errorOf(await call({ headers: { authorization: "Bearer made-up" } }))).toEqual([401, "unauthorized"]);
    expect((await call()).statusCode).toBe(401);
    expect(frame.rateLimiter.taken.filter((bucket) => bucket.startsWith("a#"))).toHaveLength(2);
  });

  it("gives nobody's request to an operation that needs an owner", async () => {
    const { frame, call } = await setUp({ route: open as unknown as typeof byKey });
    const answer = await call({ headers: { "idempotency-key": "everybody's" } });
    expect(errorOf(answer)).toEqual([500, "internal error"]);
    expect(frame.log.lines.join()).toContain("createNotification needs an owner");
  });

  it("answers what none of its operations takes as the fallback does, after the limiter", async () => {
    const { frame, call } = await setUp();
    expect(await call({ method: "DELETE" })).toMatchObject({
      statusCode: 405,
      headers: { allow: "POST", "ratelimit-remaining": "29", "access-control-allow-origin": "*" },
      body: '{"error":"method not allowed","code":"method_not_allowed"}',
    });
    expect(errorOf(await call({ path: "/api/v1/things/7/8" }))).toEqual([404, "not found"]);
    expect(await call({ method: "OPTIONS" })).toMatchObject({
      statusCode: 204,
      headers: { "access-control-allow-methods": "POST" },
    });
    expect(frame.log.lines).toEqual([]);
  });

  it("reads the parameters from the path, because the gateway passes everything below one", async () => {
    const run: Run = async ({ owner, params }) => ({ owner, name: "x", id: (params as { id: string }).id });
    const { call } = await setUp({ run });
    expect(JSON.parse((await call(withKey)).body ?? "")).toMatchObject({ id: ID });
    expect(errorOf(await call({ ...withKey, path: "/api/v1/things/nope" }))).toEqual([400, "id must be a UUID"]);
  });

  it("checks in the order of D1: limit, credential, scope, path, body, resource", async () => {
    const run: Run = async () => Promise.reject(notFound());
    const { frame, call } = await setUp({ route: byToken as unknown as typeof byKey, run });
    const wrongPath = { id: "nope" };
    const wrongBody = "{";
    const token = (text: string) => ({ authorization: `Bearer ${text}` });
    const statusOf = async (event: EventChanges) => (await call(event)).statusCode;
    expect(await statusOf({ headers: token("bad"), pathParameters: wrongPath, body: wrongBody })).toBe(401);
    expect(await statusOf({ headers: token("weak.access.token"), pathParameters: wrongPath, body: wrongBody })).toBe(
      403,
    );
    expect(errorOf(await call({ headers: token(TOKEN), pathParameters: wrongPath, body: wrongBody }))).toEqual([
      400,
      "id must be a UUID",
    ]);
    expect(errorOf(await call({ headers: token(TOKEN), body: wrongBody }))).toEqual([400, "invalid request body"]);
    expect(errorOf(await call({ headers: token(TOKEN) }))).toEqual([404, "not found"]);
    await drain(frame, `t#${frame.identifiers.hash("rate:bad")}`);
    expect(await statusOf({ headers: token("bad"), pathParameters: wrongPath, body: wrongBody })).toBe(429);
  });

  it("asks about the origin before it refuses a body (D1)", async () => {
    const { call } = await setUp({
      beforeBodyRefusal: () => Promise.reject(new Refusal("origin_not_allowed", "origin not allowed")),
    });
    for (const body of ["{", { name: 1 }, { name: "x", more: 1 }, "[]"])
      expect((await call({ ...withKey, body })).statusCode).toBe(403);
    expect((await call(withKey)).statusCode).toBe(202);
  });

  it("answers 429 in plain text (F-too-many)", async () => {
    const { frame, call } = await setUp();
    await drain(frame, `t#${frame.identifiers.hash(`rate:${API_KEY}`)}`);
    expect(await call(withKey)).toMatchObject({
      statusCode: 429,
      headers: { "content-type": "text/plain; charset=utf-8", "retry-after": "60" },
      body: "too many requests",
    });
    expect(frame.metrics.of("rate_limited")).toBe(1);
    frame.clock.advance(1000);
    expect((await call(withKey)).statusCode).toBe(202);
  });

  it("limits by token, else by address; an unknown token draws on the address too (D5)", async () => {
    const { frame, call } = await setUp();
    await call({ sourceIp: "192.0.2.7" });
    expect(frame.rateLimiter.taken).toEqual(["a#192.0.2.7"]);
    await call({ headers: { authorization: "Bearer made-up" }, sourceIp: "192.0.2.7" });
    expect(frame.rateLimiter.taken.slice(1)).toEqual([`t#${frame.identifiers.hash("rate:made-up")}`, "a#192.0.2.7"]);
    await call({ ...withKey, sourceIp: "192.0.2.7" });
    expect(frame.rateLimiter.taken).toHaveLength(4);
    expect(frame.rateLimiter.taken.join()).not.toContain("made-up");
  });

  it("draws no token for an unknown credential on a route outside of the limiter (D5)", async () => {
    const outside = route({ ...common, path: "/outside/{id}", auth: ["api-key"] });
    const { frame, call } = await setUp({ route: outside as unknown as typeof byKey });
    const invented = { headers: { authorization: "Bearer made-up" }, sourceIp: "192.0.2.7" };
    expect((await call(invented)).statusCode).toBe(401);
    expect(frame.rateLimiter.taken).toEqual([]);
  });

  it("stops somebody who invents a new token for every request", async () => {
    const { call } = await setUp();
    const statuses: number[] = [];
    for (let i = 0; i < 40; i++) statuses.push((await call({ headers: { authorization: `Bearer t${i}` } })).statusCode);
    expect(statuses.filter((status) => status === 401)).toHaveLength(30);
    expect(statuses.slice(30)).toEqual(Array.from({ length: 10 }, () => 429));
  });

  it("believes the edge about the caller's address, and nobody else (D5)", async () => {
    const { frame, call } = await setUp({ frame: { originSecrets: ["old", "new"] } });
    const spoofed = { "x-viewer-ip": "203.0.113.9", "x-forwarded-for": "198.51.100.1" };
    await call({ headers: { ...spoofed, "x-origin-secret": "old" } });
    await call({ headers: { "x-forwarded-for": "198.51.100.1", "x-origin-secret": "new" } });
    expect(frame.rateLimiter.taken).toEqual(["a#203.0.113.9", "a#192.0.2.1"]);
    const { frame: open, call: callOpen } = await setUp();
    await callOpen({ headers: spoofed });
    expect(open.rateLimiter.taken).toEqual(["a#192.0.2.1"]);
  });

  it.each([undefined, "", "guess", "ol", "old,new"])(
    "turns away who comes past the edge: x-origin-secret %j",
    async (secret) => {
      const { frame, call } = await setUp({ frame: { originSecrets: ["old", "new"] } });
      const headers = { ...withKey.headers, ...(secret === undefined ? {} : { "x-origin-secret": secret }) };
      const answer = await call({ headers });
      expect(errorOf(answer)).toEqual([403, "forbidden"]);
      expect(answer.headers).toMatchObject({ "content-type": "application/json", "x-request-id": "request-1" });
      expect(frame.rateLimiter.taken).toEqual([]);
      expect(frame.log.lines.map((line) => JSON.parse(line))).toMatchObject([{ status: 403, refusal: "past_edge" }]);
      expect(frame.metrics.failures).toEqual([]);
    },
  );

  it("takes both secrets while they change", async () => {
    const { call } = await setUp({ frame: { originSecrets: ["old", "new"] } });
    for (const secret of ["old", "new"]) {
      expect((await call({ headers: { ...withKey.headers, "x-origin-secret": secret } })).statusCode).toBe(202);
    }
  });

  it.each([
    ["none", {}],
    ["another scheme", { authorization: "Basic abc" }],
    ["an empty one", { authorization: "Bearer " }],
    ["two", { authorization: `Bearer ${API_KEY},Bearer x` }],
    ["a key with a typo", { authorization: `Bearer ${API_KEY.slice(0, -1)}0` }],
    ["the wrong kind", { authorization: `Bearer ${TOKEN}` }],
  ])("answers 401 in the same words for every credential that is no good: %s (D6)", async (_what, headers) => {
    const { call } = await setUp();
    const answer = await call({ headers });
    expect(errorOf(answer)).toEqual([401, "unauthorized"]);
    expect(answer.headers).toMatchObject({ "www-authenticate": "Bearer" });
  });

  it("tests a key's checksum before it looks the key up (D9)", async () => {
    let lookUps = 0;
    const findByHash = async () => {
      lookUps += 1;
      return undefined;
    };
    const { call } = await setUp({ frame: { apiKeys: { findByHash, noteUse: async () => {} } } });
    await call({ headers: { authorization: `Bearer ${API_KEY.slice(0, -1)}0` } });
    expect(lookUps).toBe(0);
    await call(withKey);
    expect(lookUps).toBe(1);
  });

  it.each([{ revokedAt: "2026-11-21T11:59:59.000Z" }, { expiresAt: "2026-11-21T12:00:00.000Z" }])(
    "lets no key in with %j",
    async (change) => {
      const { frame, call } = await setUp();
      await frame.apiKeys.change(OWNER, frame.key.id, change);
      expect((await call(withKey)).statusCode).toBe(401);
    },
  );

  it("notes the use of a key, and serves the request when that fails", async () => {
    const { frame, call } = await setUp();
    await call(withKey);
    expect(await frame.apiKeys.get(OWNER, frame.key.id)).toMatchObject({ lastUsedAt: "2026-11-21T12:00:00.000Z" });
    frame.apiKeys.noteUse = () => Promise.reject(new Error("throttled"));
    expect((await call(withKey)).statusCode).toBe(202);
  });

  it.each([
    new Error("table Notifications-prod: AccessDenied for arn:aws:iam::1"),
    new TypeError("x is undefined"),
    "a string",
  ])("answers 500 without a word about its inside (D2, F-500): %s", async (bug) => {
    const { frame, call } = await setUp({ run: async () => Promise.reject(bug) });
    const answer = await call(withKey);
    expect(answer).toMatchObject({ statusCode: 500, body: '{"error":"internal error","code":"internal_error"}' });
    expect(frame.log.lines.filter((line) => line.includes("http.request"))).toHaveLength(1);
  });

  it("tells credentials apart in its log, and tells none of them", async () => {
    const { frame, call } = await setUp();
    await call(withKey);
    await call(withKey);
    await call({ headers: { authorization: "Bearer another" } });
    await call({ headers: {} });
    const [first, second, other, nobody] = frame.log.lines.map((line) => JSON.parse(line).credential);
    expect(first).toMatch(/^[0-9a-f]{12}$/);
    expect([second === first, other === first, nobody]).toEqual([true, false, undefined]);
    expect(frame.log.lines.join()).not.toContain(API_KEY.slice(-20));
    // The first characters of the key do not begin the hash either, by which the key is found.
    expect(frame.identifiers.hash(API_KEY)).not.toContain(first);
  });

  it("says a bug once in its log, and counts it for the alarm of its function", async () => {
    const { frame, call } = await setUp({ run: async () => Promise.reject(new TypeError("x is undefined")) });
    await call(withKey);
    const errors = frame.log.lines.map((line) => JSON.parse(line)).filter(({ level }) => level === "ERROR");
    expect(errors).toEqual([expect.objectContaining({ event: "http.request", error: "TypeError: x is undefined" })]);
    expect(frame.metrics.failures).toEqual([["server_errors", FUNCTION_NAME]]);
  });

  it("counts no refusal as a server error, whatever its status", async () => {
    const countedAs = {
      invalid_request: [],
      provider_unavailable: [["expected_5xx", FUNCTION_NAME]],
      media_not_ready: [["expected_5xx", FUNCTION_NAME]],
    };
    for (const code of ["invalid_request", "provider_unavailable", "media_not_ready"] as const) {
      const { frame, call } = await setUp({ run: async () => Promise.reject(new Refusal(code, "not now")) });
      await call(withKey);
      expect(frame.metrics.failures).toEqual(countedAs[code]);
    }
  });

  it("counts an answer with a status of 5xx that no error has led to", async () => {
    const frame = await someEdgeServices();
    const route = { ...open, method: "GET" } as const;
    const handler = httpFunction(
      () => frame,
      [
        rawOperation(
          route,
          async () => ({ statusCode: 503 }),
          () => undefined,
        ),
      ],
    );
    await handler(anEvent(route, { pathParameters: { id: ID } }), aContext);
    expect(frame.metrics.failures).toEqual([["server_errors", FUNCTION_NAME]]);
  });

  it("answers 500, not something half right, when an operation breaks the contract", async () => {
    const { call } = await setUp({ run: async () => ({ owner: OWNER, name: "x", secret: "leak" }) as never });
    const answer = await call(withKey);
    expect(answer.statusCode).toBe(500);
    expect(answer.body).not.toContain("leak");
  });

  it("logs one line per request, without credential or content", async () => {
    const { frame, call } = await setUp();
    await call({ ...withKey, body: { name: "private words" } });
    expect(frame.log.lines).toHaveLength(1);
    expect(JSON.parse(frame.log.lines[0] ?? "")).toMatchObject({
      operation: "createNotification",
      status: 202,
      owner: OWNER,
    });
    for (const secret of [API_KEY, "private words"]) expect(frame.log.lines.join()).not.toContain(secret);
  });
});

describe("request bodies", () => {
  const utf8 = (text: string) => Buffer.from(text).toString("latin1");
  it.each([
    ["no body", undefined],
    ["not JSON", "name=x"],
    ["cut off", '{"name":"x"'],
    ["an array", "[]"],
    ["a string", '"x"'],
    ["null", "null"],
    ["two objects", "{}{}"],
  ])("answers 400 in the same words for %s (D3)", async (_what, body) => {
    const { call } = await setUp();
    const handler = call({ ...withKey, body: body as string });
    expect(errorOf(await handler)).toEqual([400, "invalid request body"]);
  });

  it("refuses what is not UTF-8", async () => {
    const { call } = await setUp();
    expect(errorOf(await call({ ...withKey, base64: true, body: '{"name":"\xe9"}' }))).toEqual([
      400,
      "invalid request body",
    ]);
    expect((await call({ ...withKey, base64: true, body: utf8('{"name":"é"}') })).statusCode).toBe(202);
  });

  it("takes exactly 1 MiB and not a byte more, however it is encoded", async () => {
    const { call } = await setUp();
    const ofBytes = (bytes: number) => `{"name":"${"x".repeat(bytes - 11)}"}`;
    for (const base64 of [false, true]) {
      expect((await call({ ...withKey, base64, body: ofBytes(1_048_576) })).statusCode).toBe(202);
      expect(errorOf(await call({ ...withKey, base64, body: ofBytes(1_048_577) }))).toEqual([
        400,
        "invalid request body",
      ]);
    }
    // The number of characters differs from the number of bytes.
    expect((await call({ ...withKey, body: `{"name":"${"é".repeat(524_289)}"}` })).statusCode).toBe(400);
  });

  it.each([
    ["application/json", 202],
    ["application/json; charset=utf-8", 202],
    ["APPLICATION/JSON", 202],
    ["application/vnd.api+json", 202],
    ["", 202],
    ["text/plain", 400],
    ["application/x-www-form-urlencoded", 400],
    ["application/jsonp", 400],
    ["text/html; application/json", 400],
  ])("reads the content type %j with %i (D4)", async (type, status) => {
    const { call } = await setUp();
    expect((await call({ headers: { ...withKey.headers, "content-type": type } })).statusCode).toBe(status);
  });

  it.each([
    ['{"name":"x","more":1}', 'unknown field "more"'],
    ['{"name":"x","inner":{"b":1}}', 'unknown field "b"'],
    ['{"more":1}', 'unknown field "more"'],
    ['{"name":"x","__proto__":{"a":1}}', 'unknown field "__proto__"'],
    ['{"name":"x","inner":{"__proto__":1}}', 'unknown field "__proto__"'],
    ['{"name":"x","constructor":1}', 'unknown field "constructor"'],
  ])("names the unknown field of %s (D3)", async (body, message) => {
    const { call } = await setUp();
    expect(errorOf(await call({ ...withKey, body }))).toEqual([400, message]);
  });

  it("names the field and the rule, never the value", async () => {
    const { call } = await setUp();
    const answer = await call({ ...withKey, body: { name: { secret: "value" } } });
    expect(answer.body).toBe(
      '{"error":"name is required","code":"invalid_request","errors":[{"field":"name","message":"name is required"}]}',
    );
  });

  it("survives very deep nesting", async () => {
    const { call } = await setUp();
    const body = `{"name":"x","inner":${"[".repeat(200_000)}${"]".repeat(200_000)}}`;
    expect((await call({ ...withKey, body })).statusCode).toBe(400);
  });
});

describe("Idempotency-Key", () => {
  const keyed = (key: string, event: EventChanges = {}) => ({
    ...event,
    headers: { ...withKey.headers, "idempotency-key": key },
  });
  /** Returns the same value with the fields of every object in reverse order. */
  const turned = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(turned);
    if (typeof value !== "object" || value === null) return value;
    const turnedFields = Object.entries(value).map(([name, inner]) => [name, turned(inner)] as const);
    return Object.fromEntries(turnedFields.toReversed());
  };
  const counting = async (changes: Given["frame"] = {}) => {
    const ids: (string | undefined)[] = [];
    const run: Run = async ({ owner, body, reservedId }) => {
      ids.push(reservedId);
      return { owner, name: body.name, id: reservedId };
    };
    return { ids, ...(await setUp({ run, frame: changes })) };
  };

  it("carries a request out once, and marks the repeated answer (D24)", async () => {
    const { ids, call } = await counting();
    const first = await call(keyed("a"));
    const second = await call(keyed("a"));
    expect(ids).toHaveLength(1);
    expect(second).toMatchObject({ statusCode: 202, body: first.body, headers: { "idempotency-replayed": "true" } });
    expect(first.headers).not.toHaveProperty("idempotency-replayed");
  });

  it("does not mind the order of fields, nor white space", async () => {
    const { ids, call } = await counting();
    await call(keyed("a", { body: '{"name":"x","inner":{"a":1}}' }));
    await call(keyed("a", { body: ' { "inner" : {"a": 1}, "name":"x"}' }));
    expect(ids).toHaveLength(1);
  });

  it("does not mind the order of fields within values of any form", async () => {
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        fc.constantFrom<unknown>(null, true, 0, "", "text"),
        fc.array(tie("value"), { maxLength: 3 }),
        fc.dictionary(fc.constantFrom("a", "b", "c", "B", "ä"), tie("value")),
      ),
    }));
    const { call, ids } = await counting({
      rateLimiter: { take: async () => true, left: () => ({ limit: 30, remaining: 30, resetSeconds: 0 }) },
    });
    let sent = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(value), async (list) => {
        sent += 1;
        const name = `n${sent}`;
        const first = await call(keyed(name, { body: { name, values: { list } } }));
        const second = await call(keyed(name, { body: { values: turned({ list }), name } }));
        expect(second).toMatchObject({ statusCode: 202, body: first.body });
        expect(ids).toHaveLength(sent);
      }),
    );
  });

  it.each([
    ["the order of a list", { a: [1, 2] }, { a: [2, 1] }],
    ["nothing from null", {}, { a: null }],
    ["a number from its text", { a: 1 }, { a: "1" }],
    ["an empty object from an empty list", { a: {} }, { a: [] }],
    ["null from an empty object", { a: null }, { a: {} }],
    ["one name from another", { a: 1, b: 2 }, { a: 2, b: 1 }],
  ])("tells %s", async (_what, values, others) => {
    const { call, ids } = await counting();
    expect((await call(keyed("a", { body: { name: "x", values } }))).statusCode).toBe(202);
    expect((await call(keyed("a", { body: { name: "x", values: others } }))).statusCode).toBe(409);
    expect(ids).toHaveLength(1);
  });

  it("repeats an answer that had no body", async () => {
    const frame = await someEdgeServices();
    const accept = rawOperation(
      byKey,
      async () => ({ statusCode: 202 }),
      () => undefined,
    );
    const handler = httpFunction(() => frame, [accept]);
    const event = anEvent(byKey, { ...valid, ...keyed("a") });
    expect((await handler(event, aContext)).statusCode).toBe(202);
    expect(await handler(event, aContext)).toMatchObject({
      statusCode: 202,
      headers: { "idempotency-replayed": "true" },
      body: "",
    });
  });

  it("refuses another body, or another path, under the same key with 409", async () => {
    const { call } = await counting();
    await call(keyed("a"));
    expect((await call(keyed("a", { body: { name: "y" } }))).statusCode).toBe(409);
    expect((await call(keyed("a", { pathParameters: { id: crypto.randomUUID() } }))).statusCode).toBe(409);
  });

  it("asks to come back while the first request is in flight", async () => {
    let finish = (): void => {};
    const held = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const started: string[] = [];
    const { call } = await setUp({
      run: async (request) => {
        started.push(request.owner);
        await held;
        return echo(request);
      },
    });
    const first = call(keyed("a"));
    await expect.poll(() => started.length).toBe(1);
    expect(await call(keyed("a"))).toMatchObject({ statusCode: 409, headers: { "retry-after": "1" } });
    finish();
    expect((await first).statusCode).toBe(202);
  });

  it("answers 409 to a write that others were quicker than each time, and frees its key", async () => {
    const lost = [new WriteConflictError("a thing kept changing while it was being written")];
    const { call } = await setUp({
      run: async (request) => {
        const error = lost.pop();
        if (error) throw error;
        return echo(request);
      },
    });
    const answer = await call(keyed("a"));
    expect([answer.statusCode, answer.body]).toEqual([409, '{"error":"changed meanwhile","code":"write_conflict"}']);
    expect((await call(keyed("a"))).statusCode).toBe(202);
  });

  it("frees the key of a refused request", async () => {
    const answers = [() => Promise.reject(notFound()), () => Promise.resolve({ owner: OWNER, name: "x" })];
    const { call } = await setUp({ run: async () => (answers.shift() ?? (() => Promise.reject(notFound())))() });
    expect((await call(keyed("a"))).statusCode).toBe(404);
    expect((await call(keyed("a"))).statusCode).toBe(202);
  });

  it("keeps the key after a crash, and carries on under the reserved id once the lease is over", async () => {
    const ids: (string | undefined)[] = [];
    const { frame, call } = await setUp({
      run: async ({ owner, body, reservedId }) => {
        ids.push(reservedId);
        if (ids.length === 1) throw new Error("power cut");
        return { owner, name: body.name };
      },
    });
    expect((await call(keyed("a"))).statusCode).toBe(500);
    expect((await call(keyed("a"))).statusCode).toBe(409);
    frame.clock.advance(30_000);
    expect((await call(keyed("a"))).statusCode).toBe(202);
    expect(ids[1]).toBe(ids[0]);
  });

  const errorsIn = (lines: readonly string[]) =>
    lines.map((line) => JSON.parse(line)).flatMap(({ level, error }) => (level === "ERROR" ? [error] : []));

  it("says the refusal although the key cannot be freed, and why to the log", async () => {
    const refusing = await setUp({
      run: () => Promise.reject(new Refusal("window_closed", "service window is closed")),
    });
    refusing.frame.idempotency.release = () => Promise.reject(new Error("throttled"));
    expect((await refusing.call(keyed("a"))).statusCode).toBe(409);
    expect(errorsIn(refusing.frame.log.lines)).toEqual(["Error: throttled"]);
  });

  it("lets no answer out that cannot be kept, and goes on under the reserved id when it is repeated", async () => {
    const { frame, call, ids } = await counting();
    const { finish } = frame.idempotency;
    frame.idempotency.finish = () => Promise.reject(new Error("throttled"));
    expect((await call(keyed("a"))).statusCode).toBe(500);
    expect(errorsIn(frame.log.lines)).toEqual(["Error: throttled"]);
    frame.idempotency.finish = finish;
    frame.clock.advance(31_000);
    expect((await call(keyed("a"))).statusCode).toBe(202);
    expect(ids[1]).toBe(ids[0]);
  });

  it("answers what another request kept that carried out the same one", async () => {
    const { frame, call } = await counting();
    const { finish } = frame.idempotency;
    const first = { statusCode: 202, body: '{"the":"first"}' };
    frame.idempotency.finish = async (request, answer) => {
      await finish(request, first);
      return finish(request, answer);
    };
    for (const _ of [1, 2])
      expect(await call(keyed("a"))).toMatchObject({ ...first, headers: { "idempotency-replayed": "true" } });
  });

  it.each(["", " ", "a b", "ü", "x".repeat(256), "a\u007f"])("refuses the key %j with 400", async (key) => {
    const { ids, call } = await counting();
    expect((await call(keyed(key))).statusCode).toBe(400);
    expect(ids).toEqual([]);
  });

  it("takes a key of 255 visible characters, and works without one", async () => {
    const { ids, call } = await counting();
    await call(keyed("~".repeat(255)));
    await call(withKey);
    expect(ids[1]).toBeUndefined();
    expect(ids).toHaveLength(2);
  });
});
