import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import {
  BatchGetCommand,
  BatchWriteCommand,
  type DynamoDBDocumentClient,
  TransactWriteCommand,
  UpdateCommand,
} from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { DynamoOwnerEraser } from "../../../ops/erase-owner/owner-eraser.ts";
import { CellRateBuckets } from "../../../shared/aws/dynamo/cell-rate-buckets.ts";
import { CONTENT_CODECS } from "../../../shared/channels/content-wiring.ts";
import { DynamoChatAccountStore } from "../../../shared/chat/dynamo/chat-account-store.ts";
import { DynamoConversationStore } from "../../../shared/conversations/dynamo/conversation-store.ts";
import { DynamoSendingAccountStore } from "../../../shared/email/dynamo/sending-account-store.ts";
import type { Owner } from "../../../shared/kernel/owner.ts";
import { NO_LEASE } from "../../../shared/kernel/rate-limit.ts";
import type { Sealed } from "../../../shared/kernel/secrets/secret-box.ts";
import { stateKey } from "../../../shared/notifications/dynamo/notification-key.ts";
import { DynamoNotificationStore } from "../../../shared/notifications/dynamo/notification-store.ts";
import { listRecent, readStates } from "../../../shared/notifications/dynamo/recent-notifications.ts";
import { anOwner } from "../../support/an-owner.ts";
import { aNotification, anEmail, aSendingAccount } from "../../support/builders.ts";
import { aChatAccount, aChatContent } from "../../support/chat-builders.ts";
import { fakeClock } from "../../support/fake-clock.ts";
import { inMemoryBlobStore } from "../../support/in-memory-blob-store.ts";
import { silentLog } from "../../support/silent-telemetry.ts";
import { type TableFixture, tableFixture } from "../../support/table-fixture.ts";

let fixture: TableFixture;
beforeAll(async () => {
  fixture = await tableFixture();
});
afterAll(() => fixture.close());

const FOR_EVER = 1_000_000;

/** Makes something happen before, or instead of, this many of the client's calls, and counts the calls. */
function struck(kind: abstract new (input: never) => unknown, times: number, strike: () => Promise<unknown>) {
  const counted = { calls: 0 };
  const send = async (command: object, ...more: unknown[]) => {
    if (!(command instanceof kind)) return (fixture.client.send as (...given: unknown[]) => unknown)(command, ...more);
    counted.calls += 1;
    const instead = counted.calls <= times ? await strike() : undefined;
    return instead ?? (fixture.client.send as (...given: unknown[]) => unknown)(command, ...more);
  };
  return { client: { send } as unknown as DynamoDBDocumentClient, counted };
}

const notificationsOn = (client: DynamoDBDocumentClient) =>
  new DynamoNotificationStore(client, {
    codecs: CONTENT_CODECS,
    ...{ table: "Notifications", leaseMs: 90_000, clock: fakeClock(), contentKeptDays: 7, recordKeptDays: 90 },
    blobs: () => Promise.reject(new Error("this content is small")),
  });

interface Race {
  /** Makes the first `lost` tries lose the race, and returns the number of calls and their result. */
  readonly run: (lost: number) => Promise<{ readonly calls: number; readonly result: Promise<unknown> }>;
  readonly maxTries: number;
  readonly result: unknown;
  readonly error: string;
}

async function chatAccountRace(
  act: (store: DynamoChatAccountStore, id: string, owner: Owner) => Promise<unknown>,
  lost: number,
) {
  const rival = new DynamoChatAccountStore(fixture.client, "Config", { log: silentLog });
  const account = aChatAccount();
  await rival.create(account);
  let change = 0;
  const { client, counted } = struck(TransactWriteCommand, lost, async () => {
    await rival.replace({ ...account, label: `rival ${++change}` });
  });
  const [owner = anOwner()] = account.owners;
  const result = act(new DynamoChatAccountStore(client, "Config", { log: silentLog }), account.id, owner);
  await result.catch(() => undefined);
  return { calls: counted.calls, result };
}

