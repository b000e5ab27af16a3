import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { Webhook as StandardWebhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventReader } from "../support/event-reader.ts";
import { type Answer, type Fields, LocalStack, until } from "../support/local-stack.ts";
import { type ReceivedWebhook, WebhookReceiver } from "../support/webhook-receiver.ts";

const WEBHOOKS = "/api/v1/webhooks";
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
/** A secret has 32 bytes. */
const SECRET = /^whsec_[A-Za-z0-9+/]{43}=$/;
const URL = "https://receiver.example/events";

let stack: LocalStack;
let token: string;
let receiver: WebhookReceiver;
beforeAll(async () => {
  [stack, receiver] = await Promise.all([LocalStack.shared(), WebhookReceiver.start()]);
  token = await stack.token(randomUUID());
});
afterAll(() => Promise.all([stack.close(), receiver.close()]));

const aToken = () => stack.token(randomUUID());
const pathOf = (id: unknown, rest = "") => `${WEBHOOKS}/${String(id)}${rest}`;
const create = (json: unknown = { url: URL }, by = token) => stack.call("POST", WEBHOOKS, { token: by, json });
const read = (id: unknown, by = token) => stack.call("GET", pathOf(id), { token: by });
const replace = (id: unknown, json: unknown = { url: URL }) => stack.call("PUT", pathOf(id), { token, json });
const remove = (id: unknown, by = token) => stack.call("DELETE", pathOf(id), { token: by });
const post = (id: unknown, rest: string, json?: unknown) => stack.call("POST", pathOf(id, rest), { token, json });
const rotate = (id: unknown, json?: unknown) => post(id, "/rotate-secret", json);
const list = async (by: string) => (await stack.call("GET", WEBHOOKS, { token: by })).list;
const withoutSecret = ({ secret: _secret, ...shown }: Fields): Fields => shown;

/** Creates a webhook with an owner of its own, because an owner may have only twenty. */
async function created(json: Fields = {}): Promise<Fields> {
  token = await aToken();
  const answer = await create({ url: URL, ...json });
  if (answer.status !== 201) throw new Error(`no webhook: ${answer.status} ${answer.text}`);
  return answer.body;
}

