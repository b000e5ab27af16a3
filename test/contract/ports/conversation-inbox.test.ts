import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Conversation, NewInbound, NewOutbound } from "../../../shared/conversations/domain/conversation.ts";
import { conversationId } from "../../../shared/conversations/domain/conversation-id.ts";
import { searchTerm } from "../../../shared/conversations/domain/search-term.ts";
import { DynamoConversationInbox } from "../../../shared/conversations/dynamo/conversation-inbox.ts";
import { DynamoConversationStore } from "../../../shared/conversations/dynamo/conversation-store.ts";
import type { ConversationInbox, ConversationStore } from "../../../shared/conversations/ports.ts";
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
const MINUTE = 60_000;
const sha1 = (bytes: Uint8Array) => createHash("sha1").update(bytes).digest();

interface Stores {
  readonly store: ConversationStore;
  readonly inbox: ConversationInbox;
}

interface Said {
  readonly phone?: string;
  readonly atMs?: number;
  readonly arrivedAtMs?: number;
  readonly type?: string;
  readonly body?: string;
}

/** Lets one owner and their customers write to each other. */
function aTalk({ store, inbox }: Stores, owner: Owner = anOwner()) {
  const idOf = (phone = "+15550001111") =>
    conversationId({ owner, chatAccountId: "account", customerKey: phone }, sha1);
  const placed = (phone = "+15550001111", updatedAtMs = NOW) => {
    const key = { owner, chatAccountId: "account", customerKey: phone };
    return { ...key, id: idOf(phone), customerPhone: phone, updatedAtMs };
  };
  const messageOf = ({ phone, atMs = NOW, type = "text", body = "Hi" }: Said) => ({
    id: crypto.randomUUID(),
    conversationId: idOf(phone),
    messageType: type,
    payload: { body },
    occurredAtMs: atMs,
  });
  return {
    owner,
    idOf,
    async writes(said: Said = {}): Promise<NewInbound["message"]> {
      const base = messageOf(said);
      const message = {
        ...base,
        direction: "inbound" as const,
        arrivedAtMs: said.arrivedAtMs,
        providerMessageId: base.id,
      };
      const conversation = placed(said.phone, said.arrivedAtMs ?? said.atMs);
      await store.addInbound({ conversation, message, opensWindow: said.type !== "system" });
      return message;
    },
    async answers(said: Said = {}, more: Pick<NewOutbound, "isReply" | "text"> = {}): Promise<string> {
      const base = messageOf(said);
      const message = { ...base, direction: "outbound" as const, notificationId: base.id };
      await store.addOutbound({ conversation: placed(said.phone, said.atMs), message, ...more });
      return base.id;
    },
    async now(phone?: string): Promise<Conversation> {
      const found = await store.get(owner, idOf(phone));
      if (found === undefined) throw new Error("there is no conversation");
      return found;
    },
    mark: (marks: Parameters<ConversationInbox["mark"]>[2], phone?: string) => inbox.mark(owner, idOf(phone), marks),
    async phones(state: "waiting" | "unread") {
      const page = await inbox.waiting(owner, { state, limit: 100, nowMs: NOW });
      return page.conversations.map(({ customerPhone }) => customerPhone);
    },
    counts: () => inbox.countWaiting(owner),
  };
}