async function removalRace(lost: number) {
  const rival = new DynamoSendingAccountStore(fixture.client, "Config");
  const owner = anOwner();
  const [ours, other] = [aSendingAccount({ owner }), aSendingAccount({ owner })];
  for (const account of [ours, other]) await rival.create(account, "keep");
  let change = 0;
  const { client, counted } = struck(TransactWriteCommand, lost, async () => {
    await rival.replace(++change % 2 === 1 ? other : ours, "take");
  });
  const result = new DynamoSendingAccountStore(client, "Config").remove(owner, ours.id);
  await result.catch(() => undefined);
  return { calls: counted.calls, result };
}

async function messageRace(lost: number) {
  // The pauses between the tries are random; here they are zero.
  const random = vi.spyOn(Math, "random").mockReturnValue(0);
  onTestFinished(() => random.mockRestore());
  const id = crypto.randomUUID();
  const outbound = (messageId: string) => ({
    conversation: { owner: anOwner("a"), id, chatAccountId: "account", customerKey: "+1", updatedAtMs: 1 },
    message: {
      ...{ id: messageId, conversationId: id, direction: "outbound" as const, messageType: "text", payload: {} },
      occurredAtMs: 1,
    },
  });
  const rival = new DynamoConversationStore(fixture.client, "Chat");
  const { client, counted } = struck(TransactWriteCommand, lost, async () => {
    await rival.addOutbound(outbound(crypto.randomUUID()));
  });
  const result = new DynamoConversationStore(client, "Chat").addOutbound(outbound(crypto.randomUUID()));
  await result.catch(() => undefined);
  return { calls: counted.calls, result };
}

async function eventRace(lost: number) {
  const rival = notificationsOn(fixture.client);
  const content = aChatContent();
  const notification = aNotification({ channel: "chat", conversationId: content.conversationId });
  await rival.add(notification, content);
  const reference = { callbackId: notification.id };
  let atMs = 1_000_000;
  const { client, counted } = struck(UpdateCommand, lost, async () => {
    await rival.applyProviderEvent(reference, { event: "delivered", atMs: --atMs });
  });
  const result = notificationsOn(client)
    .applyProviderEvent(reference, { event: "read", atMs: 5 })
    .then((applied) => applied?.id === notification.id);
  await result.catch(() => undefined);
  return { calls: counted.calls, result };
}

const left = (table: string, keys: readonly object[]) => async () => ({
  Responses: { [table]: [] },
  UnprocessedKeys: { [table]: { Keys: keys } },
});

async function statesRace(lost: number) {
  const notification = aNotification();
  await notificationsOn(fixture.client).add(notification, anEmail());
  const { owner, id } = notification;
  const { client, counted } = struck(BatchGetCommand, lost, left("Notifications", [stateKey({ owner, id })]));
  const result = readStates(client, { table: "Notifications", owner }, [id]).then((found) => found.size);
  await result.catch(() => undefined);
  return { calls: counted.calls, result };
}

async function erasureRace(lost: number) {
  const owner = anOwner();
  await new DynamoSendingAccountStore(fixture.client, "Config").create(aSendingAccount({ owner }), "keep");
  const { client, counted } = struck(BatchWriteCommand, lost, async () => ({
    UnprocessedItems: { Config: [{ DeleteRequest: { Key: { pk: `O#${owner}`, sk: "gone" } } }] },
  }));
  const blobs = inMemoryBlobStore();
  const eraser = new DynamoOwnerEraser(client, {
    ...{ configTable: "Config", apiKeysTable: "ApiKeys", notificationsTable: "Notifications", chatTable: "Chat" },
    ...{ eventsTable: "Events", webhooksTable: "Webhooks" },
    ...{ log: silentLog, clock: fakeClock(), eraseBlobs: blobs.eraseBelow },
  });
  const result = eraser.erase(owner).then(() => "erased");
  await result.catch(() => undefined);
  return { calls: counted.calls, result };
}

