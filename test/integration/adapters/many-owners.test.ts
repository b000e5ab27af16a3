import {
  DeleteCommand,
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  TransactWriteCommand,
  UpdateCommand,
} from "@aws-sdk/lib-dynamodb";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { queryPartition } from "../../../shared/aws/dynamo/query-partition.ts";
import type { ChatAccount } from "../../../shared/chat/domain/chat-account.ts";
import { DynamoChatAccountReader } from "../../../shared/chat/dynamo/chat-account-reader.ts";
import { DynamoChatAccountStore } from "../../../shared/chat/dynamo/chat-account-store.ts";
import type { Owner } from "../../../shared/kernel/owner.ts";
import { anOwner } from "../../support/an-owner.ts";
import { aChatAccount } from "../../support/chat-builders.ts";
import { compareWithoutRevisions } from "../../support/same-but-revision.ts";
import { recordingLog, silentLog } from "../../support/silent-telemetry.ts";
import { type TableFixture, tableFixture } from "../../support/table-fixture.ts";

compareWithoutRevisions();

let fixture: TableFixture;
let store: DynamoChatAccountStore;
beforeAll(async () => {
  fixture = await tableFixture();
  store = new DynamoChatAccountStore(fixture.client, "Config", { log: silentLog });
});
afterAll(() => fixture.close());

const newOwners = (count: number) => Array.from({ length: count }, () => anOwner());
const WRITES = [PutCommand, UpdateCommand, DeleteCommand, TransactWriteCommand];

/** Creates a client whose process ends after this many writes: no later call of the client is sent. */
function dyingClient(writes: number) {
  const counted = { writes: 0 };
  const send = (command: object) => {
    if (WRITES.some((kind) => command instanceof kind)) counted.writes += 1;
    if (counted.writes > writes) return Promise.reject(new Error("the process is gone"));
    return (fixture.client.send as (given: object) => Promise<unknown>)(command);
  };
  return { client: { send } as unknown as DynamoDBDocumentClient, counted };
}

/**
 * Creates a client for which the store refuses every call after the client's first transaction, because the store is
 * too busy.
 */
function busyClient() {
  let isBusy = false;
  const send = async (command: object) => {
    if (isBusy) throw new Error("the store is too busy");
    isBusy = command instanceof TransactWriteCommand;
    return (fixture.client.send as (given: object) => Promise<unknown>)(command);
  };
  return { send } as unknown as DynamoDBDocumentClient;
}

/** Makes somebody else save the account again each of the first times that this client reads it. */
function overtakenClient(account: ChatAccount, saves: number) {
  let saved = 0;
  const send = async (command: object) => {
    const answer = await (fixture.client.send as (given: object) => Promise<unknown>)(command);
    const isAccountRead = command instanceof GetCommand && command.input.Key?.pk === `CACC#${account.id}`;
    if (isAccountRead && command.input.Key?.sk === "A" && saved < saves) {
      saved += 1;
      await store.replace({ ...account, label: `Save ${saved}` });
    }
    return answer;
  };
  return { send } as unknown as DynamoDBDocumentClient;
}

const few = (owners: readonly Owner[]) => [...owners.slice(0, 4), ...owners.slice(-4)];

/** Returns whether each owner may send through the account, asked in every possible way. */
async function rights(owners: readonly Owner[], id: string): Promise<boolean[]> {
  return Promise.all(owners.map(async (owner) => (await store.findFor(owner, id)) !== undefined));
}

async function bucketsOf(id: string): Promise<number> {
  const query = { table: "Config", pk: `CACC#${id}`, prefix: "OWNERS#", limit: 10_000 };
  return (await queryPartition(fixture.client, query)).length;
}

/**
 * Counts what interrupted writes have left of an account: the items with its owners (buckets) that the item of the
 * account does not name, and the notes in `CHAT-BUCKETS` that list such buckets.
 */
