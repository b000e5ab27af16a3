import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aCustomer, type ChatOwner, chatOwner } from "../support/chat-owner.ts";
import {
  type Answer,
  anAddress,
  type Fields,
  HASTY,
  headersIn,
  LocalStack,
  type Owner,
  until,
} from "../support/local-stack.ts";

let stack: LocalStack;
let owner: Owner;
let chat: ChatOwner;
beforeAll(async () => {
  stack = await LocalStack.shared(HASTY);
  owner = await stack.owner();
  chat = await chatOwner(stack);
});
afterAll(() => stack.close());

const HOUR_MS = 3_600_000;
const inMs = (ms: number): string => new Date(Date.now() + ms).toISOString();
const pathOf = (id: unknown, step = ""): string => `/api/v1/notifications/${id}${step}`;
const cancel = (id: unknown, token = owner.key): Promise<Answer> =>
  stack.call("POST", pathOf(id, "/cancel"), { token });
const move = (id: unknown, json: unknown, token = owner.key): Promise<Answer> =>
  stack.call("PATCH", pathOf(id), { token, json });
const resend = (id: unknown, headers: Record<string, string> = {}, token = owner.key): Promise<Answer> =>
  stack.call("POST", pathOf(id, "/resend"), { token, headers });
const shortly = ({ status, body }: Answer) => [status, body.error, body.code];

describe("send_at (D42)", () => {
  it("waits for its time, and says so; its mail is dated then, at every attempt", async () => {
    const [recipient, at] = [anAddress("defer1"), inMs(1500)];
    const { status, body } = await stack.send(owner.key, { recipient, send_at: at });
    expect([status, body.status, body.send_at]).toEqual([202, "pending", at]);
    expect((await stack.call("GET", pathOf(body.id, "/timeline"), { token: owner.key })).body).toMatchObject({
      explanation: { code: "scheduled" },
    });
    const ended = await stack.settled(owner.key, String(body.id));
    expect(ended).toMatchObject({ status: "sent", attempts: 2, send_at: at });
    expect(Date.parse(String(ended.updated_at))).toBeGreaterThanOrEqual(Date.parse(at));
    const date = headersIn((await stack.mail(recipient)).raw).find((one) => one.startsWith("Date: ")) ?? "";
    expect(Date.parse(date.slice("Date: ".length))).toBe(Math.floor(Date.parse(at) / 1000) * 1000);
  });

  it("shows a time with an offset in UTC, and treats a past one as now", async () => {
    const { body } = await stack.send(owner.key, { send_at: "2020-01-01T02:00:00+02:00" });
    expect(body.send_at).toBe("2020-01-01T00:00:00.000Z");
    expect(await stack.settled(owner.key, String(body.id))).toMatchObject({ status: "sent" });
  });

  it.each([
    [
      "more than 90 days ahead",
      { send_at: inMs(90 * 24 * HOUR_MS + HOUR_MS) },
      "send_at must be at most 90 days ahead",
    ],
    ["no time", { send_at: "tomorrow" }, "send_at must be an RFC 3339 time"],
    [
      "an account that does not exist",
      { send_at: inMs(HOUR_MS), smtp_account_id: crypto.randomUUID() },
      "smtp_account_id not found",
    ],
  ])("refuses %s", async (_, fields, message) => {
    expect(shortly(await stack.send(owner.key, fields))).toEqual([400, message, "invalid_request"]);
  });
});

describe("send_at of a chat message (D42)", () => {
  const text = (recipient: string, more: Fields = {}) =>
    stack.call("POST", "/api/v1/notifications", {
      token: chat.key,
      json: { channel: "chat", recipient, chat: { type: "text", text: { body: "Later" } }, ...more },
    });

  it("is accepted while the window is closed, and judged when it is sent", async () => {
    const [customer, other] = [aCustomer(), aCustomer()];
    expect((await text(customer)).status).toBe(409);
    const send_at = inMs(1500);
    const [first, second] = [await text(customer, { send_at }), await text(other, { send_at })];
    expect([first.status, second.status]).toEqual([202, 202]);
    await chat.writes(customer);
    const ends = await stack.allSettled(chat.key, [String(first.body.id), String(second.body.id)]);
    expect(ends.map(({ status }) => status)).toEqual(["sent", "failed"]);
    expect(String(ends[1]?.last_error)).toContain("window");
    const { id } = await chat.conversation(customer);
    const { body } = await stack.call("GET", `/api/v1/chat-conversations/${id}/messages`, { token: chat.key });
    expect((body.messages as Fields[]).map((one) => one.direction).sort()).toEqual(["inbound", "outbound"]);
  });

  it("is never part of the history when it is canceled, and cannot be once it is with the provider", async () => {
    const customer = aCustomer();
    await chat.writes(customer);
    const { id } = await chat.conversation(customer);
    const later = await text(customer, { send_at: inMs(HOUR_MS) });
    expect((await cancel(later.body.id, chat.key)).body.status).toBe("canceled");
    const { body } = await stack.call("GET", `/api/v1/chat-conversations/${id}/messages`, { token: chat.key });
    expect((body.messages as Fields[]).map((one) => one.direction)).toEqual(["inbound"]);
  });
});

