import { TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CONTENT_CODECS } from "../../../shared/channels/content-wiring.ts";
import type { Clock } from "../../../shared/kernel/clock.ts";
import type { DailyCount } from "../../../shared/keys/domain/daily-count.ts";
import { DynamoDailyCounts } from "../../../shared/keys/dynamo/daily-counts.ts";
import type { Notification } from "../../../shared/notifications/domain/notification.ts";
import { DynamoCountedNotifications } from "../../../shared/notifications/dynamo/counted-notifications.ts";
import { DynamoNotificationStore } from "../../../shared/notifications/dynamo/notification-store.ts";
import type { CountedNotificationStore, NotificationStore } from "../../../shared/notifications/ports.ts";
import { aNotification, anEmail } from "../../support/builders.ts";
import { type FakeClock, fakeClock } from "../../support/fake-clock.ts";
import { inMemoryNotificationStore } from "../../support/in-memory-notification-store.ts";
import { type TableFixture, tableFixture } from "../../support/table-fixture.ts";

const LEASE_MS = 90_000;
const DAY = "2026-11-21";
const NEXT_DAY = "2026-11-22";

let fixture: TableFixture;
beforeAll(async () => {
  fixture = await tableFixture();
});
afterAll(() => fixture.close());

type Store = CountedNotificationStore & Pick<NotificationStore, "get" | "findContent" | "addTogether">;

function dynamoStore(clock: Clock, client = fixture.client): Store {
  const options = {
    ...{ codecs: CONTENT_CODECS, table: "Notifications", leaseMs: LEASE_MS, clock },
    ...{ contentKeptDays: 7, recordKeptDays: 90 },
    blobs: () => Promise.reject(new Error("no content is large")),
  };
  const counts = new DynamoDailyCounts(client, "ApiKeys");
  const counted = new DynamoCountedNotifications(client, { ...options, counts });
  const store = new DynamoNotificationStore(client, options);
  return Object.assign(store, { addCounted: counted.addCounted.bind(counted) });
}

const { owner } = aNotification();
const some = (n: number): Notification[] => Array.from({ length: n }, () => aNotification({ owner }));
const toAdd = (all: readonly Notification[]) => all.map((notification) => ({ notification, content: anEmail() }));
const aCount = (perDay: number, day = DAY): DailyCount => ({ owner, countId: crypto.randomUUID(), perDay, day });
const ADDED = { kind: "added" };

/** Tests the promises of `addCounted`, which every CountedNotificationStore keeps. */
function countedContract(name: string, open: (clock: Clock) => Store): void {
  describe(`CountedNotificationStore: ${name}`, () => {
    const setUp = (perDay: number) => {
      const clock = fakeClock();
      const store = open(clock);
      const count = aCount(perDay);
      const add = (n: number, on = count) => store.addCounted(toAdd(some(n)), on);
      return { clock, store, count, add };
    };

    it("stores what still has room, and then nothing more (D47d)", async () => {
      const { store, count, add } = setUp(3);
      const all = some(2);
      const added = await store.addCounted(toAdd(all), count);
      expect(added).toMatchObject({ kind: "added", added: [{ delaySeconds: 0 }, { delaySeconds: 0 }] });
      for (const one of all) expect(await store.get(owner, one.id)).toEqual(one);
      expect(await store.findContent(owner, all[1]?.id ?? "")).toEqual(anEmail());
      const beyond = some(2);
      expect(await store.addCounted(toAdd(beyond), count)).toEqual({ kind: "full", left: 1 });
      for (const { id } of beyond) expect(await store.get(owner, id)).toBeUndefined();
      expect(await add(1)).toMatchObject(ADDED);
      expect(await add(1)).toEqual({ kind: "full", left: 0 });
    });

    it("counts exactly when many write at the same moment", async () => {
      const { add } = setUp(50);
      const outcomes = await Promise.all(Array.from({ length: 100 }, () => add(1)));
      expect(outcomes.filter(({ kind }) => kind === "added")).toHaveLength(50);
      expect(outcomes.filter(({ kind }) => kind === "full")).toHaveLength(50);
    });

    it("counts nothing twice that is stored already, also when the count is full", async () => {
      const { store, count, add } = setUp(3);
      const [first, second] = some(2);
      if (!(first && second)) throw new Error("there are two");
      expect(await store.addCounted(toAdd([first]), count)).toMatchObject(ADDED);
      expect(await store.addCounted(toAdd([first, second]), count)).toEqual({
        kind: "there",
        ids: new Set([first.id]),
      });
      expect(await store.get(owner, second.id)).toBeUndefined();
      expect(await add(2)).toMatchObject(ADDED);
      expect(await store.addCounted(toAdd([first]), count)).toEqual({ kind: "there", ids: new Set([first.id]) });
    });

    it("begins anew with each day, and never goes back to an earlier one", async () => {
      const { count, add } = setUp(2);
      const tomorrow = { ...count, day: NEXT_DAY };
      expect(await add(2)).toMatchObject(ADDED);
      expect(await add(1)).toEqual({ kind: "full", left: 0 });
      expect(await add(3, tomorrow)).toEqual({ kind: "full", left: 2 });
      expect(await add(1, tomorrow)).toMatchObject(ADDED);
      expect(await add(1, count)).toMatchObject(ADDED);
      expect(await add(1, count)).toEqual({ kind: "full", left: 0 });
      expect(await add(1, tomorrow)).toEqual({ kind: "full", left: 0 });
    });

    it("keeps the counts of keys apart", async () => {
      const { add, count } = setUp(1);
      expect(await add(1)).toMatchObject(ADDED);
      expect(await add(1, { ...count, countId: crypto.randomUUID() })).toMatchObject(ADDED);
    });

    it("stores and counts a hundred together, all or none", async () => {
      const { store, count, add } = setUp(201);
      const all = some(100);
      expect(await store.addCounted(toAdd(all), count)).toMatchObject(ADDED);
      expect(await store.addCounted(toAdd(all), count)).toMatchObject({ kind: "there" });
      expect(await add(100)).toMatchObject(ADDED);
      expect(await add(100)).toEqual({ kind: "full", left: 1 });
      expect(await add(1)).toMatchObject(ADDED);
      expect(await add(100, aCount(99))).toEqual({ kind: "full", left: 99 });
    });
  });
}

