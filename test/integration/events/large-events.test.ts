import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ACCOUNT_FIELD_OF } from "../../../shared/channels/contract/account-field.ts";
import { notificationRequest } from "../../../shared/channels/contract/notification-request.ts";
import { type AnnounceChangesDeps, announceChanges } from "../../../shared/events/announce-changes.ts";
import { DynamoFeed } from "../../../shared/events/dynamo/feed.ts";
import { expiringCache } from "../../../shared/kernel/expiring-cache.ts";
import type { Owner } from "../../../shared/kernel/owner.ts";
import { systemClock } from "../../../shared/kernel/system-clock.ts";
import { systemIdentifiers } from "../../../shared/kernel/system-identifiers.ts";
import type { TableChange } from "../../../shared/kernel/table-change.ts";
import type { Notification } from "../../../shared/notifications/domain/notification.ts";
import { anOwner } from "../../support/an-owner.ts";
import { aNotification } from "../../support/builders.ts";
import { ALPHABETS, type Alphabet, largestMetadata, randomText } from "../../support/large-metadata.ts";
import { inRealTime } from "../../support/real-time.ts";
import { seededRandom } from "../../support/seeded-random.ts";
import { silentLog } from "../../support/silent-telemetry.ts";
import { type TableFixture, tableFixture } from "../../support/table-fixture.ts";

let fixture: TableFixture;
beforeAll(async () => {
  fixture = await tableFixture();
});
afterAll(() => fixture.close());

const nobody = async () => undefined;

function setUp() {
  const left: TableChange[] = [];
  const feed = new DynamoFeed(fixture.client, { table: "Events", clock: systemClock });
  const deps: AnnounceChangesDeps = {
    images: {
      notification: (image) => {
        const notification = image as unknown as Notification;
        return { owner: notification.owner, notification };
      },
      message: nobody,
      chatTemplate: () => undefined,
      sendingAccount: () => undefined,
      webhook: () => undefined,
      suppression: () => undefined,
    },
    tableNamed: () => "Notifications",
    feed,
    wakeWebhooks: nobody,
    raiseAlerts: nobody,
    unannounced: { add: async (one) => void left.push(one) },
    appended: expiringCache<true>({ maxEntries: 1000, ttlMs: 60_000 }),
    failingSince: expiringCache<number>({ maxEntries: 100, ttlMs: 60_000 }),
    announcedLately: new Map(),
    inOwnTime: inRealTime,
    setAsideLately: expiringCache<true>({ maxEntries: 100, ttlMs: 60_000 }),
    clock: systemClock,
    conversations: { get: nobody },
    sendingAccounts: { get: nobody },
    notifications: { findContent: nobody },
    accountFields: ACCOUNT_FIELD_OF,
    hash: systemIdentifiers.hash,
    log: silentLog,
  };
  const idsIn = async (owner: Owner) =>
    (await feed.read(owner, { after: 0, limit: 500 })).events.map(({ event }) => event.data.id);
  return { deps, left, idsIn };
}

function canceled(changes: Partial<Notification>): TableChange {
  const notification = aNotification(changes);
  const before = { ...notification };
  const after = { ...notification, status: "canceled", recipient: "anna@example.org" };
  const keys = { pk: notification.owner, sk: notification.id };
  const at = new Date("2026-11-21T12:00:01.000Z");
  return {
    table: "Notifications",
    sequenceNumber: notification.id,
    at,
    keys,
    record: {},
    before,
    after,
  };
}

const keysOf = (changes: readonly TableChange[]) => changes.map(({ keys }) => keys.sk);
const idsOf = (changes: readonly TableChange[], owner: Owner) =>
  keysOf(changes.filter(({ keys }) => keys.pk === owner));

const alphabet = fc.constantFrom(...(Object.keys(ALPHABETS) as Alphabet[]));
/** Generates one notification of a batch: its owner, one of whom is busy, and the texts of its metadata and error. */
const drawn = fc.record({
  owner: fc.oneof(fc.constant(0), fc.nat({ max: 29 })),
  metadata: fc.option(fc.oneof({ arbitrary: fc.constant("most" as const), weight: 5 }, alphabet), { freq: 9 }),
  error: fc.option(alphabet, { freq: 1 }),
  seed: fc.integer(),
});

const batches = fc.array(drawn, { minLength: 100, maxLength: 100 });

const errorOf = (from: Alphabet, seed: number) => randomText(from, 1000, seededRandom(seed));

describe("events that are as large as can be", () => {
  it("are what the contract takes", () => {
    const mail = { recipient: "a@example.org", subject: "s", body: "b" };
    for (const one of Object.keys(ALPHABETS) as Alphabet[])
      expect(notificationRequest.safeParse({ ...mail, metadata: largestMetadata(one, 1) }).success).toBe(true);
  });

  it("come, and hold up no other owner's, when many of one owner are canceled at once", async () => {
    const { deps, left, idsIn } = setUp();
    const [loud, quiet] = [anOwner(), anOwner()];
    const many = Array.from({ length: 99 }, (_, seed) =>
      canceled({ owner: loud, metadata: largestMetadata("BMP", seed) }),
    );
    const changes = [...many.slice(0, 50), canceled({ owner: quiet }), ...many.slice(50)];
    expect(keysOf(await announceChanges(deps, changes))).toEqual([]);
    expect(await idsIn(quiet)).toEqual(idsOf(changes, quiet));
    expect(await idsIn(loud)).toEqual(idsOf(changes, loud));
    expect(keysOf(left)).toEqual([]);
  });

  it("come all, whatever notifications of 30 owners are in a batch", async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom("BMP" as const, "CJK" as const), batches, async (most, batch) => {
        const { deps, left, idsIn } = setUp();
        const owners = Array.from({ length: 30 }, () => anOwner());
        const changes = batch.map(({ owner, metadata, error, seed }) =>
          canceled({
            owner: owners[owner] as Owner,
            ...(metadata && { metadata: largestMetadata(metadata === "most" ? most : metadata, seed) }),
            ...(error && { lastError: errorOf(error, seed) }),
          }),
        );
        expect(keysOf(await announceChanges(deps, changes))).toEqual([]);
        for (const owner of owners) expect(await idsIn(owner)).toEqual(idsOf(changes, owner));
        expect(keysOf(left)).toEqual([]);
      }),
      { numRuns: 4, endOnFailure: true },
    );
  });

  it("are kept elsewhere where the table cannot hold them, and their neighbours come at once", async () => {
    const { deps, left, idsIn } = setUp();
    const [owner, other] = [anOwner(), anOwner()];
    const parts = (seed: number) => Array.from({ length: 180 }, (_, i) => errorOf("BMP", 1000 * seed + i));
    const tooLarge = (seed: number) => canceled({ owner, lastError: parts(seed).join("") });
    const [one, two] = [tooLarge(1), tooLarge(2)];
    const small = Array.from({ length: 6 }, () => canceled({ owner }));
    const changes = [
      ...small.slice(0, 2),
      one,
      ...small.slice(2, 4),
      two,
      ...small.slice(4),
      canceled({ owner: other }),
    ];
    expect(keysOf(await announceChanges(deps, changes))).toEqual([]);
    expect(keysOf(left)).toEqual(keysOf([one, two]));
    expect(await idsIn(owner)).toEqual(idsOf(small, owner));
    expect(await idsIn(other)).toEqual(idsOf(changes, other));
  });
});