async function leftBehind(id: string): Promise<number> {
  const named = (await store.find(id))?.hasMoreOwners ? 2 : 0;
  const notes = await queryPartition(fixture.client, { table: "Config", pk: "CHAT-BUCKETS", prefix: id, limit: 100 });
  return (await bucketsOf(id)) - named + notes.length;
}

const everybody = (owners: readonly Owner[]) => [...owners];

/** Checks that each owner's items agree with the account, and that other people have no items. */
async function expectSettled(account: ChatAccount, strangers: readonly Owner[], lookedAt = few): Promise<void> {
  expect(await store.get(account.id)).toEqual(account);
  for (const owner of lookedAt(account.owners)) {
    expect((await store.listFor(owner)).map(({ id, isDefault }) => [id, isDefault])).toEqual([
      [account.id, account.isDefault],
    ]);
    expect((await store.findDefault(owner))?.id).toBe(account.isDefault ? account.id : undefined);
  }
  for (const owner of lookedAt(strangers)) {
    expect(await store.listFor(owner)).toEqual([]);
    expect(await store.findDefault(owner)).toBeUndefined();
  }
  expect(await bucketsOf(account.id)).toBe(account.owners.length > 45 ? Math.ceil(account.owners.length / 100) : 0);
}

interface OwnersMove {
  readonly before: number;
  readonly kept: number;
  readonly joining: number;
  readonly isDefault: boolean;
}

/** Generates an account, its next owners, and people who are not among them. */
async function moveOwners({ before, kept, joining, isDefault }: OwnersMove) {
  const account = aChatAccount({ owners: newOwners(before), isDefault: !isDefault });
  await store.create(account);
  const owners = [...newOwners(joining), ...account.owners.slice(0, kept)];
  const next = { ...account, label: "Next", isDefault, owners: owners.length > 0 ? owners : account.owners };
  return { account, next, gone: account.owners.filter((owner) => !next.owners.includes(owner)) };
}

/**
 * Ends the process after this many writes, and checks that either all owners have changed or none. A repetition
 * completes the change.
 */
async function survives(shape: OwnersMove, writes: number, isRepeated: boolean): Promise<boolean> {
  const { account, next, gone } = await moveOwners(shape);
  const dying = dyingClient(writes);
  await new DynamoChatAccountStore(dying.client, "Config", { log: silentLog }).replace(next).catch(() => "gone");
  const seen = await store.get(account.id);
  expect([account.owners, next.owners]).toContainEqual(seen?.owners);
  const isNext = seen?.label === "Next";
  expect(seen?.owners).toEqual(isNext ? next.owners : account.owners);
  const joined = next.owners.filter((owner) => !account.owners.includes(owner));
  expect(await rights(few(joined), account.id)).toEqual(few(joined).map(() => isNext));
  expect(await rights(few(gone), account.id)).toEqual(few(gone).map(() => !isNext));
  if (isNext && !isRepeated) await store.settle(account.id);
  else await store.replace(next);
  // A process that ended may leave the account's id in the lists of former owners, but they neither see nor use the
  // account.
  await expectSettled(next, gone);
  return dying.counted.writes > writes;
}