describe("create (D40c)", () => {
  it("answers 201 with the webhook and, this once, its secret", async () => {
    token = await aToken();
    const answer = await create();
    expect([answer.status, answer.headers.get("cache-control")]).toEqual([201, "no-store"]);
    expect(answer.body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      url: URL,
      event_types: [],
      description: "",
      enabled: true,
      status: "enabled",
      created_at: expect.stringMatching(TIMESTAMP),
      updated_at: expect.stringMatching(TIMESTAMP),
      secret: expect.stringMatching(SECRET),
    });
    const shown = withoutSecret(answer.body);
    expect((await read(answer.body.id)).body).toEqual(shown);
    expect(await list(token)).toEqual([shown]);
  });

  it("takes all the fields, and http here", async () => {
    const fields = {
      url: "http://127.0.0.1:8080/a/b?c=d",
      event_types: ["notification.sent", "webhook.disabled"],
      description: "Läden",
      enabled: false,
    };
    expect(await created(fields)).toMatchObject({ ...fields, status: "disabled" });
    expect((await created({ enabled: false })).disabled_reason).toBeUndefined();
  });

  it.each<[string, Fields]>([
    ["every event type", { event_types: everyType() }],
    ["the same type twice, once", { event_types: ["notification.sent", "notification.sent"] }],
    ["a URL of 2048 characters", { url: `${URL}?${"x".repeat(2048 - URL.length - 1)}` }],
    ["a description of 500 characters", { description: "ä".repeat(500) }],
    ["a private address, which is refused at connect", { url: "http://10.0.0.1/" }],
    ["an address in brackets", { url: "http://[::1]:8080/" }],
    ["spaces around the URL", { url: ` ${URL} ` }],
  ])("takes %s", async (_, fields) => {
    const webhook = await created(fields);
    const types = [...new Set((fields.event_types as string[]) ?? [])];
    expect(webhook).toMatchObject({ url: String(fields.url ?? URL).trim(), event_types: types });
  });

  const bad: [string, Fields, RegExp][] = [
    ["no url", { url: undefined }, /^url is required$/],
    ["a null url", { url: null }, /^url must be a string$/],
    ["an empty url", { url: "" }, /^url is required$/],
    ["a blank url", { url: "  " }, /^url is required$/],
    ["a url that is a number", { url: 1 }, /^url must be a string$/],
    ["a url without a scheme", { url: "receiver.example/events" }, /^url must be a URL starting with /],
    ["another scheme", { url: "ftp://receiver.example/" }, /^url must be a URL starting with /],
    ["a scheme that runs code", { url: "javascript:alert(1)" }, /^url must be a URL starting with /],
    ["a url without a host", { url: "https:///events" }, /^url must be a URL starting with /],
    ["a port that is none", { url: "https://receiver.example:99999/" }, /^url must be a URL starting with /],
    ["a line break in the url", { url: "https://receiver.example/\r\nx" }, /^url must be a URL starting with /],
    ["a space in the url", { url: "https://receiver.example/a b" }, /^url must be a URL starting with /],
    ["a user in the url", { url: "https://user@receiver.example/" }, /^url must not contain a user name/],
    ["a password in the url", { url: "https://:secret@receiver.example/" }, /^url must not contain a user name/],
    ["a fragment", { url: `${URL}#part` }, /^url must not contain a fragment$/],
    ["an empty fragment", { url: `${URL}#` }, /^url must not contain a fragment$/],
    ["a long url", { url: `${URL}?${"x".repeat(2048 - URL.length)}` }, /^url must have at most 2048 characters$/],
    ["an unknown event type", { event_types: ["notification.bouncy"] }, /^event_types must be a list of: /],
    ["one unknown among known", { event_types: ["notification.sent", "x"] }, /^event_types must be a list of: /],
    ["the type of a test", { event_types: ["webhook.test"] }, /^event_types must be a list of: /],
    ["one type as text", { event_types: "notification.sent" }, /^event_types must be a list of: /],
    ["event types null", { event_types: null }, /^event_types must be a list of: /],
    ["a description that is a number", { description: 1 }, /^description must be a string$/],
    ["a long description", { description: "x".repeat(501) }, /^description must have at most 500 characters$/],
    ["enabled as text", { enabled: "true" }, /^enabled must be true or false$/],
    ["enabled null", { enabled: null }, /^enabled must be true or false$/],
    ["a secret", { secret: "whsec_x" }, /^unknown field "secret"$/],
    ["a status", { status: "enabled" }, /^unknown field "status"$/],
    ["an unknown field", { colour: "red" }, /^unknown field "colour"$/],
  ];
  it.each(bad)("refuses %s, here and in a replacement", async (_, change, message) => {
    const { id } = await created();
    const refused = await Promise.all([create({ url: URL, ...change }), replace(id, { url: URL, ...change })]);
    for (const { status, body } of refused)
      expect([status, body.code, body.error]).toEqual([400, "invalid_request", expect.stringMatching(message)]);
    expect(await list(token)).toHaveLength(1);
  });

  it("refuses the twenty-first with 409, also of those that come at once, until one is deleted", async () => {
    token = await aToken();
    const all = await Promise.all(Array.from({ length: 25 }, () => create()));
    expect(all.map(({ status }) => status).sort()).toEqual([...Array(20).fill(201), ...Array(5).fill(409)]);
    expect(await list(token)).toHaveLength(20);
    const refused = await create();
    expect([refused.status, refused.body.code]).toEqual([409, "limit_reached"]);
    const { id } = all.find(({ status }) => status === 201)?.body ?? {};
    expect((await remove(id)).status).toBe(204);
    expect((await create()).status).toBe(201);
    expect((await create(undefined, await aToken())).status).toBe(201);
  });
});

function everyType(): string[] {
  const of = (subject: string, ...types: string[]) => types.map((type) => `${subject}.${type}`);
  return [
    ...of("notification", "submitted", "sent", "delivered", "read", "retrying", "failed"),
    ...of("notification", "canceled", "bounced", "complained"),
    ...of("sending_account", "failing", "recovered"),
    ...of("recipient", "suppressed", "unsubscribed"),
    ...["message.received", "chat_template.updated", "webhook.disabled"],
  ];
}