async function pageRace(lost: number) {
  const store = notificationsOn(fixture.client);
  const owner = anOwner();
  const added = Array.from({ length: 12 }, () => aNotification({ owner }));
  for (const { id, ...one } of added) {
    await store.add({ id, ...one }, anEmail());
    await store.cancel({ owner, id });
  }
  // The index still lists these notifications, but the table has lost them.
  const { client, counted } = struck(BatchGetCommand, lost, async () => ({ Responses: { Notifications: [] } }));
  const page = { owner, limit: 1, unsent: ["canceled"] } as const;
  const result = listRecent(client, { table: "Notifications", clock: fakeClock(), ...page }).then(
    (found) => found.length,
  );
  await result.catch(() => undefined);
  return { calls: counted.calls, result };
}

const RACES: Readonly<Record<string, Race>> = {
  "a chat account is replaced": {
    run: (lost) =>
      chatAccountRace(
        (store, id, owner) => store.replace(aChatAccount({ id, owners: [owner] })).then((one) => one?.id === id),
        lost,
      ),
    ...{ maxTries: 40, result: true, error: "kept changing while it was being replaced" },
  },
  "a chat account is removed": {
    run: (lost) => chatAccountRace((store, id) => store.remove(id), lost),
    ...{ maxTries: 40, result: true, error: "kept changing while it was being removed" },
  },
  "an owner leaves a chat account": {
    run: (lost) => chatAccountRace((store, id, owner) => store.leave(owner, id).then(() => "left"), lost),
    ...{ maxTries: 40, result: "left", error: "kept changing while an owner was leaving it" },
  },
  "a sending account is removed": {
    run: removalRace,
    ...{ maxTries: 15, result: true, error: "an owner's default account kept changing" },
  },
  "a message is written to its conversation": {
    run: messageRace,
    ...{ maxTries: 40, result: true, error: "kept changing while a message was added to it" },
  },
  "an event of the provider is applied": {
    run: eventRace,
    ...{ maxTries: 10, result: true, error: "changes too often to apply an event" },
  },
  "states of notifications are read": {
    run: statesRace,
    ...{ maxTries: 5, result: 1, error: "does not answer for all items" },
  },
  "an owner's items are deleted": {
    run: erasureRace,
    ...{ maxTries: 8, result: "erased", error: "does not take the deletions" },
  },
  "a page of notifications is filled": {
    run: pageRace,
    ...{ maxTries: 10, result: 1, error: "has too many notifications that are gone" },
  },
};

describe.each(Object.entries(RACES))("while others are quicker: %s", (_what, { run, maxTries, result, error }) => {
  it("the second try decides", async () => {
    const ran = await run(1);
    expect(await ran.result).toEqual(result);
    expect(ran.calls).toBeGreaterThanOrEqual(2);
  });

  it("the last try that is left decides", async () => {
    expect(await (await run(maxTries - 1)).result).toEqual(result);
  });

  it("nothing is tried for ever, and it says so", async () => {
    const ran = await run(FOR_EVER);
    await expect(ran.result).rejects.toThrow(error);
    expect(ran.calls).toBe(maxTries);
  });
});

describe("a sending account that gets a new secret between the read and the write of another replace", () => {
  it("keeps the new secret, and says that it was changed", async () => {
    const rival = new DynamoSendingAccountStore(fixture.client, "Config");
    const account = aSendingAccount();
    await rival.create(account, "keep");
    const renewed = { ...account, secret: "renewed" as Sealed };
    const { client } = struck(TransactWriteCommand, 1, async () => {
      await rival.replace(renewed, "keep");
    });
    const late = new DynamoSendingAccountStore(client, "Config").replace(account, "keep", { kept: account.secret });
    expect(await late).toBe("changed");
    expect((await rival.find(account.owner, account.id))?.secret).toBe("renewed");
  });
});

