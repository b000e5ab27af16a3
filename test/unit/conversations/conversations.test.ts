import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toConversationView, toHistoryView } from "../../../shared/conversations/contract/conversation-views.ts";
import { replyRequest } from "../../../shared/conversations/contract/reply.ts";
import { phonePart } from "../../../shared/conversations/domain/phone-part.ts";
import { getConversation } from "../../../shared/conversations/get-conversation.ts";
import { getMessages } from "../../../shared/conversations/get-messages.ts";
import { listConversations } from "../../../shared/conversations/list-conversations.ts";
import { replyToConversation } from "../../../shared/conversations/reply-to-conversation.ts";
import { HmacCursors } from "../../../shared/kernel/hmac-cursors.ts";
import { Refusal } from "../../../shared/kernel/refusal.ts";
import { aConversationWorld } from "../../support/a-conversation-world.ts";
import { anOwner } from "../../support/an-owner.ts";
import { aChatAccount, aChatTemplate } from "../../support/chat-builders.ts";
import { OWNER } from "../../support/some-edge-services.ts";

const HOUR = 3_600_000;
const nobody = "00000000-0000-4000-8000-000000000000";
const refusal = async (work: Promise<unknown>): Promise<[string, string]> => {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof Refusal)) throw new Error(`no refusal: ${String(error)}`);
  return [error.code, error.message];
};

describe("phonePart()", () => {
  it.each([
    [undefined, { kind: "any" }],
    ["", { kind: "any" }],
    [" + ", { kind: "any" }],
    ["5511", { kind: "digits", digits: "5511" }],
    ["+55 (11) 98765-4321", { kind: "digits", digits: "5511987654321" }],
    [" 5511", { kind: "digits", digits: "5511" }],
    ["55.11", { kind: "digits", digits: "5511" }],
    ["%", { kind: "none" }],
    ["55*", { kind: "none" }],
    ["5_11", { kind: "none" }],
    ["abc", { kind: "none" }],
    ["٥", { kind: "none" }],
    ["\u0000", { kind: "none" }],
  ])("reads %j as %j", (typed, expected) => {
    expect(phonePart(typed)).toEqual(expected);
  });
});

describe("HmacCursors", () => {
  const cursors = new HmacCursors("k".repeat(32));
  const binding = { owner: anOwner("o"), query: "q" };

  it("gives back what it issued, whatever the position, and nothing else", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", minLength: 1, maxLength: 500 }), (position) => {
        const cursor = cursors.issue(position, binding);
        expect(cursor).toMatch(/^[\w-]+$/);
        expect(cursors.read(cursor, binding)).toBe(position);
        expect(cursors.read(cursor, { ...binding, owner: anOwner("p") })).toBeUndefined();
        expect(cursors.read(cursor, { ...binding, query: "r" })).toBeUndefined();
        expect(new HmacCursors("l".repeat(32)).read(cursor, binding)).toBeUndefined();
      }),
    );
  });

  it("refuses a cursor in which any single character is another one", () => {
    const cursor = cursors.issue("position", binding);
    for (let i = 0; i < cursor.length; i++) {
      const other = cursor[i] === "A" ? "B" : "A";
      expect(cursors.read(cursor.slice(0, i) + other + cursor.slice(i + 1), binding)).toBeUndefined();
    }
  });

  it.each(["", "x", "not base64!", "A".repeat(22), "A".repeat(5000), "../..", `${"A".repeat(30)}=`])(
    "refuses %j",
    (text) => {
      expect(cursors.read(text, binding)).toBeUndefined();
    },
  );

  it("takes no short key", () => {
    expect(() => new HmacCursors("short")).toThrow("at least 32 characters");
  });
});