describe("a chat account of many owners", () => {
  it("has all of its new owners or all of its old ones, whichever write is the last one of a process", async () => {
    const shape = { before: 130, kept: 20, joining: 110, isDefault: true };
    let writes = 0;
    while (await survives(shape, writes, writes % 2 === 0)) writes += 1;
    // The replacement writes the new buckets, the account, the items of two groups of owners and of one group of former
    // owners, the removal of the old buckets, and the removal of the mark `isUnsettled`.
    expect(writes).toBeGreaterThanOrEqual(8);
  });

  it("survives the end of its process whatever the numbers of owners", async () => {
    const sizes = { before: fc.integer({ min: 1, max: 220 }), kept: fc.integer({ min: 0, max: 120 }) };
    const shape = fc.record({ ...sizes, joining: fc.integer({ min: 0, max: 220 }), isDefault: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(shape, fc.integer({ min: 0, max: 14 }), fc.boolean(), async (change, writes, isRepeated) => {
        await survives(change, writes, isRepeated);
      }),
      { numRuns: 12 },
    );
  });

  it("is what one of two administrators wrote, when both write at once", async () => {
    for (let round = 0; round < 3; round++) {
      const { account, next } = await moveOwners({ before: 120, kept: 10, joining: 120, isDefault: true });
      const rival = {
        ...account,
        label: "Rival",
        isDefault: false,
        owners: [...newOwners(140), ...account.owners.slice(0, 5)],
      };
      await Promise.all([store.replace(next), store.replace(rival)]);
      const end = (await store.get(account.id))?.label === "Next" ? next : rival;
      const others = [...account.owners, ...next.owners, ...rival.owners].filter(
        (owner) => !end.owners.includes(owner),
      );
      await expectSettled(end, others);
      expect(await rights(others, account.id)).toEqual(others.map(() => false));
    }
  });

  it("leaves one default to each owner when two accounts take the same 150 at once", async () => {
    const owners = newOwners(150);
    const accounts = [aChatAccount({ owners }), aChatAccount({ owners })];
    for (const account of accounts) await store.create(account);
    await Promise.all(accounts.map((account) => store.replace({ ...account, isDefault: true })));
    const defaults = await Promise.all(owners.map(async (owner) => (await store.findDefault(owner))?.id));
    expect(new Set(defaults).size).toBe(1);
    const listed = await Promise.all(accounts.map(({ id }) => store.get(id)));
    expect(listed.filter((one) => one?.isDefault).map((one) => one?.id)).toEqual([defaults[0]]);
  });

  it("gives rights at once when there is no time for the owners' items, and is settled later", async () => {
    const hurried = new DynamoChatAccountStore(fixture.client, "Config", { log: silentLog, settlingMs: 0 });
    const account = aChatAccount({ owners: newOwners(120), isDefault: true });
    expect(await hurried.create(account)).toEqual(account);
    expect(await rights(account.owners, account.id)).toEqual(account.owners.map(() => true));
    await store.settle(account.id);
    await expectSettled(account, newOwners(5), everybody);
  });

  it("says while it is not settled what its save was answered, and the default of a later one stays", async () => {
    const hurried = new DynamoChatAccountStore(fixture.client, "Config", { log: silentLog, settlingMs: 0 });
    const account = aChatAccount({ owners: newOwners(120), isDefault: true });
    const [owner = anOwner()] = account.owners;
    expect(await hurried.create(account)).toEqual(account);
    expect(await store.get(account.id)).toEqual(account);
    expect((await store.list({ limit: 1000 })).find(({ id }) => id === account.id)).toEqual(account);

    const rival = await store.create(aChatAccount({ owners: [owner], isDefault: true }));
    expect((await store.get(account.id))?.isDefault).toBe(false);
    expect((await store.findDefault(owner))?.id).toBe(rival.id);
    await store.remove(rival.id);
    await store.replace(account);
    await expectSettled(account, []);

    const given = { ...account, isDefault: false };
    expect(await hurried.replace(given)).toEqual(given);
    expect(await store.get(account.id)).toEqual(given);
    expect(await store.findDefault(owner)).toBeUndefined();
    expect((await store.listFor(owner)).map(({ isDefault }) => isDefault)).toEqual([false]);
    await store.settle(account.id);
    await expectSettled(given, []);
  });

  it("is answered as saved when only its owners' items could not be written, and says so in the log", async () => {
    const log = recordingLog();
    const busy = () => new DynamoChatAccountStore(busyClient(), "Config", { log });
    const account = aChatAccount({ owners: newOwners(120), isDefault: true });
    expect(await busy().create(account)).toEqual(account);
    const next = { ...account, label: "Next", owners: [...newOwners(60), ...account.owners.slice(0, 60)] };
    expect(await busy().replace(next)).toEqual(next);
    expect(log.lines.map((line) => JSON.parse(line))).toMatchObject(
      [1, 2].map(() => ({ level: "ERROR", event: "chat_account.not_settled", account: account.id })),
    );
    await store.settle(account.id);
    await expectSettled(next, account.owners.slice(60));
    expect(await busy().remove(account.id)).toBe(true);
    expect(await rights(few(next.owners), account.id)).toEqual(few(next.owners).map(() => false));
    expect(log.lines).toHaveLength(3);
  });

  it("stays an owner's account however saves fall between the reads, and an outage when they do not end", async () => {
    const account = aChatAccount({ owners: newOwners(60), isDefault: true });
    await store.create(account);
    const [owner = anOwner()] = account.owners;
    const reader = (saves: number) => new DynamoChatAccountReader(overtakenClient(account, saves), "Config");
    expect((await reader(1).listFor(owner)).map(({ id }) => id)).toEqual([account.id]);
    for (const saves of [1, 2, 5]) expect((await reader(saves).findFor(owner, account.id))?.id).toBe(account.id);
    expect((await reader(2).findDefault(owner))?.id).toBe(account.id);
    expect(await reader(2).findFor(anOwner(), account.id)).toBeUndefined();
    await expect(reader(100).findFor(owner, account.id)).rejects.toThrow("kept changing while it was being read");
  });

  it("can be seen, listed, replaced and removed when one of its buckets is missing, and says so in the log", async () => {
    const account = aChatAccount({ owners: newOwners(150) });
    await store.create(account);
    const query = { table: "Config", pk: `CACC#${account.id}`, prefix: "OWNERS#", limit: 10 };
    const [lost, kept = {}] = await queryPartition(fixture.client, query);
    const remove = async (item = lost) =>
      fixture.client.send(new DeleteCommand({ TableName: "Config", Key: { pk: item?.pk, sk: item?.sk } }));
    await remove();
    const log = recordingLog();
    const seeing = new DynamoChatAccountStore(fixture.client, "Config", { log });
    const there = account.owners.filter((owner) => (kept.owners as Owner[]).includes(owner));
    expect((await seeing.get(account.id))?.owners).toEqual(there);
    expect((await seeing.list({ limit: 1000 })).find(({ id }) => id === account.id)?.owners).toEqual(there);
    expect(log.lines.map((line) => JSON.parse(line))).toMatchObject(
      [1, 2].map(() => ({ event: "chat_account.buckets_missing", account: account.id, missing: 1 })),
    );
    expect(await rights(account.owners, account.id)).toEqual(account.owners.map((owner) => there.includes(owner)));
    expect(await seeing.replace(account)).toEqual(account);
    await expectSettled(account, []);
    await remove((await queryPartition(fixture.client, query))[0]);
    expect(await seeing.remove(account.id)).toBe(true);
    expect(await bucketsOf(account.id)).toBe(0);
  });

  it("leaves no owner behind for long, whichever write of its creation is the last one of a process", async () => {
    for (let writes = 0, isDying = true; isDying; writes++) {
      const account = aChatAccount({ owners: newOwners(120) });
      const { client, counted } = dyingClient(writes);
      await new DynamoChatAccountStore(client, "Config", { log: silentLog }).create(account).catch(() => "gone");
      isDying = counted.writes > writes;
      const seen = await store.get(account.id);
      if (seen === undefined && writes > 0) expect(await leftBehind(account.id)).toBeGreaterThan(0);
      const left = await leftBehind(account.id);
      await store.removeLeftOwners(Date.now() - 60_000);
      expect(await leftBehind(account.id)).toBe(left);
      await store.removeLeftOwners(Date.now() + 1);
      expect(await leftBehind(account.id)).toBe(0);
      expect(await store.get(account.id)).toEqual(seen);
    }
  });

  it("leaves no owner behind for long when the store fails after a removal, a leave or a replacement", async () => {
    const busy = () => new DynamoChatAccountStore(busyClient(), "Config", { log: silentLog });
    const account = aChatAccount({ owners: newOwners(120) });
    await store.create(account);
    const steps = [
      () => busy().leave(account.owners[0] ?? anOwner(), account.id),
      () => busy().replace({ ...account, owners: newOwners(110) }),
      () => busy().remove(account.id),
    ];
    for (const step of steps) {
      await step().catch(() => undefined);
      expect(await leftBehind(account.id)).toBeGreaterThan(0);
      await store.removeLeftOwners(Date.now() + 1);
      expect(await leftBehind(account.id)).toBe(0);
    }
    expect(await store.find(account.id)).toBeUndefined();
  });

  it("is not created with buckets that were given up while it was being created", async () => {
    const send = async (command: object) => {
      if (command instanceof TransactWriteCommand) await store.removeLeftOwners(Date.now() + 1);
      return (fixture.client.send as (given: object) => Promise<unknown>)(command);
    };
    const slow = new DynamoChatAccountStore({ send } as unknown as DynamoDBDocumentClient, "Config", {
      log: silentLog,
    });
    const account = aChatAccount({ owners: newOwners(120) });
    await expect(slow.create(account)).rejects.toThrow("given up before it was written");
    expect([await store.find(account.id), await leftBehind(account.id)]).toEqual([undefined, 0]);
  });

  it("removes one owner, and its right at once", async () => {
    const account = aChatAccount({ owners: newOwners(120), isDefault: true });
    await store.create(account);
    const [first = anOwner(), ...others] = account.owners;
    await store.leave(first, account.id);
    expect(await store.findFor(first, account.id)).toBeUndefined();
    await expectSettled({ ...account, owners: others }, [first]);
    expect(await store.remove(account.id)).toBe(true);
    expect(await store.listFor(others[0] ?? first)).toEqual([]);
    expect(await bucketsOf(account.id)).toBe(0);
  });

  it("settles what is left of a save when an owner is taken out of it", async () => {
    const hurried = new DynamoChatAccountStore(fixture.client, "Config", { log: silentLog, settlingMs: 0 });
    const account = aChatAccount({ owners: newOwners(60), isDefault: true });
    await hurried.create(account);
    const [first = anOwner(), ...others] = account.owners;
    await store.leave(first, account.id);
    await expectSettled({ ...account, owners: others }, [first]);
  });

  it("keeps its first owners where code from before the buckets reads them", async () => {
    const account = aChatAccount({ owners: newOwners(50) });
    await store.create(account);
    const [item] = await queryPartition(fixture.client, {
      table: "Config",
      pk: `CACC#${account.id}`,
      prefix: "A",
      limit: 1,
    });
    expect(item?.owners).toEqual(account.owners.slice(0, 45));
    const seen = await store.findFor(account.owners[49] ?? anOwner(), account.id);
    expect(seen).toMatchObject({ owners: account.owners.slice(0, 45), hasMoreOwners: true });
  });

  it("reads and changes an account that was stored before there were buckets", async () => {
    const owners = newOwners(2);
    const { isDefault: _isDefault, ...stored } = aChatAccount({ owners });
    const { id } = stored;
    const put = (Item: Record<string, unknown>) => fixture.client.send(new PutCommand({ TableName: "Config", Item }));
    await put({ pk: `CACC#${id}`, sk: "A", ...stored, version: 7 });
    for (const owner of owners) {
      await put({ pk: `O#${owner}`, sk: "CHAT-ACCOUNTS", accountIds: new Set([id]), defaultId: id });
    }
    expect(await store.get(id)).toEqual({ ...stored, isDefault: true });
    const next = { ...stored, isDefault: true, owners: [...owners, ...newOwners(100)] };
    expect(await store.replace(next)).toEqual(next);
    await expectSettled(next, []);
  });
});
