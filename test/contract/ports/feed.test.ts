import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { DeleteCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { HeraldEvent } from "../../../shared/events/contract/events.ts";
import { DynamoFeed } from "../../../shared/events/dynamo/feed.ts";
import { feedPartition } from "../../../shared/events/dynamo/feed-item.ts";
import type { Feed } from "../../../shared/events/ports.ts";
import type { Clock } from "../../../shared/kernel/clock.ts";
import type { Owner } from "../../../shared/kernel/owner.ts";
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

/** Tests the promises that every Feed keeps. */
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

interface SentCommand {
  readonly input: { readonly Item?: { readonly count?: number }; readonly ScanIndexForward?: boolean };
}

/** Returns the table's client, which calls `before` with each command before it sends it. */
const clientThat = (before: (command: SentCommand) => Promise<unknown>): DynamoDBDocumentClient =>
  new Proxy(fixture.client, {
    get: (real, name) =>
      name === "send"
        ? async (command: SentCommand) => (await before(command)) ?? real.send(command as never)
        : Reflect.get(real, name),
  });

describe("the DynamoDB feed", () => {
  const clock = fakeClock();
  const open = (client = fixture.client, at: Clock = clock) => new DynamoFeed(client, { table: "Events", clock: at });
  const found = async (feed: Feed, owner: Owner) =>
    idsOf((await feed.read(owner, { after: 0, limit: 500 })).events.map(({ event }) => event));
  const itemsOf = async (owner: Owner) => {
    const query = { KeyConditionExpression: "pk = :pk", ExpressionAttributeValues: { ":pk": feedPartition(owner) } };
    const { Items = [] } = await fixture.client.send(new QueryCommand({ TableName: "Events", ...query }));
    return Items.map(({ pk, sk }) => ({ pk, sk: String(sk) }));
  };
  const expire = async (owner: Owner) => {
    for (const { pk, sk } of await itemsOf(owner))
      if (sk.startsWith("S#")) await fixture.client.send(new DeleteCommand({ TableName: "Events", Key: { pk, sk } }));
  };

  it("halves a chunk that the table refuses, until it takes the parts", async () => {
    const [owner, events] = [anOwner(), some(50)];
    await open().append(owner, some(1));
    let refused = 0;
    /** This client limits the items to less than the table accepts. */
    const client = clientThat(async ({ input: { Item } }) => {
      if ((Item?.count ?? 0) <= 7) return;
      refused++;
      throw Object.assign(new Error("Item size has exceeded the maximum allowed size"), {
        name: "ValidationException",
      });
    });
    expect(await open(client).append(owner, events)).toEqual([]);
    expect((await found(open(), owner)).slice(1)).toEqual(idsOf(events));
    expect(refused).toBe(7);
  });

  it("writes what waits for its turn in one item, and answers each what is too large", async () => {
    const owner = anOwner();
    const events = some(6);
    const one = anAnnouncedEvent();
    const text = randomText("BMP", 180_000, seededRandom(4));
    const large = { ...one, data: { ...one.data, recipient: text } } as HeraldEvent;
    const feed = open();
    const answers = await Promise.all([
      feed.append(owner, events.slice(0, 1)),
      feed.append(owner, events.slice(1, 3)),
      feed.append(owner, [...events.slice(3, 4), large]),
      feed.append(owner, events.slice(4)),
    ]);
    expect(answers.map((tooLarge) => idsOf(tooLarge))).toEqual([[], [], [large.id], []]);
    expect(await found(open(), owner)).toEqual(idsOf(events));
    expect((await itemsOf(owner)).filter(({ sk }) => sk.startsWith("S#"))).toHaveLength(2);
  });

  it("fails the appends that are not written, and no other one that waited with them", async () => {
    const owner = anOwner();
    const [first, second] = [some(100), some(20)];
    let puts = 0;
    const client = clientThat(async ({ input: { Item } }) => {
      if (Item && ++puts === 2) throw new Error("the table does not answer");
    });
    const feed = open(client);
    await feed.append(owner, some(1));
    puts = 0;
    const together = await Promise.allSettled([
      feed.append(owner, []),
      feed.append(owner, first),
      feed.append(owner, second),
    ]);
    expect(together.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected"]);
  });

  it("appends once where the answer to its own write is lost and the client tries again", async () => {
    const [owner, events] = [anOwner(), some(3)];
    await open().append(owner, some(1));
    let lost = 0;
    const client = clientThat(async (command) => {
      if (command.input.Item === undefined || lost++ > 0) return;
      await fixture.client.send(command as never);
    });
    await open(client).append(owner, events);
    expect((await found(open(), owner)).slice(1)).toEqual(idsOf(events));
    expect(lost).toBe(1);
  });

  it("goes on above all earlier positions when nothing of a feed is left, for all writers alike", async () => {
    const owner = anOwner();
    const at = fakeClock();
    await open(fixture.client, at).append(owner, some(3));
    at.advance(40 * DAY_MS);
    await expire(owner);
    expect(await open(fixture.client, at).head(owner)).toBe(0);
    const batches = Array.from({ length: 6 }, () => some(2));
    await Promise.all(batches.map((batch) => open(fixture.client, at).append(owner, batch)));
    const { events } = await open(fixture.client, at).read(owner, { after: 3, limit: 100 });
    const [first = 0, ...others] = events.map(({ position }) => position);
    expect(first).toBeGreaterThan(3);
    expect(others).toEqual(Array.from({ length: 11 }, (_, i) => first + 1 + i));
    expect(Number.isSafeInteger(first * 100)).toBe(true);
  });

  it("shows a chunk that was put while the table answered, before the one behind it", async () => {
    const [owner, events] = [anOwner(), some(4)];
    for (const event of events) await open().append(owner, [event]);
    let isTorn = true;
    const client = clientThat(async (command) => {
      if (!isTorn || command.input.ScanIndexForward === false) return;
      isTorn = false;
      const answer = await fixture.client.send(command as never as QueryCommand);
      return { ...answer, Items: answer.Items?.toSpliced(1, 1) };
    });
    const { events: read, next } = await open(client).read(owner, { after: 0, limit: 10 });
    expect(idsOf(read.map(({ event }) => event))).toEqual(idsOf(events));
    expect([next, isTorn]).toEqual([4, false]);
  });
});

feedContract("the DynamoDB feed", (clock) => new DynamoFeed(fixture.client, { table: "Events", clock }));
feedContract("the in-memory double", (clock) => inMemoryFeed(clock));