describe("listConversations()", () => {
  const many = async (count: number) => {
    const world = aConversationWorld();
    for (let i = 0; i < count; i++) {
      await world.inbound({ phone: `+55119${String(10_000_000 + i)}` });
      world.clock.advance(1000);
    }
    return world;
  };

  it("answers every conversation once, newest first, page by page, whatever the page's size", async () => {
    const { deps } = await many(7);
    for (const limit of [1, 2, 3, 7, 100]) {
      const seen: string[] = [];
      let cursor: string | undefined;
      for (let page = 0; page < 20; page++) {
        const found = await listConversations(deps, OWNER, { limit, cursor });
        expect(found.conversations.length).toBeLessThanOrEqual(limit);
        seen.push(...found.conversations.map(({ customerPhone = "" }) => customerPhone));
        cursor = found.nextCursor;
        if (cursor === undefined) break;
      }
      expect(seen).toEqual([6, 5, 4, 3, 2, 1, 0].map((i) => `+55119${String(10_000_000 + i)}`));
    }
  });

  it("fills a page although the store answers short ones, and stops after a few looks", async () => {
    const { deps } = await many(2);
    const { conversations } = await listConversations(deps, OWNER, { limit: 2 });
    let asked = 0;
    const list = async () => {
      asked += 1;
      return { conversations: asked % 2 === 0 ? conversations.slice(-asked / 2).slice(0, 1) : [], next: `n${asked}` };
    };
    const found = await listConversations({ ...deps, conversations: { list } }, OWNER, { limit: 2 });
    expect([found.conversations, asked]).toEqual([conversations, 4]);
    const empty = async () => ({ conversations: [], next: "n" });
    const none = await listConversations({ ...deps, conversations: { list: empty } }, OWNER, { limit: 2 });
    expect(none.conversations).toEqual([]);
    expect(none.nextCursor).toEqual(expect.any(String));
  });

  it("takes a cursor for the same owner and the same question only", async () => {
    const { deps } = await many(3);
    const { nextCursor: cursor } = await listConversations(deps, OWNER, { limit: 1, q: "+55 11" });
    expect(cursor).toEqual(expect.any(String));
    const wrong = ["invalid_request", "cursor is not valid"];
    expect(await refusal(listConversations(deps, anOwner("owner-2"), { limit: 1, q: "5511", cursor }))).toEqual(wrong);
    expect(await refusal(listConversations(deps, OWNER, { limit: 1, cursor }))).toEqual(wrong);
    expect(await refusal(listConversations(deps, OWNER, { limit: 1, q: "5511", window: "open", cursor }))).toEqual(
      wrong,
    );
    expect(await refusal(listConversations(deps, OWNER, { limit: 1, cursor: "" }))).toEqual(wrong);
    // Another page size and another spelling of the same digits leave the query the same.
    const { conversations } = await listConversations(deps, OWNER, { limit: 50, q: "5511", cursor });
    expect(conversations).toHaveLength(2);
  });

  it("finds a part of the number, the open and the closed, and nothing for what no number contains", async () => {
    const { deps, inbound, clock } = aConversationWorld();
    await inbound({ phone: "+14155550100", agoMs: 25 * HOUR });
    await inbound({ phone: "+5511987654321" });
    const phones = async (listing: object) =>
      (await listConversations(deps, OWNER, { limit: 10, ...listing })).conversations.map((one) => one.customerPhone);
    expect(await phones({ q: "415-555" })).toEqual(["+14155550100"]);
    expect(await phones({ q: "%" })).toEqual([]);
    expect(await phones({ window: "open" })).toEqual(["+5511987654321"]);
    expect(await phones({ window: "closed" })).toEqual(["+14155550100"]);
    clock.advance(24 * HOUR);
    expect(await phones({ window: "open" })).toEqual([]);
    expect((await listConversations(deps, anOwner("owner-2"), { limit: 10 })).conversations).toEqual([]);
  });
});

