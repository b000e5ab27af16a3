import { randomInt } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Answer, anAddress, type Fields, LocalStack, type Owner, until } from "../support/local-stack.ts";
import { refusedAs } from "../support/refused-item.ts";

const PATH = "/api/v1/notifications/batch";
const BURST = 12;
let stack: LocalStack;
let owner: Owner;
beforeAll(async () => {
  stack = await LocalStack.start({ HERALD_RATE_BURST: String(BURST), HERALD_RATE_REFILL: "2" });
  owner = await stack.owner();
});
afterAll(() => stack.close());

/** Returns a key of its own for each test, so that no test meets another's limiter. */
const aKey = async (): Promise<string> => String((await stack.apiKey(owner.token)).key);
const send = (token: string, json: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
  stack.call("POST", PATH, { token, json, headers });
const good = (more: Fields = {}): Fields => ({ recipient: anAddress(), subject: "Hello", body: "It works.", ...more });
const resultsIn = ({ body }: Answer) => body.results as { notification?: Fields; error?: Fields }[];
const newest = async (token = owner.key) =>
  (await stack.call("GET", "/api/v1/notifications?limit=100", { token })).body.notifications as Fields[];

describe("POST /api/v1/notifications/batch (D41)", () => {
  it("accepts 100 in one request of the limiter, answers in order, and sends each once", async () => {
    const key = await aKey();
    const notifications = Array.from({ length: 100 }, (_, i) => good({ metadata: { n: String(i) } }));
    const answer = await send(key, { notifications });
    expect(answer.status).toBe(202);
    expect(answer.headers.get("ratelimit-remaining")).toBe(String(BURST - 1));
    const created = resultsIn(answer).map((one) => one.notification ?? {});
    expect(created.map(({ metadata }) => metadata)).toEqual(notifications.map(({ metadata }) => metadata));
    expect(new Set(created.map(({ id }) => id)).size).toBe(100);
    expect(created[0]).toEqual(expect.objectContaining({ channel: "email", status: "pending", attempts: 0 }));
    // The panel's pages have a limiter of their own, so one request reads all of them.
    await expect
      .poll(
        async () => {
          const { body } = await stack.call("GET", "/panel/api/notifications?limit=100", { token: owner.token });
          return (body.notifications as Fields[]).filter(({ status }) => status === "sent").length;
        },
        { timeout: 60_000, interval: 1000 },
      )
      .toBe(100);
    for (const { recipient } of notifications) expect(await stack.mails(String(recipient))).toHaveLength(1);
  });

  it("judges each item like a single request", async () => {
    const key = await aKey();
    const shop = await stack.createAccount(owner.token, { api_allowed_domains: ["shop.example"] });
    const items: unknown[] = [
      good(),
      null,
      [],
      "x",
      {},
      good({ recipient: "nobody" }),
      good({ color: "blue" }),
      good({ smtp_account_id: shop.id }),
      good({ smtp_account_id: shop.id, subject: 1 }),
      good({ template_id: crypto.randomUUID() }),
      { channel: "chat", recipient: "+15551230001", chat: { type: "text", text: { body: "Hi" } } },
    ];
    const results = resultsIn(await send(key, { notifications: items }));
    for (const [i, item] of items.entries()) {
      const single = await stack.call("POST", "/api/v1/notifications", { token: await aKey(), json: item });
      if (single.status === 202)
        expect(results[i]).toEqual({ notification: expect.objectContaining({ status: "pending" }) });
      else {
        const { error: message, ...said } = single.body;
        expect(results[i]).toEqual({ error: { status: single.status, message, ...said } });
      }
    }
    expect(results.filter(({ error }) => error).map(({ error }) => error?.status)).toEqual([
      ...[400, 400, 400, 400, 400, 400, 403, 403, 400, 400],
    ]);
    const bad = await send(key, { notifications: [null, {}] });
    expect([bad.status, resultsIn(bad).map(({ error }) => error?.status)]).toEqual([202, [400, 400]]);
  });

  it("creates all or none with atomic", async () => {
    const key = await aKey();
    const before = (await newest(key)).map(({ id }) => id);
    const bad = await send(key, { atomic: true, notifications: [good(), good({ subject: "" }), good(), null] });
    expect([bad.status, bad.body]).toEqual([
      400,
      {
        error: "a notification of the batch is not valid: none was created",
        code: "batch_refused",
        results: [
          {},
          { error: refusedAs("subject is required", "subject") },
          {},
          { error: refusedAs("invalid request body", "", "a JSON object was expected, not null") },
        ],
      },
    ]);
    expect((await newest(key)).map(({ id }) => id)).toEqual(before);
    const all = await send(key, { atomic: true, notifications: Array.from({ length: 100 }, () => good()) });
    expect([all.status, resultsIn(all).every((one) => one.notification)]).toEqual([202, true]);
    const ids = new Set(resultsIn(all).map((one) => one.notification?.id));
    await until(
      async () => {
        const { body } = await stack.call("GET", "/panel/api/notifications?limit=100", { token: owner.token });
        return (body.notifications as Fields[]).filter(({ id, status }) => ids.has(id) && status === "sent").length;
      },
      (sent) => sent === 100,
      { everyMs: 1000 },
    );
  });

  it.each([
    ["no item", { notifications: [] }, "notifications must have 1 to 100 items"],
    [
      "101 items",
      { notifications: Array.from({ length: 101 }, () => good()) },
      "notifications must have 1 to 100 items",
    ],
    ["no list", { notifications: "x" }, "notifications must be a list"],
    ["nothing", {}, "notifications must be a list"],
    ["an unknown field", { notifications: [good()], color: 1 }, 'unknown field "color"'],
    ["another kind of atomic", { notifications: [good()], atomic: "yes" }, "atomic must be true or false"],
  ])("refuses %s", async (_, json, message) => {
    const { status, body } = await send(await aKey(), json);
    expect([status, body.error, body.code]).toEqual([400, message, "invalid_request"]);
  });

  it("needs an API key", async () => {
    expect((await send(owner.token, { notifications: [good()] })).status).toBe(401);
  });

  it.each([false, true])("answers a repeat under the same key as the first time, atomic: %s", async (atomic) => {
    const key = await aKey();
    const headers = { "idempotency-key": crypto.randomUUID() };
    const metadata = { long: "x".repeat(500), other: crypto.randomUUID() };
    const json = { atomic, notifications: Array.from({ length: 100 }, () => good({ metadata })) };
    const first = await send(key, json, headers);
    expect(first.status).toBe(202);
    const again = await send(key, json, headers);
    expect([again.text, again.headers.get("idempotency-replayed")]).toEqual([first.text, "true"]);
    const other = await send(key, { ...json, atomic: !atomic }, headers);
    expect([other.status, other.body.code]).toEqual([409, "idempotency_key_reused"]);
    const query = new URLSearchParams({ "metadata.other": metadata.other, limit: "100" });
    const found = await stack.call("GET", `/api/v1/notifications?${query}`, { token: key });
    expect(found.body.notifications).toHaveLength(100);
  });

  it("repeats a very large answer too, and creates nothing that the first one refused", async () => {
    const key = await aKey();
    const headers = { "idempotency-key": crypto.randomUUID() };
    const metadata = { large: crypto.randomUUID() };
    const alias = `later-${crypto.randomUUID().slice(0, 8)}`;
    const unknown = () => Array.from({ length: 8900 }, () => String.fromCharCode(randomInt(0x4e00, 0x9fff))).join("");
    const refused = Array.from({ length: 36 }, () => good({ [unknown()]: 1 }));
    const early = { recipient: anAddress(), metadata, template_id: alias };
    const json = { notifications: [good({ metadata }), early, ...refused] };
    const first = await send(key, json, headers);
    expect([first.status, first.text.length > 320_000]).toEqual([202, true]);
    expect(resultsIn(first).filter(({ notification }) => notification !== undefined)).toHaveLength(1);
    const template = { name: "t", subject: "s", body: "b", alias };
    const { token } = owner;
    expect((await stack.call("POST", "/api/v1/templates", { token, json: template })).status).toBe(201);
    const again = await send(key, json, headers);
    expect([again.status, again.headers.get("idempotency-replayed")]).toEqual([202, "true"]);
    expect(again.text === first.text).toBe(true);
    const query = new URLSearchParams({ "metadata.large": metadata.large });
    const found = await stack.call("GET", `/api/v1/notifications?${query}`, { token: key });
    expect(found.body.notifications).toHaveLength(1);
  });

  it("refuses under a key what is nested more deeply than it can be compared", async () => {
    const depth = 20_000;
    const raw = `{"notifications":[${"[".repeat(depth)}${"]".repeat(depth)}]}`;
    const headers = { "Idempotency-Key": crypto.randomUUID() };
    const answer = await stack.call("POST", PATH, { token: await aKey(), raw, headers });
    expect([answer.status, answer.body.error]).toEqual([400, "invalid request body"]);
  });

  it("leaves a key free that a refused atomic batch had", async () => {
    const key = await aKey();
    const headers = { "idempotency-key": crypto.randomUUID() };
    expect((await send(key, { atomic: true, notifications: [good(), {}] }, headers)).status).toBe(400);
    expect((await send(key, { atomic: true, notifications: [good(), good()] }, headers)).status).toBe(202);
  });
});