describe("POST /api/v1/notifications/{id}/cancel (D42)", () => {
  it("cancels what waits; again it is the same", async () => {
    const metadata = { order: "42" };
    const { body } = await stack.send(owner.key, { send_at: inMs(HOUR_MS), metadata });
    const canceled = await cancel(body.id);
    expect([canceled.status, canceled.body]).toEqual([
      200,
      { ...body, status: "canceled", updated_at: expect.any(String) },
    ]);
    const again = await cancel(body.id);
    expect([again.status, again.body]).toEqual([200, canceled.body]);
    expect((await stack.call("GET", pathOf(body.id, "/timeline"), { token: owner.key })).body).toMatchObject({
      timeline: [{ event: "accepted" }, { event: "canceled", at: canceled.body.updated_at }],
      recipients: [{ outcome: "canceled" }],
      explanation: { code: "canceled" },
    });
    const events = await until(
      async () => {
        const path = "/api/v1/events?types=notification.canceled";
        return (await stack.call("GET", path, { token: owner.key })).body.events as Fields[];
      },
      (found) => found.length > 0,
      { withinMs: 20_000 },
    );
    expect(events).toMatchObject([
      { type: "notification.canceled", data: { id: body.id, status: "canceled", metadata } },
    ]);
  });

  it("cancels while a retry waits", async () => {
    const id = await stack.accepted(owner.key, { recipient: anAddress("defer5") });
    await until(
      () => stack.notification(owner.key, id),
      ({ status, attempts }) => status === "pending" && attempts === 3,
      { everyMs: 5 },
    );
    expect((await cancel(id)).body).toMatchObject({ status: "canceled", attempts: 3 });
  });

  it("refuses what has ended with its status, and knows nothing of somebody else's", async () => {
    const id = await stack.accepted(owner.key);
    await stack.settled(owner.key, id);
    expect(shortly(await cancel(id))).toEqual([409, "notification is already sent", "notification_not_pending"]);
    const other = await stack.owner(null);
    expect(shortly(await cancel(id, other.key))).toEqual([404, "not found", "not_found"]);
    expect((await cancel("x")).status).toBe(400);
    expect((await cancel(id, "hrld_live_x")).status).toBe(401);
  });

  it("has exactly one winner against the claim, 200 times", async () => {
    const sending = await Promise.all(
      Array.from({ length: 200 }, async (_, i) => {
        const recipient = anAddress();
        const send_at = inMs(1500 + (i % 10) * 100);
        const id = await stack.accepted(owner.key, { recipient, send_at });
        // The queue counts full seconds from the acceptance, so claims come up to a second after the time.
        await pause(Date.parse(send_at) - Date.now() + (i % 40) * 30);
        return { recipient, id, status: (await cancel(id)).status };
      }),
    );
    const ends = await stack.allSettled(
      owner.key,
      sending.map(({ id }) => id),
    );
    for (const [i, { recipient, status }] of sending.entries())
      expect([status, ends[i]?.status, (await stack.mails(recipient)).length]).toEqual(
        status === 200 ? [200, "canceled", 0] : [409, "sent", 1],
      );
    console.log(`canceled in time: ${sending.filter(({ status }) => status === 200).length} of ${sending.length}`);
  });
});

describe("PATCH /api/v1/notifications/{id} (D42)", () => {
  it("moves it nearer, further, and to now", async () => {
    const recipient = anAddress();
    const { body } = await stack.send(owner.key, { recipient, send_at: inMs(HOUR_MS) });
    for (const at of [inMs(24 * HOUR_MS), inMs(600_000)]) {
      const moved = await move(body.id, { send_at: at });
      expect([moved.status, moved.body.send_at, moved.body.status]).toEqual([200, at, "pending"]);
    }
    const past = inMs(-HOUR_MS);
    expect((await move(body.id, { send_at: past })).body.send_at).toBe(past);
    expect(await stack.settled(owner.key, String(body.id))).toMatchObject({ status: "sent", attempts: 1 });
    expect(await stack.mails(recipient)).toHaveLength(1);
    expect(shortly(await move(body.id, { send_at: inMs(HOUR_MS) }))).toEqual([
      ...[409, "notification is already sent", "notification_not_pending"],
    ]);
  });

  it("refuses what was not scheduled, what is canceled, and what is no time", async () => {
    const sent = await stack.accepted(owner.key);
    const send_at = inMs(HOUR_MS);
    expect(shortly(await move(sent, { send_at }))).toEqual([
      ...[409, "notification was not scheduled", "notification_not_scheduled"],
    ]);
    const id = await stack.accepted(owner.key, { send_at });
    await cancel(id);
    expect(shortly(await move(id, { send_at }))[1]).toBe("notification is already canceled");
    for (const json of [
      {},
      { send_at: 1 },
      { send_at: "soon" },
      { send_at, color: 1 },
      { send_at: inMs(91 * 24 * HOUR_MS) },
    ])
      expect((await move(id, json)).status).toBe(400);
    const other = await stack.owner(null);
    expect((await move(id, { send_at }, other.key)).status).toBe(404);
  });
});

