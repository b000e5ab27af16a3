import { beforeEach, describe, expect, it } from "vitest";
import { type AnnounceChangesDeps, announceChanges } from "../../../shared/events/announce-changes.ts";
import type { HeraldEvent } from "../../../shared/events/contract/events.ts";
import { expiringCache } from "../../../shared/kernel/expiring-cache.ts";
import type { Owner } from "../../../shared/kernel/owner.ts";
import { systemIdentifiers } from "../../../shared/kernel/system-identifiers.ts";
import type { StreamedItem, TableChange } from "../../../shared/kernel/table-change.ts";
import type { Notification } from "../../../shared/notifications/domain/notification.ts";
import { anOwner } from "../../support/an-owner.ts";
import { aNotification, anEmail, aSendingAccount } from "../../support/builders.ts";
import { fakeClock } from "../../support/fake-clock.ts";
import { inMemoryFeed } from "../../support/in-memory-feed.ts";
import { inMemorySendingAccountStore } from "../../support/in-memory-sending-account-store.ts";
import { silentLog } from "../../support/silent-telemetry.ts";

const AT = new Date("2026-11-21T12:00:01.000Z");

/** An image that says what it is: these tests are about what becomes of events, not about stored items. */
const change = (table: string, id: string, images: { before?: StreamedItem; after?: StreamedItem }): TableChange => ({
  table,
  sequenceNumber: crypto.randomUUID(),
  at: AT,
  keys: { pk: "p", sk: id },
  isExpiry: false,
  record: images,
  ...images,
});

function sentMail(changes: Partial<Notification> = {}): TableChange {
  const notification = aNotification({ attempts: 1, ...changes });
  return change("Deployed-Notifications", notification.id, {
    before: { ...notification, status: "processing" },
    after: { ...notification, status: "sent", recipient: "anna@example.org" },
  });
}

const unreadable = () => change("Deployed-Notifications", "damaged", { after: { damaged: true } });

function imageOf(image: StreamedItem) {
  if (image.damaged) throw new TypeError("nobody can read it");
  const notification = image as unknown as Notification;
  return { owner: notification.owner, notification };
}

let deps: AnnounceChangesDeps;
let woken: [Owner, readonly HeraldEvent[]][];
let left: TableChange[];
const feed = inMemoryFeed(fakeClock());
const readAll = async (owner: Owner) =>
  (await feed.read(owner, { after: 0, limit: 500 })).events.map((one) => one.event);

beforeEach(() => {
  woken = [];
  left = [];
  deps = {
    images: {
      notification: imageOf,
      message: async () => undefined,
      chatTemplate: () => undefined,
      sendingAccount: () => undefined,
      webhook: () => undefined,
    },
    tableNamed: (name) => (name === "Deployed-Notifications" ? "Notifications" : undefined),
    feed,
    wakeWebhooks: async (owner, events) => void woken.push([owner, events]),
    unannounced: { add: async (one) => void left.push(one) },
    appended: expiringCache<true>({ maxEntries: 100, ttlMs: 60_000 }),
    conversations: { get: async () => undefined },
    sendingAccounts: inMemorySendingAccountStore([aSendingAccount()]),
    notifications: { findContent: async () => undefined },
    hash: systemIdentifiers.hash,
    log: silentLog,
  };
});

