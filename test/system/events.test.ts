import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aCustomer, type ChatOwner, chatOwner } from "../support/chat-owner.ts";
import { simulator } from "../support/chat-world.ts";
import { eventReader } from "../support/event-reader.ts";
import { anAddress, type Fields, HASTY, LocalStack, until } from "../support/local-stack.ts";

let stack: LocalStack;
beforeAll(async () => {
  stack = await LocalStack.shared(HASTY);
});
afterAll(() => stack.close());

const EVENT_ID = /^evt_[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const RFC_3339 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;
const ask = (token: string | undefined, query = "") => stack.call("GET", `/api/v1/events${query}`, { token });

describe("GET /api/v1/events (D40, D40b)", () => {
  it("shows a mail that was sent, as its GET does, with its recipient and account", async () => {
    const who = await stack.owner();
    const recipient = anAddress();
    const id = await stack.accepted(who.key, { recipient });
    const reader = eventReader(stack, who.key);
    expect(await reader.types(1)).toEqual(["notification.sent"]);
    const data = { ...(await stack.notification(who.key, id)), recipient, sending_account_id: who.accountId };
    const [event] = reader.seen;
    expect(event).toEqual({
      id: expect.stringMatching(EVENT_ID),
      type: "notification.sent",
      timestamp: expect.stringMatching(RFC_3339),
      data,
    });
  });

  it("shows attempts that failed and the end, each with the reason", async () => {
    const who = await stack.owner({ port: 1 });
    const id = await stack.accepted(who.key);
    const reader = eventReader(stack, who.key, { types: "notification.retrying,notification.failed" });
    const types = await reader.types(5);
    expect(types).toEqual([...Array.from({ length: 4 }, () => "notification.retrying"), "notification.failed"]);
    expect(reader.seen.map(({ data }) => [data.id, data.attempts, data.reason])).toEqual(
      [1, 2, 3, 4, 5].map((attempts) => [id, attempts, "server_unreachable"]),
    );
    expect(new Set(reader.seen.map((event) => event.id)).size).toBe(5);
  });

  it("says at once that an account's credential is refused, and that it has recovered", async () => {
    const who = await stack.owner({ password: "wr0ng" });
    const reader = eventReader(stack, who.key, { types: "sending_account.failing,sending_account.recovered" });
    await stack.accepted(who.key);
    await stack.accepted(who.key);
    expect(await reader.types(1)).toEqual(["sending_account.failing"]);
    const path = `/api/v1/smtp-accounts/${who.accountId}`;
    const mended = await stack.call("PUT", path, { token: who.token, json: stack.account() });
    expect(mended.status).toBe(200);
    const ids = [await stack.accepted(who.key), await stack.accepted(who.key)];
    await stack.allSettled(who.key, ids);
    expect(await reader.types(2)).toEqual(["sending_account.failing", "sending_account.recovered"]);
    const { body: shown } = await stack.call("GET", path, { token: who.token });
    expect(reader.seen.at(-1)?.data).toEqual({ ...shown, username: undefined });
    expect(JSON.stringify(reader.seen)).not.toContain("wr0ng");
  });

  it("is the key's owner's own, and takes keys only", async () => {
    const [mine, other] = [await stack.owner(), await stack.owner()];
    await stack.accepted(mine.key);
    await eventReader(stack, mine.key).types(1);
    const { body } = await ask(other.key);
    expect(body).toEqual({ events: [], next_cursor: expect.any(String) });
    const { next_cursor: cursor } = (await ask(mine.key)).body;
    expect((await ask(other.key, `?cursor=${cursor}`)).status).toBe(400);
    expect((await ask(undefined)).status).toBe(401);
    expect((await ask(mine.token)).status).toBe(401);
  });

  it("begins behind everything with cursor=now, and goes on from there", async () => {
    const who = await stack.owner();
    await stack.accepted(who.key);
    await eventReader(stack, who.key).types(1);
    const now = await ask(who.key, "?cursor=now");
    expect(now.body).toEqual({ events: [], next_cursor: expect.any(String) });
    const id = await stack.accepted(who.key);
    const query = `?limit=1&cursor=${now.body.next_cursor}`;
    const { body } = await until(
      () => ask(who.key, query),
      (answer) => (answer.body.events as Fields[]).length > 0,
    );
    expect((body.events as { readonly data: Fields }[]).map(({ data }) => data.id)).toEqual([id]);
    // The cursor belongs to owner and types, and works with another limit and another key of the owner.
    const key = String((await stack.apiKey(who.token)).key);
    expect((await ask(key, `?cursor=${body.next_cursor}&limit=500`)).body.events).toEqual([]);
    expect((await ask(key, `?cursor=${body.next_cursor}&types=notification.sent`)).status).toBe(400);
  });

  it.each([
    ["types=notification.bouncy", /^types must be a list of: /],
    ["types=notification.sent,,message.received", /^types must be a list of: /],
    ["limit=0", /^limit must be an integer from 1 to 500$/],
    ["limit=501", /^limit must be an integer from 1 to 500$/],
    ["cursor=abc", /^cursor is not valid$/],
  ])("refuses %s", async (query, message) => {
    const { status, body } = await ask(stack.file.demo.api_key, `?${query}`);
    expect([status, body.error]).toEqual([400, expect.stringMatching(message)]);
  });

  it("takes types whose events no deployment has yet", async () => {
    const types = "webhook.disabled,recipient.suppressed,notification.bounced,notification.canceled";
    expect((await ask(stack.file.demo.api_key, `?types=${types}`)).body.events).toEqual([]);
  });

  it("loses nothing when the machine is switched off in the middle", async () => {
    const who = await stack.owner();
    const reader = eventReader(stack, who.key, { limit: "7" });
    const ids = await Promise.all(Array.from({ length: 30 }, () => stack.accepted(who.key)));
    await until(reader.readOn, ({ length }) => length > 0);
    await stack.stop("SIGKILL");
    await stack.boot();
    // The mailbox has another port now, so unsent notifications end as failed.
    const ended = await stack.allSettled(who.key, ids);
    const isAnnounced = ({ id, status }: Fields) =>
      reader.seen.some(({ type, data }) => data.id === id && type === `notification.${status}`);
    await until(reader.readOn, () => ended.every(isAnnounced));
    const byId = Map.groupBy(reader.seen, (event) => event.id);
    for (const same of byId.values()) expect(new Set(same.map((event) => JSON.stringify(event))).size).toBe(1);
    const whole = eventReader(stack, who.key);
    expect(await whole.readOn()).toEqual(reader.seen);
  });
});

describe("GET /api/v1/events tells of chat", () => {
  let owner: ChatOwner;
  beforeAll(async () => {
    owner = await chatOwner(stack);
  });

  it("a customer's message and the whole life of its answer", async () => {
    const reader = eventReader(stack, owner.key);
    const phone = aCustomer();
    await owner.writes(phone, { type: "text", text: { body: "Hi" } });
    expect(await reader.types(1)).toEqual(["message.received"]);
    const { id: conversationId } = await owner.conversation(phone);
    const path = `/api/v1/chat-conversations/${conversationId}`;
    const [conversation, history] = await Promise.all(
      [path, `${path}/messages`].map((one) => stack.call("GET", one, { token: owner.key })),
    );
    const [message] = (history?.body ?? {}).messages as Fields[];
    expect(reader.seen[0]?.data).toEqual({ conversation: conversation?.body, message });
    await simulator(stack, "PUT", "/api/behaviour", { auto_status: ["sent", "delivered", "read"] });
    const reply = { token: owner.key, json: { text: "Hello" } };
    const answer = await stack.call("POST", `${path}/reply`, reply);
    expect(answer.status).toBe(202);
    const reports = ["notification.delivered", "notification.read"];
    const later = await reader.typesWith(...reports);
    await simulator(stack, "PUT", "/api/behaviour", {});
    // A quick event of the provider may precede our own record, and the message then was never shown as submitted.
    const life = later.slice(1).filter((type) => type !== "notification.submitted");
    // The provider's events are applied concurrently, so "read" may come before "delivered".
    expect(life[0]).toBe("notification.sent");
    expect(life.slice(1).sort()).toEqual(reports);
    for (const { data } of reader.seen.slice(1))
      expect(data).toMatchObject({
        id: answer.body.notification_id,
        channel: "chat",
        recipient: phone,
        chat_account_id: owner.chatAccountId,
      });
  });
});

describe("GET /panel/api/events", () => {
  it("shows the newest first to the owner's access token, page by page, and to no key", async () => {
    const who = await stack.owner();
    const ids = [await stack.accepted(who.key), await stack.accepted(who.key), await stack.accepted(who.key)];
    const reader = eventReader(stack, who.key);
    await reader.types(ids.length);
    const look = (token: string | undefined, query = "") => stack.call("GET", `/panel/api/events${query}`, { token });
    const first = (await look(who.token, "?limit=2&types=notification.sent")).body;
    const next = `?limit=2&types=notification.sent&cursor=${String(first.next_cursor)}`;
    const second = (await look(who.token, next)).body;
    const shown = [...(first.events as Fields[]), ...(second.events as Fields[])];
    expect(shown).toEqual(reader.seen.toReversed());
    expect([(await look(who.key)).status, (await look(undefined)).status]).toEqual([401, 401]);
    const other = await stack.owner(null);
    expect((await look(other.token)).body).toEqual({ events: [] });
    expect((await look(other.token, next)).body).toMatchObject({ error: "cursor is not valid" });
    expect((await look(who.token, "?types=nothing")).status).toBe(400);
  });
});
