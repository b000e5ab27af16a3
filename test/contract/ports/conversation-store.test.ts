import { createHash, randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { NewInbound, NewOutbound } from "../../../shared/conversations/domain/conversation.ts";
import { conversationId } from "../../../shared/conversations/domain/conversation-id.ts";
import { SERVICE_WINDOW_MS } from "../../../shared/conversations/domain/service-window.ts";
import { DynamoConversationStore } from "../../../shared/conversations/dynamo/conversation-store.ts";
import type { ConversationStore } from "../../../shared/conversations/ports.ts";
import type { Owner } from "../../../shared/kernel/owner.ts";
import { anOwner } from "../../support/an-owner.ts";
import { inMemoryConversationStore } from "../../support/in-memory-conversation-store.ts";
import { type TableFixture, tableFixture } from "../../support/table-fixture.ts";

let fixture: TableFixture;
beforeAll(async () => {
  fixture = await tableFixture();
});
afterAll(() => fixture.close());

const NOW = 1_800_000_000_000;
const sha1 = (bytes: Uint8Array) => createHash("sha1").update(bytes).digest();

interface Given {
  readonly owner?: Owner;
  readonly phone?: string | undefined;
  readonly account?: string;
  readonly id?: string;
  readonly atMs?: number;
  readonly arrivedAtMs?: number;
  readonly payload?: Readonly<Record<string, unknown>>;
  readonly type?: string;
  readonly opensWindow?: boolean;
  readonly name?: string;
  readonly wamid?: string;
}

function placed({
  owner = anOwner(),
  phone = "+15550001111",
  account = "account",
  atMs = NOW,
  arrivedAtMs = atMs,
}: Given) {
  const key = { owner, chatAccountId: account, customerKey: phone };
  return { ...key, id: conversationId(key, sha1), customerPhone: phone, updatedAtMs: arrivedAtMs };
}

function anInbound(given: Given = {}): NewInbound {
  const { id = crypto.randomUUID(), atMs = NOW, type = "text", payload = { body: "Hi" }, opensWindow = true } = given;
  const conversation = { ...placed(given), ...(given.name && { profileName: given.name }) };
  const providerMessageId = given.wamid ?? `wamid.${id}`;
  const of = { id, conversationId: conversation.id, direction: "inbound", messageType: type } as const;
  const at = { occurredAtMs: atMs, arrivedAtMs: given.arrivedAtMs };
  return { conversation, message: { ...of, payload, ...at, providerMessageId }, opensWindow };
}

function anOutbound(given: Given = {}): NewOutbound {
  const { id = crypto.randomUUID(), atMs = NOW, payload = { body: "Hello" } } = given;
  const conversation = placed(given);
  const of = { id, conversationId: conversation.id, direction: "outbound", messageType: "text" } as const;
  return { conversation, message: { ...of, payload, occurredAtMs: atMs, notificationId: id } };
}

const idsOf = async (store: ConversationStore, owner: Owner, nowMs = NOW) =>
  (await store.list(owner, { limit: 100, nowMs })).conversations.map(({ id }) => id);

/** Tests the promises that every ConversationStore keeps. */
function conversationStoreContract(name: string, open: () => ConversationStore): void {
  describe(`ConversationStore: ${name}`, () => {
    it("keeps an inbound message as it came, once, however often it is told", async () => {
      const store = open();
      const payload = { body: 'Ä 店 😀 \u0000 "\\', deep: [{ n: 1.5, big: "9007199254740993" }] };
      const inbound = anInbound({ payload, name: "Ana" });
      const { conversation, message } = inbound;
      expect(await store.addInbound(inbound)).toBe(true);
      expect(await store.addInbound(inbound)).toBe(false);
      expect(await Promise.all([1, 2, 3].map(() => store.addInbound(inbound)))).toEqual([false, false, false]);
      expect((await store.messages(conversation.id, 100)).messages).toEqual([message]);
      expect(await store.message(conversation.id, message.id)).toEqual(message);
      expect(await store.get(conversation.owner, conversation.id)).toEqual({
        ...conversation,
        latestInboundAtMs: NOW,
        last: expect.objectContaining({ id: message.id, direction: "inbound", messageType: "text" }),
        firstWroteAtMs: NOW,
        lastCustomer: { id: message.id, occurredAtMs: NOW },
        waitingSinceMs: NOW,
        unread: 1,
      });
    });

    it("lets one of many simultaneous repetitions win, and loses none of many simultaneous messages", async () => {
      const store = open();
      const same = anInbound();
      const answers = await Promise.all(Array.from({ length: 8 }, () => store.addInbound(same)));
      expect(answers.filter(Boolean)).toHaveLength(1);
      const { owner } = same.conversation;
      const others = Array.from({ length: 8 }, (_, n) => anInbound({ owner, atMs: NOW + n * 1000 }));
      // The writes come from two processes.
      const stores = name === "DynamoDB" ? [store, open()] : [store];
      const add = async (one: NewInbound, n: number) => stores[n % stores.length]?.addInbound(one);
      expect(await Promise.all(others.map(add))).toEqual(others.map(() => true));
      const messages = (await store.messages(same.conversation.id, 100)).messages;
      expect(messages).toHaveLength(9);
      expect(await store.get(owner, same.conversation.id)).toMatchObject({
        latestInboundAtMs: NOW + 7000,
        updatedAtMs: NOW + 7000,
      });
    });

    it("does not tell a message again that came to another owner first", async () => {
      const store = open();
      const first = anInbound({ id: crypto.randomUUID() });
      expect(await store.addInbound(first)).toBe(true);
      const second = anInbound({ id: first.message.id });
      expect(await store.addInbound(second)).toBe(false);
      expect((await store.messages(second.conversation.id, 100)).messages).toEqual([]);
      expect(await store.get(second.conversation.owner, second.conversation.id)).toBeUndefined();
    });

    it("moves nothing back when messages come late", async () => {
      const store = open();
      const owner = anOwner();
      const id = placed({ owner }).id;
      await store.addInbound(anInbound({ owner, atMs: NOW, name: "New name" }));
      await store.addInbound(anInbound({ owner, atMs: NOW - 5000, arrivedAtMs: NOW - 3000, name: "Old name" }));
      await store.addOutbound(anOutbound({ owner, atMs: NOW - 4000 }));
      expect(await store.get(owner, id)).toMatchObject({
        latestInboundAtMs: NOW,
        updatedAtMs: NOW,
        profileName: "New name",
      });
      expect((await store.messages(id, 100)).messages.map(({ occurredAtMs }) => occurredAtMs)).toEqual([
        NOW,
        NOW - 4000,
        NOW - 5000,
      ]);
      expect((await store.messages(id, 1)).messages.map(({ occurredAtMs }) => occurredAtMs)).toEqual([NOW]);
    });

    it("answers the messages before one, and whether there are older ones", async () => {
      const store = open();
      const owner = anOwner();
      const id = placed({ owner }).id;
      for (const place of [0, 1, 2, 3])
        await store.addInbound(anInbound({ owner, arrivedAtMs: NOW + place, payload: { body: String(place) } }));
      const [last, ...older] = (await store.messages(id, 4)).messages;
      expect((await store.messages(id, 4)).hasOlder).toBe(false);
      expect(await store.messages(id, 3, last)).toEqual({ messages: older, hasOlder: false });
      expect(await store.messages(id, 2, last)).toEqual({ messages: older.slice(0, 2), hasOlder: true });
      expect(await store.messages(id, 2, older[2])).toEqual({ messages: [], hasOlder: false });
    });

    it("keeps what came in the same second in the order in which it came", async () => {
      const store = open();
      const owner = anOwner();
      const id = placed({ owner }).id;
      for (const place of [2, 0, 3, 1])
        await store.addInbound(anInbound({ owner, arrivedAtMs: NOW + place, payload: { body: String(place) } }));
      const bodies = (await store.messages(id, 100)).messages.map(({ payload }) => payload.body);
      expect(bodies).toEqual(["3", "2", "1", "0"]);
    });

    it("opens the window from the arrival of a message that is dated in the future", async () => {
      const store = open();
      const inbound = anInbound({ atMs: NOW + 900_000, arrivedAtMs: NOW });
      await store.addInbound(inbound);
      const { owner, id } = inbound.conversation;
      expect(await store.get(owner, id)).toMatchObject({ latestInboundAtMs: NOW });
    });

    it("gives our message other words, in the history and in the list, and only to one that is there (D47e)", async () => {
      const store = open();
      const owner = anOwner();
      const first = anOutbound({ owner, atMs: NOW + 1, payload: { body: "Draft" } });
      const { conversation, message } = first;
      await store.addInbound(anInbound({ owner }));
      const edited = { ...first, message: { ...message, payload: { body: "Final" } } };
      expect(await store.rewriteOutbound(edited)).toBe(false);
      expect(await store.message(conversation.id, message.id)).toBeUndefined();
      await store.addOutbound(first);
      expect(await store.rewriteOutbound(edited)).toBe(true);
      expect(await store.rewriteOutbound(edited)).toBe(true);
      expect((await store.message(conversation.id, message.id))?.payload).toEqual({ body: "Final" });
      expect((await store.messages(conversation.id, 5)).messages.map(({ payload }) => payload.body)).toEqual([
        "Final",
        "Hi",
      ]);
      expect((await store.get(owner, conversation.id))?.last?.text).toBe("Final");
      await store.addInbound(anInbound({ owner, atMs: NOW + 2, payload: { body: "Thanks" } }));
      expect(await store.rewriteOutbound(first)).toBe(true);
      expect((await store.get(owner, conversation.id))?.last?.text).toBe("Thanks");
    });

    it("shows a conversation once the customer has written, with what we had written before", async () => {
      const store = open();
      const outbound = anOutbound();
      const { owner, id } = outbound.conversation;
      expect(await store.addOutbound(outbound)).toBe(true);
      expect(await store.addOutbound(outbound)).toBe(false);
      const notice = anInbound({ owner, type: "system", opensWindow: false });
      await store.addInbound(notice);
      expect(await store.get(owner, id)).toBeUndefined();
      expect(await idsOf(store, owner)).toEqual([]);
      await store.addInbound(anInbound({ owner, atMs: NOW + 1000 }));
      expect(await store.get(owner, id)).toMatchObject({ latestInboundAtMs: NOW + 1000 });
      expect(await idsOf(store, owner, NOW + 1000)).toEqual([id]);
      expect((await store.messages(id, 10)).messages).toHaveLength(3);
      await store.addInbound(anInbound({ owner, atMs: NOW + 2000, type: "system", opensWindow: false }));
      expect(await store.get(owner, id)).toMatchObject({ latestInboundAtMs: NOW + 1000 });
    });

    it("shows a conversation that a person began, with its window closed, and opens it when the customer writes", async () => {
      const store = open();
      const begun = { ...anOutbound(), isReply: true };
      const { owner, id } = begun.conversation;
      await store.addOutbound(begun);
      expect(await store.get(owner, id)).toMatchObject({ latestInboundAtMs: NOW - SERVICE_WINDOW_MS });
      await store.addInbound(anInbound({ owner, type: "system", opensWindow: false }));
      expect(await idsOf(store, owner)).toEqual([id]);
      await store.addInbound(anInbound({ owner, atMs: NOW + 1000 }));
      expect(await store.get(owner, id)).toMatchObject({ latestInboundAtMs: NOW + 1000, firstWroteAtMs: NOW + 1000 });
    });

    it("lists newest first, moves what is written to, and hides it from every other owner", async () => {
      const store = open();
      const owner = anOwner();
      const phones = ["+15550000001", "+15550000002", "+15550000003"];
      const ids = phones.map((phone) => placed({ owner, phone }).id);
      for (const [n, phone] of phones.entries()) await store.addInbound(anInbound({ owner, phone, atMs: NOW + n }));
      expect(await idsOf(store, owner, NOW + 10)).toEqual([...ids].reverse());
      await store.addOutbound(anOutbound({ owner, phone: phones[0], atMs: NOW + 100 }));
      expect(await idsOf(store, owner, NOW + 200)).toEqual([ids[0], ids[2], ids[1]]);
      const stranger = anOwner();
      expect(await idsOf(store, stranger, NOW + 200)).toEqual([]);
      expect(await store.get(stranger, ids[0] ?? "")).toBeUndefined();
    });

    it("pages without a gap or a repetition while customers write, and filters by window and number", async () => {
      const store = open();
      const owner = anOwner();
      const phoneOf = (n: number) => `+1555000${String(n).padStart(4, "0")}`;
      const old = NOW - SERVICE_WINDOW_MS - 1;
      for (let n = 0; n < 7; n++) await store.addInbound(anInbound({ owner, phone: phoneOf(n), atMs: old + n }));
      const seen: string[] = [];
      let after: string | undefined;
      for (let n = 0; n < 20; n++) {
        const page = await store.list(owner, { limit: 2, nowMs: NOW + n, after });
        seen.push(...page.conversations.map(({ customerPhone = "" }) => customerPhone));
        after = page.next;
        if (after === undefined) break;
        await store.addInbound(anInbound({ owner, phone: phoneOf((n * 3) % 9), atMs: NOW + n }));
      }
      expect(seen.filter((phone) => phone <= phoneOf(6)).sort()).toEqual([0, 1, 2, 3, 4, 5, 6].map(phoneOf));
      expect(new Set(seen).size).toBe(seen.length);
      const filtered = async (query: { window?: "open" | "closed"; phonePart?: string }) =>
        (await store.list(owner, { limit: 100, nowMs: NOW + 50, ...query })).conversations.map(
          (one) => one.customerPhone,
        );
      const open24 = await filtered({ window: "open" });
      const closed = await filtered({ window: "closed" });
      expect(open24.length).toBeGreaterThan(0);
      expect([...open24, ...closed].sort()).toEqual((await filtered({})).sort());
      expect(await filtered({ phonePart: "50000005" })).toEqual([phoneOf(5)]);
    });

    it("keeps payloads as large as an event can be", async () => {
      const store = open();
      const inbound = anInbound({ payload: { body: randomBytes(185_000).toString("base64") } });
      await store.addInbound(inbound);
      const { message } = inbound;
      expect((await store.message(message.conversationId, message.id))?.payload.body === message.payload.body).toBe(
        true,
      );
    });

    it("finds inbound messages by the platform's id, but no reactions, which share theirs", async () => {
      const store = open();
      const owner = anOwner();
      const text = anInbound({ owner, wamid: `wamid.${"x".repeat(2000)}` });
      await store.addInbound(text);
      await store.addInbound(anInbound({ owner, wamid: "wamid.r", type: "reaction" }));
      const { conversationId: id, providerMessageId } = text.message;
      expect(await store.findByProviderId(id, providerMessageId)).toEqual(text.message);
      expect(await store.findByProviderId(id, "wamid.r")).toBeUndefined();
      expect(await store.findByProviderId(placed({}).id, providerMessageId)).toBeUndefined();
    });

    it("learns the platform's id of our own message once", async () => {
      const store = open();
      const { message } = anOutbound();
      const outbound = { ...anOutbound(), message };
      await store.addOutbound({ conversation: { ...outbound.conversation, id: message.conversationId }, message });
      await store.learnProviderMessageId(message.conversationId, message.id, "wamid.1");
      await store.learnProviderMessageId(message.conversationId, message.id, "wamid.2");
      await store.learnProviderMessageId(message.conversationId, crypto.randomUUID(), "wamid.3");
      const kept = await store.message(message.conversationId, message.id);
      expect(kept).toEqual({ ...message, providerMessageId: "wamid.1" });
      expect((await store.messages(message.conversationId, 10)).messages).toHaveLength(1);
      expect(await store.message(placed({}).id, message.id)).toBeUndefined();
    });

    it("goes on with the conversation of a customer who shows the number later, and keeps a number's own (D30)", async () => {
      const store = open();
      const account = crypto.randomUUID();
      const [id, phone] = ["US.1", "+5511987654321"];
      expect(await store.learnCustomer(account, {})).toBeUndefined();
      expect(await store.customerKeyOf(account, { phone })).toBe(phone);
      expect(await store.learnCustomer(account, { providerUserId: id })).toBe(id);
      expect(await store.learnCustomer(account, { providerUserId: id, phone })).toBe(id);
      for (const customer of [
        { phone },
        { providerUserId: id },
        { phone: "+551187654321" },
        { phone, providerUserId: id },
      ]) {
        expect(await store.customerKeyOf(account, customer)).toBe(id);
      }
      expect(await store.customerKeyOf(crypto.randomUUID(), { phone })).toBe(phone);

      const second = { providerUserId: "US.2", phone: "+15550007777" };
      expect(await store.learnCustomer(account, second)).toBe(second.phone);
      expect(await store.customerKeyOf(account, { providerUserId: "US.2" })).toBe(second.phone);

      const third = { providerUserId: "US.3", phone: "+15550008888" };
      await store.replaceAssignment({ chatAccountId: account, customerKey: third.phone }, undefined, {
        owner: anOwner("a"),
      });
      expect(await store.learnCustomer(account, { providerUserId: "US.3" })).toBe("US.3");
      expect(await store.learnCustomer(account, third)).toBe(third.phone);
    });

    it("gives a customer's assignment to one of several who reach for it at the same moment", async () => {
      const store = open();
      const customer = { chatAccountId: crypto.randomUUID(), customerKey: "+15550002222" };
      expect(await store.assignment(customer)).toBeUndefined();
      const reach = async (owner: Owner) =>
        [owner, await store.replaceAssignment(customer, undefined, { owner })] as const;
      const reached = await Promise.all(["a", "b", "c"].map((sub) => reach(anOwner(sub))));
      const [[first] = ["nobody"], ...others] = reached.filter(([, isTaken]) => isTaken);
      expect(others).toEqual([]);
      expect(await store.assignment(customer)).toEqual({ owner: first });
    });

    it("renews the assignment of whom the customer writes to, and of nobody else", async () => {
      const store = open();
      const customer = { chatAccountId: crypto.randomUUID(), customerKey: "+15550001111" };
      const given = { account: customer.chatAccountId, owner: anOwner("a") };
      await store.replaceAssignment(customer, undefined, { owner: anOwner("a") });
      await store.addInbound(anInbound({ ...given, atMs: NOW }));
      await store.addInbound(anInbound({ ...given, atMs: NOW - 1000, arrivedAtMs: NOW }));
      await store.addInbound(anInbound({ ...given, owner: anOwner("b"), atMs: NOW + 5000 }));
      expect(await store.assignment(customer)).toEqual({ owner: "a", latestInboundAtMs: NOW });
    });

    it("leaves an assignment alone that is no longer as it was seen", async () => {
      const store = open();
      const customer = { chatAccountId: crypto.randomUUID(), customerKey: "+15550001111" };
      await store.replaceAssignment(customer, undefined, { owner: anOwner("a") });
      const before = await store.assignment(customer);
      await store.addInbound(anInbound({ account: customer.chatAccountId, owner: anOwner("a"), atMs: NOW }));
      const now = await store.assignment(customer);
      for (const stale of [
        undefined,
        before,
        { owner: anOwner("a"), latestInboundAtMs: NOW - 1 },
        { owner: anOwner("c") },
      ])
        expect(await store.replaceAssignment(customer, stale, { owner: anOwner("b") }), JSON.stringify(stale)).toBe(
          false,
        );
      expect(await store.assignment(customer)).toEqual(now);
      expect(await store.replaceAssignment(customer, now, { owner: anOwner("b") })).toBe(true);
      expect(await store.assignment(customer)).toEqual({ owner: "b" });
      // If the answer to a write is lost, the client writes again and finds the assignment where it should be.
      expect(await store.replaceAssignment(customer, now, { owner: anOwner("b") })).toBe(true);
    });

    it("knows with whom a conversation is, also before the customer has written, and for its owner alone", async () => {
      const store = open();
      const { conversation, message } = anOutbound({ account: crypto.randomUUID() });
      const { owner, id, chatAccountId, customerKey, updatedAtMs } = conversation;
      expect(await store.customerOf(owner, id)).toBeUndefined();
      await store.addOutbound({ conversation, message });
      expect(await store.get(owner, id)).toBeUndefined();
      expect(await store.customerOf(owner, id)).toEqual({ chatAccountId, customerKey, updatedAtMs });
      expect(await store.customerOf(anOwner("another"), id)).toBeUndefined();
    });

    it("mends the assignment when a message is told again after a crash", async () => {
      const store = open();
      const inbound = anInbound({ owner: anOwner("a"), account: crypto.randomUUID() });
      await store.addInbound(inbound);
      await store.replaceAssignment(inbound.conversation, undefined, { owner: anOwner("a") });
      expect(await store.addInbound(inbound)).toBe(false);
      expect(await store.assignment(inbound.conversation)).toEqual({ owner: "a", latestInboundAtMs: NOW });
    });
  });
}

conversationStoreContract("DynamoDB", () => new DynamoConversationStore(fixture.client, "Chat"));
conversationStoreContract("in memory", () => inMemoryConversationStore());

describe("DynamoConversationStore", () => {
  it("takes what thirty environments write to one conversation at the same moment", async () => {
    const owner = anOwner();
    const outbounds = Array.from({ length: 30 }, () => anOutbound({ owner }));
    const add = (outbound: NewOutbound) => new DynamoConversationStore(fixture.client, "Chat").addOutbound(outbound);
    expect(await Promise.all(outbounds.map(add))).toEqual(outbounds.map(() => true));
    const store = new DynamoConversationStore(fixture.client, "Chat");
    const { messages } = await store.messages(outbounds[0]?.message.conversationId ?? "", 100);
    expect(new Set(messages.map(({ id }) => id))).toEqual(new Set(outbounds.map(({ message }) => message.id)));
  });

  it("reads no further than a page can show", async () => {
    const store = new DynamoConversationStore(fixture.client, "Chat");
    const owner = anOwner();
    const { id } = placed({ owner });
    // Compression does not make random bytes smaller.
    const noise = () => randomBytes(150_000).toString("base64");
    for (let place = 0; place < 40; place++)
      await store.addInbound(anInbound({ owner, arrivedAtMs: NOW + place, payload: { body: noise() } }));
    const { messages, hasOlder } = await store.messages(id, 500);
    const bytes = messages.reduce((sum, { payload }) => sum + JSON.stringify(payload).length, 0);
    expect([hasOlder, messages.length < 40, bytes > 4_000_000]).toEqual([true, true, true]);
    const { messages: older } = await store.messages(id, 500, messages.at(-1));
    expect(messages.length + older.length).toBe(40);
  });
});
