import { BatchWriteCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Owner } from "../../../shared/kernel/owner.ts";
import { systemIdentifiers } from "../../../shared/kernel/system-identifiers.ts";
import { stateKey } from "../../../shared/notifications/dynamo/notification-key.ts";
import { DynamoNotificationStore } from "../../../shared/notifications/dynamo/notification-store.ts";
import type { RecentPage } from "../../../shared/notifications/ports.ts";
import { anOwner } from "../../support/an-owner.ts";
import { aNotification, anEmail } from "../../support/builders.ts";
import { fakeClock } from "../../support/fake-clock.ts";
import { type TableFixture, tableFixture } from "../../support/table-fixture.ts";

let fixture: TableFixture;
beforeAll(async () => {
  fixture = await tableFixture();
});
afterAll(() => fixture.close());

const clock = fakeClock();
const LIVES = Math.floor(clock.now() / 1000) + 1000;
const IS_OVER = Math.floor(clock.now() / 1000) - 1000;

/** A store, and the queries that it sends. */
function watched() {
  const queries: Record<string, unknown>[] = [];
  const client = new Proxy(fixture.client, {
    get: (target, name) =>
      name !== "send"
        ? Reflect.get(target, name)
        : (command: Parameters<TableFixture["client"]["send"]>[0]) => {
            if (command instanceof QueryCommand) queries.push({ ...command.input });
            return target.send(command as unknown as QueryCommand);
          },
  });
  const blobs = () => Promise.reject(new Error("these contents are small"));
  const options = { table: "Notifications", leaseMs: 90_000, clock, blobs, contentKeptDays: 7, recordKeptDays: 90 };
  return { store: new DynamoNotificationStore(client, options), queries };
}

const idOf = (n: number) => `01980000-0000-7000-8000-${String(n).padStart(12, "0")}`;
const shardOf = (owner: Owner, id: string) => stateKey({ owner, id }).pk;

interface Stored {
  readonly id: string;
  readonly ttl?: number;
  readonly padding?: string;
}

async function fill(owner: Owner, all: readonly Stored[]): Promise<readonly string[]> {
  for (let from = 0; from < all.length; from += 25) {
    const puts = all.slice(from, from + 25).map(({ id, ttl = LIVES, padding }) => {
      const { owner: _owner, id: _id, ...state } = aNotification({ owner, id });
      return { PutRequest: { Item: { ...stateKey({ owner, id }), ...state, ttl, padding } } };
    });
    await fixture.client.send(new BatchWriteCommand({ RequestItems: { Notifications: puts } }));
  }
  return all.map(({ id }) => id).sort((a, b) => (a < b ? 1 : -1));
}

/** Of these ids, such as lie in one partition of the owner's. */
const alone = (owner: Owner, count: number): Stored[] => {
  const ids = Array.from({ length: count * 40 }, (_, n) => idOf(n));
  const shard = shardOf(owner, ids[0] ?? "");
  return ids
    .filter((id) => shardOf(owner, id) === shard)
    .slice(0, count)
    .map((id) => ({ id }));
};

async function pages(owner: Owner, page: RecentPage): Promise<string[]> {
  const { store } = watched();
  const ids: string[] = [];
  for (;;) {
    const found = await store.listRecent(owner, { ...page, before: ids.at(-1) ?? page.before });
    ids.push(...found.map(({ id }) => id));
    if (found.length < page.limit) return ids;
  }
}

describe("an owner's list, which is the table", () => {
  it.each([
    [
      "as the hash spreads them",
      (_owner: Owner) => Array.from({ length: 330 }, () => ({ id: systemIdentifiers.newId() })),
    ],
    ["all in one partition", (owner: Owner) => alone(owner, 130)],
    ["none", () => []],
  ])("has every notification once, newest first, whatever the page: %s", async (_how, made) => {
    const owner = anOwner();
    const newest = await fill(owner, made(owner));
    for (const limit of [7, 25, 100, 200]) expect(await pages(owner, { limit })).toEqual(newest);
  });

  it("ends within a range of ids, and is empty where the range ends before it begins", async () => {
    const owner = anOwner();
    await fill(
      owner,
      Array.from({ length: 60 }, (_, n) => ({ id: idOf(n) })),
    );
    const range = { before: idOf(40), from: idOf(11) };
    expect(await pages(owner, { limit: 9, ...range })).toEqual(Array.from({ length: 29 }, (_, n) => idOf(39 - n)));
    expect(await pages(owner, { limit: 9, before: idOf(11), from: idOf(40) })).toEqual([]);
  });

  it("reads on where a partition's page is full of bytes before it is full of notifications", async () => {
    const owner = anOwner();
    const newest = await fill(
      owner,
      alone(owner, 12).map((one) => ({ ...one, padding: "x".repeat(200_000) })),
    );
    expect(await pages(owner, { limit: 10 })).toEqual(newest);
  });

  it("goes on behind what has expired among the living, and ends where a page ends with it", async () => {
    const owner = anOwner();
    const expired = new Set([idOf(28), idOf(27), idOf(25)]);
    const ttlOf = (n: number) => (n < 5 || expired.has(idOf(n)) ? IS_OVER : LIVES);
    const all = Array.from({ length: 30 }, (_, n) => ({ id: idOf(n), ttl: ttlOf(n) }));
    const living = (await fill(owner, all)).filter((id) => !expired.has(id) && id >= idOf(5));
    expect(await pages(owner, { limit: 10 })).toEqual(living);
  });

  it("has what was stored before it was asked for; figures ask for less", async () => {
    const { store, queries } = watched();
    const notification = aNotification({ id: systemIdentifiers.newId() });
    await store.add(notification, anEmail());
    const { owner, id } = notification;
    expect((await store.listRecent(owner, { limit: 5 })).map((one) => one.id)).toEqual([id]);
    const consistently = queries.splice(0).map(({ ConsistentRead }) => ConsistentRead);
    expect(new Set(consistently)).toEqual(new Set([true]));
    await store.listRecent(owner, { limit: 5, reads: "eventual" });
    expect(new Set(queries.map(({ ConsistentRead }) => ConsistentRead))).toEqual(new Set([false]));
  });

  it("asks each partition for its share of a page, and few of them again", async () => {
    const owner = anOwner();
    await fill(
      owner,
      Array.from({ length: 400 }, () => ({ id: systemIdentifiers.newId() })),
    );
    const { store, queries } = watched();
    await store.listRecent(owner, { limit: 100 });
    expect(Math.max(...queries.map(({ Limit }) => Number(Limit)))).toBeLessThanOrEqual(12);
    expect(queries.length).toBeLessThanOrEqual(24);
    expect(queries.length).toBeGreaterThanOrEqual(16);
  });

  it("shows no content, and nothing of another owner", async () => {
    const { store } = watched();
    const one = aNotification({ owner: anOwner("list"), id: idOf(1) });
    const other = aNotification({ owner: anOwner("list#1"), id: idOf(2) });
    for (const notification of [one, other]) await store.add(notification, anEmail());
    expect((await store.listRecent(one.owner, { limit: 10 })).map(({ id }) => id)).toEqual([one.id]);
    expect((await store.listRecent(other.owner, { limit: 10 })).map(({ id }) => id)).toEqual([other.id]);
  });
});