function conversationInboxContract(name: string, open: () => Stores): void {
  describe(`ConversationInbox: ${name}`, () => {
    it("keeps who wrote last, and since when the customer waits, until somebody answers", async () => {
      const talk = aTalk(open());
      await talk.writes({ body: `  first\n ${"ä".repeat(200)}`, atMs: NOW });
      await talk.writes({ body: "second", atMs: NOW + MINUTE });
      expect(await talk.now()).toMatchObject({ firstWroteAtMs: NOW, waitingSinceMs: NOW, unread: 2 });
      expect((await talk.now()).last).toMatchObject({ direction: "inbound", messageType: "text", text: "second" });
      const id = await talk.answers({ body: "here", atMs: NOW + 2 * MINUTE });
      const answered = await talk.now();
      expect([answered.waitingSinceMs, answered.unread]).toEqual([undefined, 2]);
      expect(answered.last).toMatchObject({ id, direction: "outbound", text: "here" });
      await talk.writes({ atMs: NOW + 3 * MINUTE });
      expect(await talk.now()).toMatchObject({ waitingSinceMs: NOW + 3 * MINUTE, firstWroteAtMs: NOW, unread: 3 });
    });

    it("does not take a machine's template, a reaction or a platform's notice for words", async () => {
      const talk = aTalk(open());
      await talk.writes({ atMs: NOW });
      await talk.answers({ type: "template", atMs: NOW + 1 }, { text: "Your order is on its way." });
      await talk.answers({ type: "reaction", atMs: NOW + 2 });
      await talk.writes({ type: "system", atMs: NOW + 3 });
      await talk.writes({ type: "reaction", atMs: NOW + 4 });
      expect(await talk.now()).toMatchObject({ waitingSinceMs: NOW, unread: 1, lastCustomer: { occurredAtMs: NOW } });
      await talk.answers({ type: "template", atMs: NOW + 5 }, { isReply: true, text: "Your order is here." });
      const now = await talk.now();
      expect([now.waitingSinceMs, now.last?.text]).toEqual([undefined, "Your order is here."]);
    });

    it("leaves a message waiting that came after an answer which was written down late", async () => {
      const talk = aTalk(open());
      await talk.writes({ atMs: NOW, arrivedAtMs: NOW + 10 });
      await talk.writes({ atMs: NOW + MINUTE, arrivedAtMs: NOW + MINUTE + 10 });
      await talk.answers({ atMs: NOW + 1000 });
      expect((await talk.now()).waitingSinceMs).toBe(NOW + MINUTE);
    });

    it("counts what came after the mark, which never goes back", async () => {
      const talk = aTalk(open());
      const first = await talk.writes({ atMs: NOW });
      const second = await talk.writes({ atMs: NOW + 1 });
      await talk.answers({ atMs: NOW + 2 });
      const third = await talk.writes({ atMs: NOW + 3 });
      expect(await talk.mark({ readUpTo: second })).toMatchObject({ unread: 1 });
      expect(await talk.mark({ readUpTo: first })).toMatchObject({ unread: 1, readUpTo: { id: second.id } });
      expect(await talk.mark({ readUpTo: third })).toMatchObject({ unread: 0, readUpTo: { id: third.id } });
      await talk.writes({ atMs: NOW - MINUTE, arrivedAtMs: NOW + 10 });
      expect((await talk.now()).unread).toBe(1);
      expect(await talk.mark({ readUpTo: third })).toMatchObject({ unread: 0 });
    });

    it("is done until the customer writes, and stays open when they wrote what nobody has seen", async () => {
      const talk = aTalk(open());
      const first = await talk.writes({ atMs: NOW });
      expect(await talk.mark({ isDone: true })).toMatchObject({ isDone: true });
      expect([await talk.phones("waiting"), await talk.phones("unread")]).toEqual([[], []]);
      expect((await talk.mark({ isDone: false }))?.isDone).toBeUndefined();
      expect(await talk.now()).toMatchObject({ waitingSinceMs: NOW });
      await talk.mark({ isDone: true });
      const second = await talk.writes({ atMs: NOW + MINUTE });
      const again = await talk.now();
      expect([again.isDone, again.waitingSinceMs]).toEqual([undefined, NOW + MINUTE]);
      expect((await talk.mark({ isDone: true, readUpTo: first }))?.isDone).toBeUndefined();
      expect(await talk.mark({ isDone: true, readUpTo: second })).toMatchObject({ isDone: true, unread: 0 });
    });

    it("hides what is another owner's, and what no customer has written in", async () => {
      const stores = open();
      const talk = aTalk(stores);
      await talk.writes();
      const stranger = aTalk(stores);
      await stranger.answers();
      expect(await stores.inbox.mark(stranger.owner, talk.idOf(), { isDone: true })).toBeUndefined();
      expect(await stranger.mark({ isDone: true })).toBeUndefined();
      expect([await stranger.phones("waiting"), await stranger.counts()]).toEqual([[], { waiting: 0, unread: 0 }]);
      expect(await talk.counts()).toEqual({ waiting: 1, unread: 1 });
    });

    it("lists who waits longest first, then, of the unread, those that were answered unseen", async () => {
      const talk = aTalk(open());
      const phones = ["+15550000001", "+15550000002", "+15550000003", "+15550000004"] as const;
      const [a, b, c, d] = phones;
      const minutes = [3, 1, 2, 0];
      for (const [n, phone] of phones.entries()) await talk.writes({ phone, atMs: NOW + (minutes[n] ?? 0) * MINUTE });
      await talk.writes({ phone: b, atMs: NOW + 9 * MINUTE });
      await talk.answers({ phone: d, atMs: NOW + 10 * MINUTE });
      const seen = await talk.now(c);
      await talk.mark({ readUpTo: seen.last }, c);
      expect(await talk.phones("waiting")).toEqual([b, c, a]);
      expect(await talk.phones("unread")).toEqual([b, a, d]);
      expect(await talk.counts()).toEqual({ waiting: 3, unread: 3 });
    });

    it("lists only those who wait since after a time, when it is given one", async () => {
      const { store, inbox } = open();
      const talk = aTalk({ store, inbox });
      for (let n = 0; n < 4; n++) await talk.writes({ phone: `+155500000${n}`, atMs: NOW + n * MINUTE });
      const since = async (waitsAfterMs: number) => {
        const query = { state: "waiting", limit: 10, nowMs: NOW + 9 * MINUTE, waitsAfterMs } as const;
        return (await inbox.waiting(talk.owner, query)).conversations.map(({ customerPhone }) =>
          customerPhone?.slice(-1),
        );
      };
      expect(await since(NOW + MINUTE)).toEqual(["2", "3"]);
      expect(await since(NOW + MINUTE - 1)).toEqual(["1", "2", "3"]);
      expect(await since(NOW + 3 * MINUTE)).toEqual([]);
    });

    it("pages through those who wait, though some are answered and others come meanwhile", async () => {
      const { store, inbox } = open();
      const talk = aTalk({ store, inbox });
      const phoneOf = (n: number) => `+1555000${String(n).padStart(4, "0")}`;
      for (let n = 0; n < 7; n++) await talk.writes({ phone: phoneOf(n), atMs: NOW + n * MINUTE });
      const seen: (string | undefined)[] = [];
      let after: string | undefined;
      for (let n = 0; n < 10; n++) {
        const page = await inbox.waiting(talk.owner, { state: "waiting", limit: 2, nowMs: NOW, after });
        seen.push(...page.conversations.map(({ customerPhone }) => customerPhone));
        after = page.next;
        if (after === undefined) break;
        if (n === 0) await talk.answers({ phone: phoneOf(0), atMs: NOW + 60 * MINUTE });
        if (n === 0) await talk.writes({ phone: phoneOf(7), atMs: NOW + 61 * MINUTE });
      }
      expect(seen).toEqual([0, 1, 2, 3, 4, 5, 6, 7].map(phoneOf));
    });

    it("finds by state, name, number and last words among all", async () => {
      const { store, inbox } = open();
      const talk = aTalk({ store, inbox });
      const [a, b, c] = ["+15550000001", "+15550000002", "+15550000003"];
      await talk.writes({ phone: a, atMs: NOW, body: "A broken MUG" });
      await talk.writes({ phone: b, atMs: NOW + 1, body: "thanks" });
      await talk.writes({ phone: c, atMs: NOW + 2, body: "hello" });
      await talk.mark({ isDone: true }, b);
      await talk.answers({ phone: c, atMs: NOW + 3, body: "good day" });
      const found = async (filter: Partial<Parameters<ConversationStore["list"]>[1]>) =>
        (await store.list(talk.owner, { limit: 100, nowMs: NOW + 10, ...filter })).conversations.map(
          ({ customerPhone }) => customerPhone,
        );
      expect(await found({ state: "open" })).toEqual([c, a]);
      expect(await found({ state: "done" })).toEqual([b]);
      expect(await found({ state: "open", notWaitingAtMs: NOW })).toEqual([c]);
      expect(await found({ term: searchTerm("mug") })).toEqual([a]);
      expect(await found({ term: searchTerm("0000-002") })).toEqual([b]);
      expect(await found({ term: searchTerm("nobody") })).toEqual([]);
    });
  });
}

conversationInboxContract("DynamoDB", () => ({
  store: new DynamoConversationStore(fixture.client, "Chat"),
  inbox: new DynamoConversationInbox(fixture.client, "Chat"),
}));
conversationInboxContract("in memory", () => {
  const both = inMemoryConversationStore();
  return { store: both, inbox: both };
});