describe("replace (D40c)", () => {
  it("answers 200 without the secret; what is left out is reset, and enabled is true", async () => {
    const before = await created({ event_types: ["notification.sent"], description: "Shop", enabled: false });
    const { status, body } = await replace(before.id, { url: "https://other.example/" });
    expect(status).toBe(200);
    expect(body).toEqual({
      ...withoutSecret(before),
      url: "https://other.example/",
      event_types: [],
      description: "",
      enabled: true,
      status: "enabled",
      updated_at: expect.stringMatching(TIMESTAMP),
    });
    expect((await read(before.id)).body).toEqual(body);
  });

  it("disables with enabled false, which is announced as the webhook looks then (D40)", async () => {
    const owner = await stack.owner(null);
    ({ token } = owner);
    const { id } = (await create()).body;
    const reader = eventReader(stack, owner.key);
    const { body } = await replace(id, { url: URL, enabled: false });
    expect(body).toMatchObject({ enabled: false, status: "disabled" });
    expect(await reader.types(1)).toEqual(["webhook.disabled"]);
    expect(reader.seen[0]?.data).toEqual({ ...body, url: "https://receiver.example" });
    expect((await replace(id)).body).toMatchObject({ enabled: true, status: "enabled" });
  });
});

describe("delete (D40c)", () => {
  it("answers 204, and everything about it is 404 then", async () => {
    const { id } = await created();
    expect([(await remove(id)).status, await list(token)]).toEqual([204, []]);
    for (const [method, path, json] of everyCall(id))
      expect([method, path, (await stack.call(method, path, { token, json })).status]).toEqual([method, path, 404]);
  });
});

/** Lists every call for one webhook. */
function everyCall(id: unknown): [method: string, path: string, json?: unknown][] {
  return [
    ["GET", pathOf(id)],
    ["PUT", pathOf(id), { url: URL }],
    ["DELETE", pathOf(id)],
    ["POST", pathOf(id, "/rotate-secret"), {}],
    ["POST", pathOf(id, "/test")],
    ["GET", pathOf(id, "/deliveries")],
    ["POST", pathOf(id, `/deliveries/evt_${randomUUID()}/retry`)],
    ["POST", pathOf(id, "/replay"), { since: "2026-01-01T00:00:00Z" }],
  ];
}

describe("whose it is (D40c)", () => {
  it("is 404 for every other owner, and stays as it is", async () => {
    const webhook = await created({ url: receiver.url });
    const stranger = await aToken();
    const count = receiver.received.length;
    for (const [method, path, json] of everyCall(webhook.id)) {
      const { status, body } = await stack.call(method, path, { token: stranger, json });
      expect([method, path, status, body.error]).toEqual([method, path, 404, "not found"]);
    }
    expect(await list(stranger)).toEqual([]);
    expect((await read(webhook.id)).body).toEqual(withoutSecret(webhook));
    expect(receiver.received).toHaveLength(count);
  });

  it("is managed with an access token, not with an API key", async () => {
    const { id } = await created();
    const key = String((await stack.apiKey(token)).key);
    for (const [method, path, json] of [...everyCall(id), ["GET", WEBHOOKS] as const, ["POST", WEBHOOKS, {}] as const])
      for (const credential of [undefined, key])
        expect((await stack.call(method, path, { token: credential, json })).status).toBe(401);
  });

  it("has an id that is a UUID, in any case", async () => {
    const { id } = await created();
    expect((await read(String(id).toUpperCase())).body.id).toBe(id);
    for (const [method, path, json] of everyCall("none")) {
      const { status, body } = await stack.call(method, path, { token, json });
      expect([method, path, status, body.error]).toEqual([method, path, 400, "id must be a UUID"]);
    }
  });
});

const signaturesOf = ({ headers }: ReceivedWebhook) => String(headers["webhook-signature"]).split(" ");
const verified = ({ headers, body }: ReceivedWebhook, secret: unknown) =>
  new StandardWebhook(String(secret)).verify(body, headers as Record<string, string>);

/** Tests the webhook, and returns the response and the one request that the receiver got. */
async function tested(id: unknown): Promise<{ answer: Answer; request: ReceivedWebhook }> {
  const count = receiver.received.length;
  const answer = await post(id, "/test");
  const requests = receiver.received.slice(count);
  const [request] = requests;
  if (request === undefined || requests.length > 1) throw new Error(`${requests.length} requests: ${answer.text}`);
  return { answer, request };
}