describe("announceChanges()", () => {
  it("puts what a batch announces into each owner's feed, in its order, and wakes each owner's webhooks once", async () => {
    const [one, other] = [anOwner(), anOwner()];
    const changes = [sentMail({ owner: one }), sentMail({ owner: other }), sentMail({ owner: one })];
    expect(await announceChanges(deps, changes)).toEqual([]);
    const ids = (await readAll(one)).map(({ data }) => data.id);
    expect(ids).toEqual([changes[0]?.keys.sk, changes[2]?.keys.sk]);
    expect(await readAll(other)).toHaveLength(1);
    expect(woken.map(([owner, events]) => [owner, events.length])).toEqual([
      [one, 2],
      [other, 1],
    ]);
  });

  it("shows the notification, its recipient and its account, and of a failure the reason", async () => {
    const owner = anOwner();
    const entry = { attempt: 1, to: "pending", durationMs: 9, stage: "connect", text: "connection refused" } as const;
    const history = [{ at: AT.toISOString(), ...entry }];
    const notification = aNotification({ owner, attempts: 1, lastError: "connection refused", history });
    const before = { ...notification, status: "processing" };
    const after = { ...notification, status: "pending", recipient: "anna@example.org" };
    await announceChanges(deps, [change("Deployed-Notifications", notification.id, { before, after })]);
    expect(await readAll(owner)).toMatchObject([
      {
        type: "notification.retrying",
        timestamp: AT.toISOString(),
        data: {
          id: notification.id,
          status: "pending",
          last_error: "connection refused",
          recipient: "anna@example.org",
          sending_account_id: notification.accountId,
          reason: "server_unreachable",
        },
      },
    ]);
  });

  it("finds the recipient of an older notification in its content, and leaves it out when that is gone", async () => {
    const owner = anOwner();
    const older = sentMail({ owner });
    const { recipient: _none, ...after } = older.after ?? {};
    await announceChanges(deps, [{ ...older, after }]);
    const notifications = { findContent: async () => anEmail({ recipient: "kept@example.org" }) };
    const kept = sentMail({ owner });
    const { recipient: _no, ...alsoOlder } = kept.after ?? {};
    await announceChanges({ ...deps, notifications }, [{ ...kept, after: alsoOlder }]);
    const recipients = (await readAll(owner)).map(({ data }) => data.recipient);
    expect(recipients).toEqual([undefined, "kept@example.org"]);
  });

  it("says nothing of what an operator brings back or sets back, and again what becomes of it later", async () => {
    const owner = anOwner();
    const sent = aNotification({ owner, status: "sent" });
    const back = { ...sent, restoredAt: "2026-11-22T08:00:00.000Z" };
    const failed = { ...sent, status: "failed" };
    const again = { ...back, restoredAt: "2026-11-23T08:00:00.000Z" };
    const changes = [
      change("Deployed-Notifications", sent.id, { after: back }),
      change("Deployed-Notifications", sent.id, { before: failed, after: back }),
      change("Deployed-Notifications", sent.id, { before: { ...back, status: "failed" }, after: again }),
    ];
    expect(await announceChanges(deps, changes)).toEqual([]);
    expect(await readAll(owner)).toEqual([]);
    const later = { before: { ...back, status: "processing" }, after: { ...back, recipient: "anna@example.org" } };
    await announceChanges(deps, [change("Deployed-Notifications", sent.id, later)]);
    expect(await readAll(owner)).toMatchObject([{ type: "notification.sent" }]);
  });

  it("gives a change that comes again the same id", async () => {
    const owner = anOwner();
    const again = sentMail({ owner });
    await announceChanges(deps, [again]);
    await announceChanges({ ...deps, appended: expiringCache<true>({ maxEntries: 1, ttlMs: 1 }) }, [again]);
    const [first, second] = await readAll(owner);
    expect(second).toEqual(first);
  });

  it("does not append again what it has just appended, and wakes its webhooks all the same", async () => {
    const owner = anOwner();
    const again = sentMail({ owner });
    await announceChanges(deps, [again]);
    await announceChanges(deps, [again]);
    expect(await readAll(owner)).toHaveLength(1);
    expect(woken).toHaveLength(2);
  });

  it("keeps a change that nobody can read elsewhere, and goes on with the others", async () => {
    const owner = anOwner();
    const damaged = unreadable();
    const stranger = change("Another", "x", { after: {} });
    expect(await announceChanges(deps, [damaged, stranger, sentMail({ owner })])).toEqual([]);
    expect(new Set(left)).toEqual(new Set([damaged, stranger]));
    expect(await readAll(owner)).toHaveLength(1);
  });

  it("asks for a change again that nobody can read, as long as it cannot be kept elsewhere", async () => {
    const damaged = unreadable();
    const broken = { add: () => Promise.reject(new Error("the queue does not answer")) };
    expect(await announceChanges({ ...deps, unannounced: broken }, [damaged])).toEqual([damaged]);
  });

  it("asks for an owner's changes again whose feed does not answer, and for no other owner's", async () => {
    const [well, ill] = [anOwner(), anOwner()];
    const broken: AnnounceChangesDeps["feed"] = {
      append: (owner, events) => (owner === ill ? Promise.reject(new Error("throttled")) : feed.append(owner, events)),
    };
    const changes = [sentMail({ owner: well }), sentMail({ owner: ill }), sentMail({ owner: well })];
    expect(await announceChanges({ ...deps, feed: broken }, changes)).toEqual([changes[1]]);
    expect(await readAll(well)).toHaveLength(2);
    expect(await announceChanges(deps, changes.slice(1))).toEqual([]);
    expect(await readAll(well)).toHaveLength(2);
    expect(await readAll(ill)).toHaveLength(1);
  });

  it("appends nothing that stands behind a change whose surroundings cannot be read", async () => {
    const owner = anOwner();
    const [first, second, third] = [sentMail({ owner }), sentMail({ owner }), sentMail({ owner })];
    const { recipient: _none, ...after } = second.after ?? {};
    const notifications = { findContent: () => Promise.reject(new Error("throttled")) };
    const behind = { ...second, after };
    expect(await announceChanges({ ...deps, notifications }, [first, behind, third])).toEqual([behind]);
    expect((await readAll(owner)).map(({ data }) => data.id)).toEqual([first.keys.sk]);
  });
});
