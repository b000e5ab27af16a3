import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Clock } from "../../../shared/kernel/clock.ts";
import type { SentToCustomer } from "../../../shared/sandbox/domain/sent-to-customer.ts";
import { DynamoSentMessages } from "../../../shared/sandbox/dynamo/sent-messages.ts";
import type { SentMessages } from "../../../shared/sandbox/ports.ts";
import { anOwner } from "../../support/an-owner.ts";
import { fakeClock } from "../../support/fake-clock.ts";
import { inMemorySentMessages } from "../../support/in-memory-sent-messages.ts";
import { type TableFixture, tableFixture } from "../../support/table-fixture.ts";

let fixture: TableFixture;
beforeAll(async () => {
  fixture = await tableFixture();
});
afterAll(() => fixture.close());

const DAY_MS = 86_400_000;
const ANA = "+15551230001";
const BEN = "+15551230002";
const ALL = { limit: 100 };

/** All SentMessages keep these promises. */
function sentMessagesContract(name: string, open: (clock: Clock) => SentMessages): void {
  describe(`SentMessages: ${name}`, () => {
    const setUp = () => {
      const clock = fakeClock();
      const aMessage = (changes: Partial<SentToCustomer> = {}): SentToCustomer => {
        clock.advance(1);
        return {
          id: crypto.randomUUID(),
          notificationId: crypto.randomUUID(),
          sentAt: new Date(clock.now()).toISOString(),
          message: { type: "text", text: { body: "Olá", preview_url: false } },
          ...changes,
        };
      };
      const store = open(clock);
      const owner = anOwner();
      const added = async (phone: string, count: number) => {
        const all = Array.from({ length: count }, () => aMessage());
        for (const one of all) await store.add(owner, phone, one);
        return all;
      };
      return { clock, store, owner, aMessage, added };
    };

    it("lists a customer's messages as they were, newest first (D48d)", async () => {
      const { store, owner, added } = setUp();
      const [first, second] = [await added(ANA, 2), await added(BEN, 1)];
      expect(await store.list(owner, ANA, ALL)).toEqual({ messages: first.toReversed() });
      expect(await store.list(owner, BEN, ALL)).toEqual({ messages: second });
      expect(await store.list(owner, "+15551230003", ALL)).toEqual({ messages: [] });
      expect(await store.list(anOwner(), ANA, ALL)).toEqual({ messages: [] });
    });

    it("finds a customer by any spelling of the number (D30)", async () => {
      const { store, owner, added } = setUp();
      const messages = await added("+551187654321", 1);
      expect(await store.list(owner, "+5511987654321", ALL)).toEqual({ messages });
    });

    it("adds a message once", async () => {
      const { store, owner, aMessage } = setUp();
      const one = aMessage();
      await store.add(owner, ANA, one);
      await store.add(owner, ANA, { ...one, message: { type: "other" } });
      expect(await store.list(owner, ANA, ALL)).toEqual({ messages: [one] });
    });

    it("lists in pages that meet each message once, also when others come meanwhile", async () => {
      const { store, owner, added } = setUp();
      const all = (await added(ANA, 5)).toReversed();
      const first = await store.list(owner, ANA, { limit: 2 });
      expect(first.messages).toEqual(all.slice(0, 2));
      await added(BEN, 2);
      await added(ANA, 1);
      const second = await store.list(owner, ANA, { limit: 2, after: first.next });
      expect(second.messages).toEqual(all.slice(2, 4));
      expect(await store.list(owner, ANA, { limit: 2, after: second.next })).toEqual({ messages: all.slice(4) });
    });

    it("names no next page after the last message", async () => {
      const { store, owner, added } = setUp();
      await added(ANA, 2);
      await added(BEN, 1);
      expect(await store.list(owner, ANA, { limit: 2 })).not.toHaveProperty("next", expect.anything());
    });

    it("forgets messages after seven days", async () => {
      const { clock, store, owner, added } = setUp();
      await added(ANA, 1);
      clock.advance(6 * DAY_MS);
      const later = await added(ANA, 1);
      clock.advance(DAY_MS - 10_000);
      expect((await store.list(owner, ANA, ALL)).messages).toHaveLength(2);
      clock.advance(20_000);
      expect(await store.list(owner, ANA, ALL)).toEqual({ messages: later });
    });

    it("shows the last 1,000 messages of an owner", async () => {
      const { store, owner, added } = setUp();
      const [oldest] = await added(ANA, 1);
      const other = await added(BEN, 998);
      expect((await store.list(owner, ANA, ALL)).messages).toEqual([oldest]);
      await added(BEN, 1);
      expect((await store.list(owner, ANA, ALL)).messages).toEqual([oldest]);
      await added(BEN, 1);
      expect((await store.list(owner, ANA, ALL)).messages).toEqual([]);
      const page = await store.list(owner, BEN, { limit: 1000 });
      expect([page.messages.length, page.messages.at(-1)?.id]).toEqual([1000, other[0]?.id]);
    });
  });
}

sentMessagesContract("in memory", inMemorySentMessages);
sentMessagesContract("DynamoDB", (clock) => new DynamoSentMessages(fixture.client, { table: "Events", clock }));