countedContract("DynamoDB", (clock) => dynamoStore(clock));
countedContract("in memory", (clock) => inMemoryNotificationStore({ clock, leaseMs: LEASE_MS }));

describe("DynamoDailyCounts.usedOn()", () => {
  it("says how much of each count was used on its day", async () => {
    const counts = new DynamoDailyCounts(fixture.client, "ApiKeys");
    const [one, another, unused] = [aCount(10), aCount(10), aCount(10)];
    const store = dynamoStore(fakeClock());
    await store.addCounted(toAdd(some(3)), one);
    await store.addCounted(toAdd(some(2)), { ...another, day: NEXT_DAY });
    const usedOn = async (...days: string[]) => [
      ...(await counts.usedOn([one, another, unused].map((count, n) => ({ ...count, day: days[n] ?? DAY })))).values(),
    ];
    expect(await usedOn(NEXT_DAY, NEXT_DAY, NEXT_DAY)).toEqual([0, 2, 0]);
    expect(await usedOn(DAY, NEXT_DAY)).toEqual([3, 2, 0]);
    expect(await counts.usedOn([])).toEqual(new Map());
  });
});

describe("a hundred that are counted before their transaction", () => {
  /** Makes the transactions of a hundred fail, as if the process had died before each. */
  const dying = (): TableFixture["client"] => {
    const client = Object.create(fixture.client);
    client.send = (command: never) => {
      if ((command as object) instanceof TransactWriteCommand) {
        const { TransactItems = [] } = (command as TransactWriteCommand).input;
        if (TransactItems.length === 100) return Promise.reject(new Error("power cut"));
      }
      return fixture.client.send(command);
    };
    return client;
  };
  const setUp = async () => {
    const clock: FakeClock = fakeClock();
    const count = aCount(100);
    const all = toAdd(some(100));
    await expect(dynamoStore(clock, dying()).addCounted(all, count)).rejects.toThrow("power cut");
    const state = () => new DynamoDailyCounts(fixture.client, "ApiKeys").stateOf(count);
    return { clock, count, all, store: dynamoStore(clock), state };
  };

  it("are given back after a crash that stored nothing, as soon as nothing can be stored any more", async () => {
    const { clock, count, store, state } = await setUp();
    clock.advance(119_000);
    expect(await store.addCounted(toAdd(some(1)), count)).toEqual({ kind: "full", left: 0 });
    clock.advance(2_000);
    expect(await store.addCounted(toAdd(some(1)), count)).toMatchObject(ADDED);
    expect(await state()).toMatchObject({ used: 1, holds: {} });
  });

  it("are stored and counted once by a repeat of the request that died", async () => {
    const { clock, count, all, store, state } = await setUp();
    clock.advance(1_000);
    expect(await store.addCounted(all, count)).toMatchObject(ADDED);
    expect(await state()).toMatchObject({ used: 100, holds: {} });
    clock.advance(121_000);
    expect(await store.addCounted(toAdd(some(1)), count)).toEqual({ kind: "full", left: 0 });
  });

  it("stay counted after a crash that stored them", async () => {
    const { clock, count, all, store, state } = await setUp();
    expect(await store.addTogether(all)).toHaveLength(100);
    clock.advance(121_000);
    expect(await store.addCounted(toAdd(some(1)), count)).toEqual({ kind: "full", left: 0 });
    expect(await state()).toMatchObject({ used: 100, holds: {} });
  });
});