describe("getMessages()", () => {
  /** Reads the whole history by its cursors, and returns each page with its size as the answer of a function. */
  async function walk(deps: ReturnType<typeof aConversationWorld>["deps"], id: string, limit: number) {
    const pages: { texts: unknown[]; bytes: number }[] = [];
    let cursor: string | undefined;
    do {
      const view = toHistoryView(await getMessages(deps, OWNER, { id, limit, cursor }), deps.clock.now());
      const bytes = Buffer.byteLength(JSON.stringify({ statusCode: 200, body: JSON.stringify(view) }));
      pages.push({ texts: view.messages.map(({ payload }) => payload.body), bytes });
      cursor = view.next_cursor;
    } while (cursor !== undefined && pages.length < 100);
    return pages;
  }

  it("answers every message once, newest first, page by page, also those of the same moment (D44c)", async () => {
    const { deps, inbound, clock } = aConversationWorld();
    const bodies = ["a", "b", "c", "d", "e"];
    let id = "";
    for (const [i, body] of bodies.entries()) {
      id = await inbound({ payload: { body } });
      if (i % 2 === 0) clock.advance(1000);
    }
    const whole = (await walk(deps, id, 100)).flatMap(({ texts }) => texts);
    expect(whole.toSorted()).toEqual(bodies);
    expect(whole[0]).toBe("e");
    for (const limit of [1, 2, 5]) {
      const pages = await walk(deps, id, limit);
      expect(pages.flatMap(({ texts }) => texts)).toEqual(whole);
      expect(pages).toHaveLength(Math.ceil(5 / limit));
    }
  });

  it("stops before a page is more than Lambda takes, whatever the messages are made of", async () => {
    const { deps, inbound, clock } = aConversationWorld();
    let id = "";
    for (let i = 0; i < 40; i++) {
      id = await inbound({ payload: { body: (i % 2 === 0 ? '"' : "\u4f60").repeat(80_000) } });
      clock.advance(1000);
    }
    const pages = await walk(deps, id, 500);
    expect(pages.flatMap(({ texts }) => texts)).toHaveLength(40);
    expect(pages.length).toBeGreaterThan(1);
    for (const { bytes } of pages) expect(bytes).toBeLessThan(4_500_000);
  });

  it("takes a cursor for the same owner and the same conversation only, before it looks for the conversation", async () => {
    const { deps, inbound } = aConversationWorld();
    await inbound({});
    const id = await inbound({});
    const other = await inbound({ phone: "+14155550100" });
    const { nextCursor: cursor } = await getMessages(deps, OWNER, { id, limit: 1 });
    expect(cursor).toEqual(expect.any(String));
    const wrong = ["invalid_request", "cursor is not valid"];
    expect(await refusal(getMessages(deps, OWNER, { id: other, limit: 1, cursor }))).toEqual(wrong);
    expect(await refusal(getMessages(deps, anOwner("owner-2"), { id, limit: 1, cursor }))).toEqual(wrong);
    expect(await refusal(getMessages(deps, OWNER, { id: nobody, limit: 1, cursor: "x" }))).toEqual(wrong);
    expect((await getMessages(deps, OWNER, { id, limit: 50, cursor })).messages).toHaveLength(1);
  });
});