describe("POST /api/v1/notifications/{id}/resend (D42a)", () => {
  it("sends the same once more, under one key once", async () => {
    const [recipient, copy] = [anAddress(), anAddress()];
    const metadata = { order: "7" };
    const first = await stack.accepted(owner.key, { recipient, cc: [copy], metadata, subject: "Twice" });
    await stack.settled(owner.key, first);
    const key = { "idempotency-key": crypto.randomUUID() };
    const again = await resend(first, key);
    expect([again.status, again.body]).toEqual([
      202,
      {
        ...{ id: expect.any(String), channel: "email", status: "pending", attempts: 0, max_attempts: 5, metadata },
        ...{ resent_from: first, created_at: expect.any(String), updated_at: expect.any(String) },
      },
    ]);
    expect((await resend(first, key)).body).toEqual(again.body);
    expect(await stack.settled(owner.key, String(again.body.id))).toMatchObject({ status: "sent", resent_from: first });
    expect(await stack.mails(copy)).toHaveLength(2);
  });

  it("sends what was canceled, and refuses what has not ended", async () => {
    const id = await stack.accepted(owner.key, { send_at: inMs(HOUR_MS) });
    expect(shortly(await resend(id))).toEqual([409, "notification has not ended", "notification_not_ended"]);
    await cancel(id);
    const again = await resend(id);
    expect([again.status, again.body.send_at]).toEqual([202, undefined]);
    expect(await stack.settled(owner.key, String(again.body.id))).toMatchObject({ status: "sent" });
    const other = await stack.owner(null);
    expect((await resend(id, {}, other.key)).status).toBe(404);
  });

  it("asks for the origin that the account allows (E5)", async () => {
    const shop = await stack.owner({ api_allowed_domains: ["shop.example"] });
    const origin = { origin: "https://shop.example" };
    const id = await stack.accepted(shop.key, {}, origin);
    await stack.settled(shop.key, id);
    expect(shortly(await resend(id, { origin: "https://evil.example" }, shop.key))[0]).toBe(403);
    expect((await resend(id, origin, shop.key)).status).toBe(202);
  });
});

describe("metadata (D44)", () => {
  it("finds a notification here and in the panel, and is not in its mail", async () => {
    const metadata = { "order id": "ä=1", kind: "invoice" };
    const recipient = anAddress();
    const id = await stack.accepted(owner.key, { recipient, metadata });
    await stack.accepted(owner.key, { metadata: { kind: "invoice" } });
    expect((await stack.notification(owner.key, id)).metadata).toEqual(metadata);
    const query = new URLSearchParams({ "metadata.order id": "ä=1", "metadata.kind": "invoice" });
    const found = await stack.call("GET", `/api/v1/notifications?${query}`, { token: owner.key });
    expect((found.body.notifications as Fields[]).map((one) => one.id)).toEqual([id]);
    const asked = new URLSearchParams({ metadata: "order id=ä=1" });
    const shown = await stack.call("GET", `/panel/api/notifications?${asked}`, { token: owner.token });
    expect((shown.body.notifications as Fields[]).map((one) => one.id)).toEqual([id]);
    expect((await stack.mail(recipient)).raw).not.toContain("invoice");
  });
});

describe("a restart", () => {
  it("keeps what is to leave later, which leaves at its time although the stack was killed (D42)", async () => {
    const [recipient, at] = [anAddress(), inMs(1000)];
    const { api_key: key } = stack.file.demo;
    const id = await stack.accepted(key, { recipient, send_at: at });
    await stack.stop("SIGKILL");
    await stack.boot();
    expect(await stack.settled(key, id)).toMatchObject({ status: "sent", attempts: 1, send_at: at });
    expect(await stack.mails(recipient)).toHaveLength(1);
  });
});