describe("an answer that is lost on its way, so that the client sends the write once more", () => {
  it("gives up a notification all the same, and nobody else's cause is taken for ours", async () => {
    const notification = aNotification();
    await notificationsOn(fixture.client).add(notification, anEmail());
    const { owner, id } = notification;
    const send = fixture.client.send.bind(fixture.client) as (command: object) => Promise<unknown>;
    const twice = async (command: object) => {
      if (command instanceof UpdateCommand) await send(command);
      return send(command);
    };
    const client = { send: twice } as unknown as DynamoDBDocumentClient;
    expect(await notificationsOn(client).giveUp(owner, id, "crashed")).toBe(true);
    expect(await notificationsOn(fixture.client).giveUp(owner, id, "interrupted")).toBe(false);
  });
});

describe("a bucket that others move between two looks", () => {
  const clock = fakeClock();
  const policy = { refillPerSecond: 1, burst: 30 };
  /** Makes the bucket empty and busy in turn, so that it is never in the state that the next try expects. */
  const bucketsLosing = (times: number) => {
    let tries = 0;
    const moved = struck(UpdateCommand, times, async () => {
      const tat = clock.now() + (tries++ % 2 === 0 ? 1000 : -1000);
      throw new ConditionalCheckFailedException({ $metadata: {}, message: "", Item: { tat: { N: String(tat) } } });
    });
    return { ...moved, buckets: new CellRateBuckets(moved.client, { table: "Ephemeral", clock }) };
  };

  it("is taken from by the second try", async () => {
    const { buckets, counted } = bucketsLosing(1);
    const key = crypto.randomUUID();
    // The try for a busy bucket finds none in the table, so the third try is for an empty one again.
    expect(await buckets.take({ key, policy }, 2000)).toBeUndefined();
    expect(counted.calls).toBe(3);
  });

  it("refuses nobody when the last try is lost", async () => {
    const { buckets, counted } = bucketsLosing(FOR_EVER);
    expect(await buckets.take({ key: crypto.randomUUID(), policy }, 2000)).toBeUndefined();
    expect(counted.calls).toBe(6);
  });

  it("gives no token that it has not drawn when others draw before each of its tries", async () => {
    const bucket = { key: crypto.randomUUID(), policy };
    const options = { table: "Ephemeral", clock };
    const others = new CellRateBuckets(fixture.client, options);
    let taken = 0;
    const passed = struck(UpdateCommand, FOR_EVER, async () => {
      if ((await others.take(bucket, 2000)) === undefined) taken += 1;
    });
    const buckets = new CellRateBuckets(passed.client, options);
    const { tokens } = await buckets.draw(bucket, { needed: 30, wanted: 30, own: NO_LEASE }, 20_000);
    taken += tokens;
    expect(passed.counted.calls).toBe(6);
    const rest = new CellRateBuckets(fixture.client, options);
    for (let i = 0; i < 30; i++) if ((await rest.take(bucket, 2000)) === undefined) taken += 1;
    expect(taken).toBe(30);
  });

  it("takes from a bucket whose time is up in this very millisecond as from a busy one, without a second try", async () => {
    // A millionth of a millisecond still counts at this early time.
    const early = fakeClock(1000);
    const bucket = { key: crypto.randomUUID(), policy };
    const { client, counted } = struck(UpdateCommand, FOR_EVER, async () => {
      if (counted.calls === 2) throw new Error("the store does not answer");
    });
    const buckets = new CellRateBuckets(client, { table: "Ephemeral", clock: early });
    await buckets.take(bucket, 20_000);
    await expect(buckets.take(bucket, 20_000)).rejects.toThrow("does not answer");
    early.advance(1000);
    expect(await buckets.take(bucket, 20_000)).toBeUndefined();
    expect(counted.calls).toBe(3);
  });
});