describe("getConversation() and getMessages()", () => {
  it("show the customer's messages with their media, and ours with what became of them", async () => {
    const { deps, inbound, clock, account } = aConversationWorld();
    const media = { mediaId: "77", state: "pending" } as const;
    const id = await inbound({ messageType: "image", payload: { id: "77", mime_type: "image/jpeg" }, media });
    clock.advance(1000);
    const reply = replyRequest.parse({ text: "Hello" });
    const notification = await replyToConversation(deps, { owner: OWNER, conversationId: id, id: nobody }, reply);
    const conversation = await getConversation(deps, OWNER, id);
    expect(toConversationView(conversation, clock.now())).toEqual({
      id,
      customer_phone: "+5511987654321",
      chat_account_id: account.id,
      window_open: true,
      service_window_expires_at: "2026-11-22T12:00:00.000Z",
      updated_at: "2026-11-21T12:00:01.000Z",
    });
    const view = toHistoryView(await getMessages(deps, OWNER, { id, limit: 10 }), clock.now());
    expect(view).toEqual({
      messages: [
        {
          id: notification.id,
          direction: "outbound",
          message_type: "text",
          payload: { body: "Hello", preview_url: false, notification_id: notification.id, status: "pending" },
          occurred_at: "2026-11-21T12:00:01.000Z",
        },
        {
          id: expect.any(String),
          direction: "inbound",
          message_type: "image",
          payload: { id: "77", mime_type: "image/jpeg", media_id: "77", media_status: "pending" },
          occurred_at: "2026-11-21T12:00:00.000Z",
        },
      ],
      window_open: true,
      service_window_expires_at: "2026-11-22T12:00:00.000Z",
      updated_at: "2026-11-21T12:00:01.000Z",
    });
    const [latest] = (await getMessages(deps, OWNER, { id, limit: 1 })).messages;
    expect(latest?.id).toBe(notification.id);
  });

  it("know nothing of another owner's conversation, and of one that never was", async () => {
    const { deps, inbound } = aConversationWorld();
    const id = await inbound();
    const missing = ["not_found", "conversation not found"];
    expect(await refusal(getConversation(deps, anOwner("owner-2"), id))).toEqual(missing);
    expect(await refusal(getMessages(deps, anOwner("owner-2"), { id, limit: 1 }))).toEqual(missing);
    expect(await refusal(getConversation(deps, OWNER, nobody))).toEqual(missing);
  });

  it.each([
    ["Ana Lima", { customer_name: "Ana Lima" }],
    ["<b>Ana</b>", { customer_name: "<b>Ana</b>" }],
    [" \n", {}],
    ["", {}],
  ])("show the name %j as it was given, and none of blanks", async (profileName, expected) => {
    const { deps, inbound, clock } = aConversationWorld();
    const id = await inbound({ profileName });
    const { customer_name, ...rest } = toConversationView(await getConversation(deps, OWNER, id), clock.now());
    expect(customer_name === undefined ? {} : { customer_name }).toEqual(expected);
    expect(Object.keys(rest)).not.toContain("customer_name");
  });

  it("show an empty number for a customer who hides it", async () => {
    const { deps, inbound, clock } = aConversationWorld();
    const id = await inbound({ phone: undefined, providerUserId: "US.13491208655302741918" });
    expect(toConversationView(await getConversation(deps, OWNER, id), clock.now()).customer_phone).toBe("");
  });
});

