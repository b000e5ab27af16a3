import { BatchGetCommand, BatchWriteCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CONTENT_CODECS } from "../../../shared/channels/content-wiring.ts";
import type { Owner } from "../../../shared/kernel/owner.ts";
import { systemIdentifiers } from "../../../shared/kernel/system-identifiers.ts";
import type { Unsent } from "../../../shared/notifications/domain/unsent.ts";
import { stateKey, unsentOf } from "../../../shared/notifications/dynamo/notification-key.ts";
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

type BatchAnswer = { readonly Responses: Readonly<Record<string, readonly { readonly sk: string }[]>> };
type Meddle = (answer: BatchAnswer, command: BatchGetCommand) => object;

/** Records a store's queries. A test may change the answers of its batch reads. */
function watched(meddle: Meddle = (answer) => answer) {
  const queries: Record<string, unknown>[] = [];
  const client = new Proxy(fixture.client, {
    get: (target, name) =>
      name !== "send"
        ? Reflect.get(target, name)
        : async (command: QueryCommand | BatchGetCommand) => {
            if (command instanceof QueryCommand) queries.push({ ...command.input });
            const answer = await target.send(command as QueryCommand);
            return command instanceof BatchGetCommand ? meddle(answer as unknown as BatchAnswer, command) : answer;
          },
  });
  const blobs = () => Promise.reject(new Error("these contents are small"));
  const options = {
    codecs: CONTENT_CODECS,
    table: "Notifications",
    leaseMs: 90_000,
    clock,
    blobs,
    contentKeptDays: 7,
    recordKeptDays: 90,
  };
  return { store: new DynamoNotificationStore(client, options), queries };
}

const idOf = (n: number) => `01980000-0000-7000-8000-${String(n).padStart(12, "0")}`;
const shardOf = (owner: Owner, id: string) => stateKey({ owner, id }).pk;

interface Stored {
  readonly id: string;
  readonly ttl?: number;
  readonly padding?: string;
  readonly kind?: "failed" | "canceled" | undefined;
}

async function fill(owner: Owner, all: readonly Stored[]): Promise<readonly string[]> {
  for (let from = 0; from < all.length; from += 25) {
    const puts = all.slice(from, from + 25).map(({ id, ttl = LIVES, padding, kind }) => {
      const { owner: _owner, id: _id, ...state } = aNotification({ owner, id, ...(kind && { status: kind }) });
      const listed = kind && { unsent: unsentOf(kind, id) };
      return { PutRequest: { Item: { ...stateKey({ owner, id }), ...state, ...listed, ttl, padding } } };
    });
    await fixture.client.send(new BatchWriteCommand({ RequestItems: { Notifications: puts } }));
  }
  return all.map(({ id }) => id).sort((a, b) => (a < b ? 1 : -1));
}

/** Returns those of these ids that lie in one partition of the owner's. */
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

describe("what is unsent, by its index", () => {
  /** Makes every fifth notification failed and every seventh canceled. */
  const kindOf = (n: number) => (n % 5 === 0 ? "failed" : n % 7 === 0 ? "canceled" : undefined);
  const mixed = (owner: Owner, count: number) =>
    fill(
      owner,
      Array.from({ length: count }, (_, n) => ({ id: idOf(n), kind: kindOf(n) })),
    );
  const wanted = (count: number, kinds: readonly (string | undefined)[]) =>
    Array.from({ length: count }, (_, n) => count - 1 - n)
      .filter((n) => kinds.includes(kindOf(n) ?? "none"))
      .map(idOf);

  it.each<[string, readonly Unsent[]]>([
    ["one kind", ["failed"]],
    ["two", ["failed", "canceled"]],
    ["one that nothing is of", ["retrying"]],
    ["none", []],
  ])("is listed newest first, page by page: %s", async (_what, unsent) => {
    const owner = anOwner();
    await mixed(owner, 200);
    for (const limit of [7, 100]) expect(await pages(owner, { limit, unsent })).toEqual(wanted(200, unsent));
    const range = { before: idOf(150), from: idOf(40) };
    const within = wanted(200, unsent).filter((id) => id < range.before && id >= range.from);
    expect(await pages(owner, { limit: 9, unsent, ...range })).toEqual(within);
  });

  it("comes into its list and leaves it with its changes", async () => {
    const { store } = watched();
    const notification = aNotification({ id: systemIdentifiers.newId() });
    const { owner, id } = notification;
    await store.add(notification, anEmail());
    const listed = async () => {
      const kinds = ["failed", "canceled", "retrying"] as const;
      const found = await Promise.all(kinds.map((kind) => store.listRecent(owner, { limit: 5, unsent: [kind] })));
      return kinds.filter((_, i) => found[i]?.length === 1);
    };
    const claim = async () => {
      const claimed = await store.claim(owner, id);
      if (claimed === undefined) throw new Error("there was nothing to claim");
      return claimed;
    };
    expect(await listed()).toEqual([]);
    await store.record(await claim(), { to: "pending", lastError: "451", retryInSeconds: 0 });
    expect(await listed()).toEqual(["retrying"]);
    await store.record(await claim(), { to: "failed", lastError: "crashed" });
    expect(await listed()).toEqual(["failed"]);
    await store.revive(owner, id, ["crashed"]);
    expect(await listed()).toEqual([]);
    await store.record(await claim(), { to: "pending", lastError: "451", retryInSeconds: 0 });
    await store.record(await claim(), { to: "sent" });
    expect(await listed()).toEqual([]);
  });

  it("fills a page although some of what the index names is gone: a short page means the end", async () => {
    const owner = anOwner();
    await mixed(owner, 100);
    const ids = wanted(100, ["failed"]);
    const gone = new Set([ids[2], ids[3], ids[9]]);
    const { store } = watched((answer) => ({
      ...answer,
      Responses: { Notifications: answer.Responses.Notifications?.filter(({ sk }) => !gone.has(sk)) ?? [] },
    }));
    const page = await store.listRecent(owner, { limit: 10, unsent: ["failed"] });
    expect(page.map((one) => one.id)).toEqual(ids.filter((id) => !gone.has(id)).slice(0, 10));
    expect(await store.listRecent(owner, { limit: 100, unsent: ["failed"] })).toHaveLength(17);
  });

  it("fails rather than leave a gap when the table does not answer for all", async () => {
    const owner = anOwner();
    await mixed(owner, 30);
    const { store } = watched((_answer, command) => ({ Responses: {}, UnprocessedKeys: command.input.RequestItems }));
    await expect(store.listRecent(owner, { limit: 5, unsent: ["failed"] })).rejects.toThrow("does not answer for all");
  });
});
