import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { HeraldEvent } from "../../../shared/events/contract/events.ts";
import { DynamoFeed } from "../../../shared/events/dynamo/feed.ts";
import type { Feed } from "../../../shared/events/ports.ts";
import type { Clock } from "../../../shared/kernel/clock.ts";
import { anAnnouncedEvent } from "../../support/an-announced-event.ts";
import { anOwner } from "../../support/an-owner.ts";
import { fakeClock } from "../../support/fake-clock.ts";
import { inMemoryFeed } from "../../support/in-memory-feed.ts";
import { randomText } from "../../support/large-metadata.ts";
import { seededRandom } from "../../support/seeded-random.ts";
import { type TableFixture, tableFixture } from "../../support/table-fixture.ts";

let fixture: TableFixture;
beforeAll(async () => {
  fixture = await tableFixture();
});
afterAll(() => fixture.close());

const DAY_MS = 86_400_000;
const some = (count: number): HeraldEvent[] => Array.from({ length: count }, () => anAnnouncedEvent());
const idsOf = (events: readonly { readonly id: string }[]) => events.map(({ id }) => id);

/** The promises of every Feed. */
function feedContract(name: string, open: (clock: Clock) => Feed): void {
  describe(`Feed: ${name}`, () => {
    const setUp = () => {
      const clock = fakeClock();
      return { clock, feed: open(clock), owner: anOwner() };
    };

    it("is empty at first", async () => {
      const { feed, owner } = setUp();
      expect(await feed.head(owner)).toBe(0);
      expect(await feed.read(owner, { after: 0, limit: 10 })).toEqual({ events: [], next: 0 });
    });

    it("gives events back as they were appended, oldest first, at positions without a gap", async () => {
      const { feed, owner } = setUp();
      const [first, second] = [some(3), some(2)];
      await feed.append(owner, first);
      await feed.append(owner, second);
      const { events, next } = await feed.read(owner, { after: 0, limit: 10 });
      expect(events.map(({ event }) => event)).toEqual([...first, ...second]);
      expect(events.map(({ position }) => position)).toEqual([1, 2, 3, 4, 5]);
      expect(next).toBe(5);
      expect(await feed.head(owner)).toBe(5);
    });

    it("goes on from every position, whatever was appended together", async () => {
      const { feed, owner } = setUp();
      const all = some(120);
      await feed.append(owner, all.slice(0, 7));
      await feed.append(owner, all.slice(7));
      for (const after of [0, 1, 6, 7, 8, 49, 56, 57, 58, 107, 119]) {
        const { events, next } = await feed.read(owner, { after, limit: 500 });
        expect(events.map(({ event }) => event.id)).toEqual(idsOf(all.slice(after)));
        expect(next).toBe(120);
      }
    });

    it("fills a page to its limit and says where the next one begins", async () => {
      const { feed, owner } = setUp();
      const all = some(60);
      await feed.append(owner, all);
      const first = await feed.read(owner, { after: 0, limit: 55 });
      const second = await feed.read(owner, { after: first.next, limit: 55 });
      expect([first.events.length, first.next]).toEqual([55, 55]);
      expect(second.events.map(({ event }) => event.id)).toEqual(idsOf(all.slice(55)));
      expect(await feed.read(owner, { after: second.next, limit: 55 })).toEqual({ events: [], next: 60 });
    });

    it("shows only the types that are asked for, and moves on past all others", async () => {
      const { feed, owner } = setUp();
      const delivered = anAnnouncedEvent({ type: "notification.delivered" });
      await feed.append(owner, [...some(3), delivered, ...some(3)]);
      const types = new Set(["notification.delivered"]);
      const page = await feed.read(owner, { after: 0, limit: 10, types });
      expect(page.events).toEqual([{ position: 4, committedAtMs: expect.any(Number), event: delivered }]);
      expect(page.next).toBe(7);
      const rest = await feed.read(owner, { after: page.next, limit: 10, types });
      expect(rest).toEqual({ events: [], next: 7 });
    });

    it("keeps events for 30 days, and its positions for longer", async () => {
      const { feed, owner, clock } = setUp();
      const [old, young] = [anAnnouncedEvent(), anAnnouncedEvent()];
      await feed.append(owner, [old]);
      clock.advance(29 * DAY_MS);
      await feed.append(owner, [young]);
      const committedAtMs = Math.floor(clock.now() / 1000) * 1000;
      expect((await feed.read(owner, { after: 0, limit: 10 })).events.map(({ event }) => event)).toEqual([old, young]);
      clock.advance(DAY_MS + 1000);
      expect(await feed.read(owner, { after: 0, limit: 10 })).toEqual({
        events: [{ position: 2, committedAtMs, event: young }],
        next: 2,
      });
      clock.advance(30 * DAY_MS);
      expect(await feed.read(owner, { after: 0, limit: 10 })).toEqual({ events: [], next: 2 });
      await feed.append(owner, [anAnnouncedEvent()]);
      expect(await feed.head(owner)).toBe(3);
    });

    it("gives one event by its position, as long as it is kept", async () => {
      const { feed, owner, clock } = setUp();
      const all = some(60);
      await feed.append(owner, all.slice(0, 3));
      await feed.append(owner, all.slice(3));
      for (const position of [1, 3, 4, 53, 54, 60])
        expect(await feed.at(owner, position)).toEqual({
          ...{ position, committedAtMs: clock.now(), event: all[position - 1] },
        });
      expect(await feed.at(owner, 61)).toBeUndefined();
      expect(await feed.at(anOwner(), 1)).toBeUndefined();
      clock.advance(30 * DAY_MS + 1000);
      expect(await feed.at(owner, 4)).toBeUndefined();
    });

    it("is each owner's own", async () => {
      const { feed, owner } = setUp();
      await feed.append(owner, some(1));
      const other = anOwner();
      expect(await feed.head(other)).toBe(0);
      expect((await feed.read(other, { after: 0, limit: 10 })).events).toEqual([]);
    });

    it("keeps an event that is larger than a chunk, beside small ones", async () => {
      const { feed, owner } = setUp();
      const large = { ...anAnnouncedEvent({ type: "notification.sent" }) };
      const padded = { ...large, data: { ...large.data, recipient: crypto.randomUUID().repeat(6000) } } as HeraldEvent;
      const all = [...some(2), padded, ...some(2)];
      await feed.append(owner, all);
      const { events } = await feed.read(owner, { after: 0, limit: 10 });
      expect(events.map(({ event }) => event)).toEqual(all);
    });

    it("answers the events that are too large for it, and keeps their neighbours in their order", async () => {
      const { feed, owner } = setUp();
      const random = seededRandom(3);
      const tooLarge = (): HeraldEvent => {
        const one = anAnnouncedEvent();
        return { ...one, data: { ...one.data, recipient: randomText("BMP", 180_000, random) } } as HeraldEvent;
      };
      const [small, large] = [some(4), [tooLarge(), tooLarge()]];
      const all = [
        ...small.slice(0, 1),
        ...large.slice(0, 1),
        ...small.slice(1, 3),
        ...large.slice(1),
        ...small.slice(3),
      ];
      expect(idsOf(await feed.append(owner, all))).toEqual(idsOf(large));
      const { events, next } = await feed.read(owner, { after: 0, limit: 10 });
      expect(idsOf(events.map(({ event }) => event))).toEqual(idsOf(small));
      expect([next, await feed.append(owner, some(1))]).toEqual([4, []]);
    });

    it("takes writers side by side, each event once, and each writer's in its order", async () => {
      const { feed, owner } = setUp();
      const batches = Array.from({ length: 12 }, () => some(3));
      await Promise.all(batches.map((batch) => feed.append(owner, batch)));
      const { events } = await feed.read(owner, { after: 0, limit: 500 });
      const found = events.map(({ event }) => event.id);
      expect(found.toSorted()).toEqual(idsOf(batches.flat()).toSorted());
      for (const batch of batches) expect(found.filter((id) => idsOf(batch).includes(id))).toEqual(idsOf(batch));
    });
  });
}