describe("replyToConversation()", () => {
  const say = (world: ReturnType<typeof aConversationWorld>, conversationId: string, body: object, owner = OWNER) =>
    replyToConversation(
      world.deps,
      { owner, conversationId, id: world.deps.identifiers.newId() },
      replyRequest.parse(body),
    );

  it("queues one notification, and puts it into the history", async () => {
    const world = aConversationWorld();
    const id = await world.inbound();
    const { id: notificationId, channel, status } = await say(world, id, { text: "Hello" });
    expect([channel, status]).toEqual(["chat", "pending"]);
    expect(world.deps.deliveryQueue.messages.map(({ message }) => message.id)).toEqual([notificationId]);
    const { messages } = await getMessages(world.deps, OWNER, { id, limit: 1 });
    expect(messages[0]).toMatchObject({ id: notificationId, direction: "outbound", status: "pending" });
  });

  it("answers a customer without a number", async () => {
    const world = aConversationWorld();
    const id = await world.inbound({ phone: undefined, providerUserId: "US.1" });
    const { id: notificationId } = await say(world, id, { text: "Hello" });
    expect(await world.deps.notifications.findContent(OWNER, notificationId)).toMatchObject({
      customer: { providerUserId: "US.1" },
    });
  });

  it("refuses without a conversation, without its account, and when the window is closed", async () => {
    const world = aConversationWorld();
    const id = await world.inbound();
    expect(await refusal(say(world, nobody, { text: "x" }))).toEqual(["not_found", "conversation not found"]);
    expect(await refusal(say(world, id, { text: "x" }, anOwner("owner-2")))).toEqual([
      "not_found",
      "conversation not found",
    ]);
    world.clock.advance(24 * HOUR);
    expect((await refusal(say(world, id, { text: "x" })))[0]).toBe("window_closed");
    await world.deps.chatAccounts.remove(world.account.id);
    expect((await refusal(say(world, id, { text: "x" })))[0]).toBe("invalid_request");
    expect(world.deps.deliveryQueue.messages).toEqual([]);
  });

  it("sends the fallback when the window is closed, its values in the order of the template's parameters", async () => {
    const world = aConversationWorld();
    const id = await world.inbound();
    world.clock.advance(24 * HOUR);
    const of = { owner: OWNER, chatAccountId: world.account.id };
    const [template, foreign, unapproved] = [
      aChatTemplate(of),
      aChatTemplate({ chatAccountId: aChatAccount().id, owner: OWNER }),
      aChatTemplate({ ...of, remoteStatus: "PENDING" }),
    ];
    for (const one of [template, foreign, unapproved]) await world.deps.chatTemplates.add(one);
    const withFallback = (templateId: string, parameters?: string[]) =>
      say(world, id, {
        text: "x",
        fallback_template_id: templateId,
        ...(parameters ? { fallback_parameters: parameters } : {}),
      });
    for (const useless of [foreign.id, unapproved.id, nobody])
      expect((await refusal(withFallback(useless, ["Ana"])))[0]).toBe("window_closed");
    for (const parameters of [undefined, [], ["a", "b"], [""]]) {
      const [code, message] = await refusal(withFallback(template.id, parameters));
      expect([code, message.startsWith("fallback_parameters")]).toEqual(["invalid_request", true]);
    }
    const sent = await withFallback(template.id, ["Ana"]);
    const [message] = (await getMessages(world.deps, OWNER, { id, limit: 1 })).messages;
    expect(message).toMatchObject({
      id: sent.id,
      messageType: "template",
      payload: { template_id: template.id, values: { parameter_1: "Ana" } },
    });
  });

  it("sends a template that a person chose, be the window open or closed, and says why one cannot be sent", async () => {
    const world = aConversationWorld();
    const id = await world.inbound();
    const of = { owner: OWNER, chatAccountId: world.account.id };
    const [template, unapproved] = [aChatTemplate(of), aChatTemplate({ ...of, remoteStatus: "PENDING" })];
    for (const one of [template, unapproved]) await world.deps.chatTemplates.add(one);
    const choose = (templateId: string, parameters: readonly string[]) =>
      replyToConversation(
        world.deps,
        { owner: OWNER, conversationId: id, id: world.deps.identifiers.newId() },
        { template: { templateId, parameters } },
      );
    for (const hours of [0, 24]) {
      world.clock.advance(hours * HOUR);
      const sent = await choose(template.id, ["Ana"]);
      const [message] = (await getMessages(world.deps, OWNER, { id, limit: 1 })).messages;
      expect(message).toMatchObject({ id: sent.id, messageType: "template" });
    }
    expect(await refusal(choose(unapproved.id, ["Ana"]))).toEqual([
      "invalid_request",
      "chat.template_id is not approved",
    ]);
    expect((await refusal(choose(template.id, [])))[1]).toMatch(/^template_parameters/);
  });

  it("refuses with 409's code while another owner of the account holds the customer", async () => {
    const world = aConversationWorld();
    const id = await world.inbound({ agoMs: 2 * HOUR });
    await world.inbound({ owner: anOwner("owner-2"), agoMs: HOUR });
    const customer = { chatAccountId: world.account.id, customerKey: "+5511987654321" };
    expect(await world.deps.conversations.replaceAssignment(customer, undefined, { owner: anOwner("owner-2") })).toBe(
      true,
    );
    await world.inbound({ owner: anOwner("owner-2") });
    expect((await refusal(say(world, id, { text: "x" })))[0]).toBe("conversation_held");
  });
});
