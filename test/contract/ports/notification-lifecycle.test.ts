import { GetCommand } from "@aws-sdk/lib-dynamodb";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CONTENT_CODECS } from "../../../shared/channels/content-wiring.ts";
import type { Clock } from "../../../shared/kernel/clock.ts";
import { awaitingApproval, isDecidable } from "../../../shared/notifications/domain/approval.ts";
import type { Status } from "../../../shared/notifications/domain/notification.ts";
import { DUE_LISTS } from "../../../shared/notifications/domain/sweep.ts";
import type { Unsent } from "../../../shared/notifications/domain/unsent.ts";
import { accountOf, shardOf, stateKey } from "../../../shared/notifications/dynamo/notification-key.ts";
import { DynamoNotificationStore } from "../../../shared/notifications/dynamo/notification-store.ts";
import type { NotificationKey, NotificationStore } from "../../../shared/notifications/ports.ts";
import { aNotification, anEmail } from "../../support/builders.ts";
import { aChatContent } from "../../support/chat-builders.ts";
import { fakeClock } from "../../support/fake-clock.ts";
import { inMemoryNotificationStore, type StoredNotification } from "../../support/in-memory-notification-store.ts";
import {
  approvalWalk,
  chatWalk,
  emailWalk,
  FIRST_TIME_MS,
  LEASE_MS,
  type WalkStep,
} from "../../support/lifecycle-walk.ts";
import { Walker } from "../../support/lifecycle-walker.ts";
import { type TableFixture, tableFixture } from "../../support/table-fixture.ts";

let fixture: TableFixture;
beforeAll(async () => {
  fixture = await tableFixture();
});
afterAll(() => fixture.close());

const dynamoStore = (clock: Clock): NotificationStore =>
  new DynamoNotificationStore(fixture.client, {
    codecs: CONTENT_CODECS,
    ...{ table: "Notifications", leaseMs: LEASE_MS, clock, contentKeptDays: 7, recordKeptDays: 90 },
    blobs: () => Promise.reject(new Error("this content is small")),
  });

/** Returns the item with the names of the lifecycle. Fencing tokens differ, so only their presence counts. */
async function itemOf(key: NotificationKey) {
  const { Item = {} } = await fixture.client.send(
    new GetCommand({ TableName: "Notifications", Key: stateKey(key), ConsistentRead: true }),
  );
  const { pk, sk, ttl: _ttl, dueShard, waiting, unsent: _unsent, ...item } = Item;
  expect({ pk, sk }).toEqual(stateKey(key));
  const dueList = DUE_LISTS.find((list) => shardOf(key.id, list) === dueShard);
  const waitsFor = waiting === undefined ? {} : { waitsFor: accountOf(waiting) };
  const list = dueShard === undefined ? {} : { dueList };
  return { ...item, ...key, ...waitsFor, ...list, ...hiding(item) };
}

/** Two stores choose other tokens and ids, so only their presence counts. */
const hiding = ({ fence, decisionId }: { readonly fence?: unknown; readonly decisionId?: unknown }) => ({
  fence: fence !== undefined,
  decisionId: decisionId !== undefined,
});

const UNSENT = ["failed", "canceled", "retrying", "undecided"] as const satisfies readonly Unsent[];

/**
 * Returns the list that a status belongs to. While a worker has the notification, and after a redrive, it may stay in
 * its previous list.
 */
function kindOf(status: Status | undefined, lastError: string | undefined): readonly Unsent[] {
  if (status === "failed" || status === "canceled") return [status];
  return status === "pending" && lastError !== undefined ? ["retrying"] : [];
}

async function walkBoth(channel: "chat" | "email" | "approval", steps: readonly WalkStep[]): Promise<void> {
  const clock = fakeClock();
  const content = channel === "chat" ? aChatContent() : anEmail();
  const { conversationId } = aChatContent();
  const sendAt = new Date(clock.now() + FIRST_TIME_MS).toISOString();
  const notification = aNotification({
    channel: channel === "chat" ? "chat" : "email",
    maxAttempts: 3,
    sendAt,
    ...(channel === "approval" && awaitingApproval(clock.now())),
    ...(channel === "chat" && { conversationId }),
  });
  const { owner, id } = notification;
  const double = inMemoryNotificationStore({ clock, leaseMs: LEASE_MS });
  const actual = dynamoStore(clock);
  const kindsOf = async (store: NotificationStore) => {
    const pages = await Promise.all(UNSENT.map((kind) => store.listRecent(owner, { limit: 1, unsent: [kind] })));
    return UNSENT.filter((_, i) => pages[i]?.length === 1);
  };
  const walker = (store: NotificationStore) => new Walker(store, notification, () => clock.now());
  const walkers = [walker(double), walker(actual)] as const;
  const compare = async () => {
    const { ttl: _kept, ...stored } = double.stored({ owner, id }) ?? {};
    expect(await itemOf({ owner, id })).toEqual({ ...stored, ...hiding(stored) });
    const [listed, wanted] = await Promise.all([actual, double].map(kindsOf));
    expect(listed).toEqual(wanted);
    const { status, lastError, attempts = 0, approvalUntil }: Partial<StoredNotification> = { ...stored };
    const [undecided, wantedUndecided] = await Promise.all(
      [actual, double].map((store) => store.listUndecided(owner, { limit: 1 })),
    );
    expect(undecided).toEqual(wantedUndecided);
    expect(undecided?.length === 1).toBe(isDecidable({ approvalUntil }, clock.now()));
    expect(wanted?.includes("undecided")).toBe(approvalUntil !== undefined);
    if (status !== "processing" && !(status === "pending" && attempts === 0))
      expect(wanted).toEqual(kindOf(status, lastError));
  };
  const answers = await Promise.all(walkers.map((one) => one.store.add(notification, content)));
  expect(answers[1]).toEqual(answers[0]);
  await compare();
  for (const step of steps) {
    // Two steps never share a moment, because the table store would take a second giving up at the same moment for a
    // repetition of its own.
    clock.advance(step.do === "wait" ? step.ms : 1);
    const [expected, actual] = [await walkers[0].take(step), await walkers[1].take(step)];
    expect(actual).toEqual(expected);
    await compare();
    expect(await walkers[1].store.get(owner, id)).toEqual(await double.get(owner, id));
    expect(await walkers[1].store.findContent(owner, id)).toEqual(await double.findContent(owner, id));
  }
}

describe("the lifecycle, compiled by the table store and interpreted by its double", () => {
  it.each([
    ["chat", chatWalk],
    ["email", emailWalk],
    ["approval", approvalWalk],
  ] as const)("leads both to the same state after every step of any walk: %s", async (channel, walk) => {
    await fc.assert(
      fc.asyncProperty(walk, (steps) => walkBoth(channel, steps)),
      { numRuns: 40 },
    );
  });
});