describe("rotate-secret (D40c)", () => {
  it("answers 200 with the new secret, and both sign for the grace period", async () => {
    const before = await created({ url: receiver.url });
    const { status, body } = await rotate(before.id);
    expect([status, body]).toEqual([
      200,
      { ...before, updated_at: expect.stringMatching(TIMESTAMP), secret: expect.stringMatching(SECRET) },
    ]);
    expect(body.secret).not.toBe(before.secret);
    expect((await read(before.id)).body).not.toHaveProperty("secret");
    const { request } = await tested(before.id);
    expect(signaturesOf(request)).toHaveLength(2);
    for (const secret of [before.secret, body.secret]) expect(() => verified(request, secret)).not.toThrow();
  });

  it("ends the old secret at once without grace", async () => {
    const before = await created({ url: receiver.url });
    const { body } = await rotate(before.id, { grace_seconds: 0 });
    const { request } = await tested(before.id);
    expect(signaturesOf(request)).toHaveLength(1);
    expect(() => verified(request, before.secret)).toThrow();
    expect(() => verified(request, body.secret)).not.toThrow();
  });

  it("takes an empty body and up to seven days", async () => {
    const { id } = await created();
    const answers = await Promise.all([{}, { grace_seconds: 604_800 }].map((json) => rotate(id, json)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  });

  it.each([
    { grace_seconds: -1 },
    { grace_seconds: 604_801 },
    { grace_seconds: 1.5 },
    { grace_seconds: "60" },
    { grace_seconds: null },
    { grace: 60 },
  ])("refuses %j, and changes nothing", async (json) => {
    const { id, secret } = await created({ url: receiver.url });
    expect((await rotate(id, json)).status).toBe(400);
    const { request } = await tested(id);
    expect(() => verified(request, secret)).not.toThrow();
  });

  it("keeps every secret out of answers, files and output", async () => {
    const { id, secret } = await created({ url: receiver.url });
    const { secret: next } = (await rotate(id)).body;
    const answers = await Promise.all([
      read(id),
      replace(id),
      stack.call("GET", WEBHOOKS, { token }),
      post(id, "/test"),
    ]);
    for (const one of [secret, next].map(String)) {
      const key = one.slice("whsec_".length);
      for (const { text } of answers) expect(text).not.toContain(key);
      expect(stack.output).not.toContain(key);
      const raw = Buffer.from(key, "base64");
      for (const { name, bytes } of await stack.dataFiles())
        expect([bytes.includes(Buffer.from(key)), bytes.includes(raw)], name).toEqual([false, false]);
    }
  });
});

describe("test (D40c)", () => {
  it("posts a webhook.test as Standard Webhooks says, and answers what came back", async () => {
    const { secret, ...webhook } = await created({ url: `${receiver.url}?a=b` });
    Object.assign(receiver, { status: 200, body: "thanks" });
    const { answer, request } = await tested(webhook.id);
    expect([answer.status, answer.body]).toEqual([
      200,
      { status_code: 200, duration_ms: expect.any(Number), body: "thanks" },
    ]);
    const event = {
      id: expect.stringMatching(/^evt_[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
      type: "webhook.test",
      timestamp: expect.stringMatching(TIMESTAMP),
      data: webhook,
    };
    expect([request.method, request.path, verified(request, secret)]).toEqual(["POST", "/hook?a=b", event]);
    expect(request.headers).toMatchObject({
      "content-type": "application/json",
      "webhook-id": JSON.parse(request.body).id,
    });
    expect((await stack.call("GET", pathOf(webhook.id, "/deliveries"), { token })).body).toEqual({ deliveries: [] });
  });

  it.each([
    { status: 500, body: "no" },
    { status: 410, body: "" },
    { status: 302, body: "", headers: { location: "/elsewhere" } },
  ])("answers 200 whatever the receiver answered: $status", async (given) => {
    const { id } = await created({ url: receiver.url });
    Object.assign(receiver, { headers: {}, ...given });
    const { answer } = await tested(id);
    expect([answer.status, answer.body.status_code, answer.body.body]).toEqual([200, given.status, given.body]);
    expect((await read(id)).body.status).toBe("enabled");
  });

  it("works while the webhook is disabled, and leaves it so", async () => {
    const { id, secret } = await created({ url: receiver.url, enabled: false });
    Object.assign(receiver, { status: 204, body: "", headers: {} });
    const { answer, request } = await tested(id);
    expect([answer.body.status_code, verified(request, secret)]).toEqual([
      204,
      expect.objectContaining({ data: expect.objectContaining({ status: "disabled" }) }),
    ]);
    expect((await read(id)).body.status).toBe("disabled");
  });

  it("answers 502 with the cause when no HTTP answer came", async () => {
    const mute = createServer((socket) => socket.end("not HTTP\r\n")).listen(0, "127.0.0.1");
    await once(mute, "listening");
    const { port } = mute.address() as { port: number };
    const urls = [
      "http://127.0.0.1:1/",
      `http://127.0.0.1:${port}/`,
      "http://10.0.0.1/",
      "http://no-such-host.invalid/",
    ];
    for (const url of urls) {
      const { id } = await created({ url });
      const { status, body } = await post(id, "/test");
      expect([url, status, body]).toEqual([
        url,
        502,
        { error: "failed to send test event", code: "test_send_failed", detail: expect.stringMatching(/\S/) },
      ]);
    }
    mute.close();
  });
});

describe("deliveries (D40c)", () => {
  it("is empty for a new webhook", async () => {
    const { id } = await created();
    for (const query of ["", "?status=success", "?status=failed", "?status=pending", "?limit=100"])
      expect((await stack.call("GET", pathOf(id, `/deliveries${query}`), { token })).body).toEqual({ deliveries: [] });
  });

  it.each([
    ["status=done", "status must be one of: success, failed, pending"],
    ["status=", "status must be one of: success, failed, pending"],
    ["limit=0", "limit must be an integer from 1 to 100"],
    ["limit=101", "limit must be an integer from 1 to 100"],
    ["cursor=abc", "cursor is not valid"],
  ])("refuses %s", async (query, message) => {
    const { id } = await created();
    const { status, body } = await stack.call("GET", pathOf(id, `/deliveries?${query}`), { token });
    expect([status, body.error]).toEqual([400, message]);
  });

  it("finds no event to retry that was never sent there", async () => {
    const { id } = await created();
    for (const eventId of [`evt_${randomUUID()}`, "evt_1", "%23"]) {
      const { status, body } = await post(id, `/deliveries/${eventId}/retry`);
      expect([status, body.error]).toEqual([404, "not found"]);
    }
  });
});

describe("what was sent, and what is sent again (D40c)", () => {
  const SINCE_EVER = "2026-01-01T00:00:00Z";
  interface Sender {
    readonly id: unknown;
    readonly receiver: WebhookReceiver;
    /** Sends a mail and returns the id of its event, once the receiver has got it. */
    happens(): Promise<string>;
    deliveries(query?: string): Promise<Fields[]>;
    received(count: number): Promise<string[]>;
  }
  const receivers: WebhookReceiver[] = [];
  afterAll(() => Promise.all(receivers.map((one) => one.close())));

  async function sender(fields: Fields = {}): Promise<Sender> {
    const [owner, own] = await Promise.all([stack.owner(), WebhookReceiver.start()]);
    receivers.push(own);
    ({ token } = owner);
    const { id } = (await create({ url: own.url, event_types: ["notification.sent"], ...fields })).body;
    const received = async (count: number) => {
      await until(
        async () => own.received.length,
        (length) => length >= count,
      );
      return own.received.map(({ headers }) => String(headers["webhook-id"]));
    };
    return {
      ...{ id, receiver: own, received },
      async happens() {
        const count = own.received.length;
        await stack.accepted(owner.key);
        return String((await received(count + 1)).at(-1));
      },
      async deliveries(query = "") {
        const { body } = await stack.call("GET", pathOf(id, `/deliveries${query}`), { token: owner.token });
        return body.deliveries as Fields[];
      },
    };
  }
  const noted = (its: Sender, count: number, query?: string) =>
    until(
      () => its.deliveries(query),
      ({ length }) => length >= count,
    );

  it("lists one entry a try, newest first, with the beginning of the answer", async () => {
    const its = await sender();
    its.receiver.body = "ä".repeat(2000);
    its.receiver.status = 200;
    const first = await its.happens();
    const second = await its.happens();
    const entries = await noted(its, 2);
    expect(entries).toEqual(
      [second, first].map((event_id) => ({
        event_id,
        type: "notification.sent",
        status: "success",
        status_code: 200,
        duration_ms: expect.any(Number),
        body: expect.stringMatching(/^ä+$/),
        at: expect.stringMatching(TIMESTAMP),
      })),
    );
    for (const { body } of entries) expect(Buffer.byteLength(String(body))).toBeLessThanOrEqual(1024);
    const page = await stack.call("GET", pathOf(its.id, "/deliveries?limit=1"), { token });
    const rest = await its.deliveries(`?limit=1&cursor=${String(page.body.next_cursor)}`);
    expect([page.body.deliveries, rest]).toEqual([[entries[0]], [entries[1]]]);
    const foreign = await stack.call(
      "GET",
      pathOf((await create()).body.id, `/deliveries?cursor=${page.body.next_cursor}`),
      {
        token,
      },
    );
    expect(foreign.status).toBe(400);
  });

  it("lists a try that failed beside the one to come, each by its status", async () => {
    const its = await sender();
    its.receiver.status = 500;
    const eventId = await its.happens();
    const before = Date.now();
    const [pending, failed] = await noted(its, 2);
    expect([pending, failed]).toEqual([
      { event_id: eventId, type: "notification.sent", status: "pending", at: expect.any(String) },
      expect.objectContaining({ event_id: eventId, status: "failed", status_code: 500 }),
    ]);
    expect(Date.parse(String(pending?.at))).toBeGreaterThan(before - 2000);
    expect(await its.deliveries("?status=failed")).toContainEqual(failed);
    expect(await its.deliveries("?status=success")).toEqual([]);
  });

  it("says why there was no answer", async () => {
    const its = await sender();
    await its.receiver.close();
    await stack.accepted(String((await stack.apiKey(token)).key));
    const [failed] = await noted(its, 1, "?status=failed");
    expect(failed).toEqual({
      event_id: expect.stringMatching(/^evt_/),
      type: "notification.sent",
      status: "failed",
      duration_ms: expect.any(Number),
      error: expect.stringMatching(/\S/),
      at: expect.stringMatching(TIMESTAMP),
    });
  });

  it("sends an event again by hand, whatever came of it, under the same id", async () => {
    const its = await sender();
    const eventId = await its.happens();
    await noted(its, 1);
    for (const count of [2, 3]) {
      const { status, body } = await post(its.id, `/deliveries/${eventId}/retry`);
      expect([status, body]).toEqual([202, { status: "pending" }]);
      expect(await its.received(count)).toEqual(Array(count).fill(eventId));
      await noted(its, count, "?status=success");
    }
    expect(new Set(its.receiver.received.map(({ body }) => body)).size).toBe(1);
    expect(
      (await stack.call("POST", pathOf(its.id, `/deliveries/${eventId}/retry`), { token: await aToken() })).status,
    ).toBe(404);
  });

  it("replays what happened since a time, of its event types", async () => {
    const its = await sender();
    await its.happens();
    await noted(its, 1);
    await pause(50);
    const since = new Date().toISOString();
    const later = await its.happens();
    await noted(its, 2);
    expect((await post(its.id, "/replay", { since })).status).toBe(202);
    expect((await its.received(3)).at(-1)).toBe(later);
    await noted(its, 3);
    await replace(its.id, { url: its.receiver.url, event_types: ["message.received"] });
    expect((await post(its.id, "/replay", { since: SINCE_EVER })).status).toBe(202);
    await pause(1500);
    expect(its.receiver.received).toHaveLength(3);
  });

  it("sends what happened while it was disabled by replay alone", async () => {
    const its = await sender();
    const url = its.receiver.url;
    await replace(its.id, { url, event_types: ["notification.sent"], enabled: false });
    const key = String((await stack.apiKey(token)).key);
    const reader = eventReader(stack, key, { types: "notification.sent" });
    await stack.accepted(key);
    await reader.types(1);
    await replace(its.id, { url, event_types: ["notification.sent"] });
    const later = await its.happens();
    expect(await its.received(1)).toEqual([later]);
    const missed = reader.seen[0]?.id;
    await post(its.id, "/replay", { since: SINCE_EVER });
    expect(await its.received(3)).toEqual([later, missed, later]);
  });
});

describe("replay (D40c)", () => {
  it("answers 202, also where there is nothing to send", async () => {
    const { id } = await created();
    for (const since of ["2026-01-01T00:00:00Z", "2026-01-01T00:00:00.123+05:30", "2999-01-01T00:00:00Z"]) {
      const { status, body } = await post(id, "/replay", { since });
      expect([status, body]).toEqual([202, { status: "pending" }]);
    }
  });

  it.each<[Fields, string]>([
    [{}, "since is required"],
    [{ since: null }, "since must be a string"],
    [{ since: 1_700_000_000 }, "since must be a string"],
    [{ since: "" }, "since must be an RFC 3339 time"],
    [{ since: "yesterday" }, "since must be an RFC 3339 time"],
    [{ since: "2026-01-01" }, "since must be an RFC 3339 time"],
    [{ since: "2026-01-01T00:00:00" }, "since must be an RFC 3339 time"],
    [{ since: "2026-02-30T00:00:00Z" }, "since must be an RFC 3339 time"],
    [{ since: "2026-01-01T00:00:00Z", until: "x" }, 'unknown field "until"'],
  ])("refuses %j", async (json, message) => {
    const { id } = await created();
    const { status, body } = await post(id, "/replay", json);
    expect([status, body.error]).toEqual([400, message]);
  });
});