describe("the DynamoDB feed", () => {
  it("halves a chunk that the table refuses, until it takes the parts", async () => {
    const [owner, events] = [anOwner(), some(50)];
    let refused = 0;
    /** Its items are smaller than they are by right. */
    const client = new Proxy(fixture.client, {
      get: (real, name) =>
        name === "send"
          ? async (command: { input: { TransactItems?: { Put?: { Item?: { count?: number } } }[] } }) => {
              const counts = command.input.TransactItems?.map(({ Put }) => Put?.Item?.count ?? 0) ?? [];
              if (counts.every((count) => count <= 7)) return real.send(command as never);
              refused++;
              throw Object.assign(new Error("Item size has exceeded the maximum allowed size"), {
                name: "ValidationException",
              });
            }
          : Reflect.get(real, name),
    });
    expect(await new DynamoFeed(client, { table: "Events", clock: fakeClock() }).append(owner, events)).toEqual([]);
    const feed = new DynamoFeed(fixture.client, { table: "Events", clock: fakeClock() });
    const read = await feed.read(owner, { after: 0, limit: 100 });
    expect(read.events.map(({ event }) => event.id)).toEqual(idsOf(events));
    expect(refused).toBe(7);
  });
});

feedContract("the DynamoDB feed", (clock) => new DynamoFeed(fixture.client, { table: "Events", clock }));
feedContract("the in-memory double", (clock) => inMemoryFeed(clock));
