import { beforeEach, describe, expect, it } from "vitest";
import * as z from "zod";
import { ACCOUNT_FIELD_OF } from "../../../shared/channels/contract/account-field.ts";
import { type AnnounceChangesDeps, announceChanges } from "../../../shared/events/announce-changes.ts";
import type { HeraldEvent } from "../../../shared/events/contract/events.ts";
import { MAX_CHUNK_EVENTS } from "../../../shared/events/domain/chunks.ts";
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
import { inRealTime } from "../../support/real-time.ts";
import { seededRandom } from "../../support/seeded-random.ts";
import { recordingLog, silentLog } from "../../support/silent-telemetry.ts";

const AT = new Date("2026-11-21T12:00:01.000Z");

/** Creates a change whose images name its event, because these tests concern events and not stored items. */
const change = (table: string, id: string, images: { before?: StreamedItem; after?: StreamedItem }): TableChange => ({
  table,
  sequenceNumber: crypto.randomUUID(),
  at: AT,
  keys: { pk: "p", sk: id },
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

/** Returns a change from the time before notifications stored their recipient, which is then read from the content. */
function withoutRecipient(one: TableChange): TableChange {
  const { recipient: _none, ...after } = one.after ?? {};
  return { ...one, after };
}

const random = seededRandom(7);
/** Returns a text of the characters that compress worst. */
const randomText = (length: number): string =>
  Array.from({ length }, () => String.fromCharCode(0x800 + Math.floor(random() * 0xc000))).join("");

const unreadable = () => change("Deployed-Notifications", "damaged", { after: { damaged: true } });

function imageOf(image: StreamedItem) {
  if (image.damaged) throw new TypeError("nobody can read it");
  const notification = image as unknown as Notification;
  return { owner: notification.owner, notification };
}

let deps: AnnounceChangesDeps;
let woken: [Owner, readonly HeraldEvent[]][];
let raised: [Owner, readonly HeraldEvent[]][];
let left: TableChange[];
const clock = fakeClock();
const feed = inMemoryFeed(clock);
const readAll = async (owner: Owner) =>
  (await feed.read(owner, { after: 0, limit: 500 })).events.map((one) => one.event);

beforeEach(() => {
  woken = [];
  raised = [];
  left = [];
  deps = {
    images: {
      notification: imageOf,
      message: async () => undefined,
      chatTemplate: () => undefined,
      sendingAccount: () => undefined,
      webhook: () => undefined,
      suppression: () => undefined,
    },
    tableNamed: (name) => (name === "Deployed-Notifications" ? "Notifications" : undefined),
    feed,
    wakeWebhooks: async (owner, events) => void woken.push([owner, events]),
    raiseAlerts: async (owner, events) => void raised.push([owner, events]),
    unannounced: { add: async (one) => void left.push(one) },
    appended: expiringCache<true>({ maxEntries: 1000, ttlMs: 60_000 }),
    conversations: { get: async () => undefined },
    sendingAccounts: inMemorySendingAccountStore([aSendingAccount()]),
    notifications: { findContent: async () => undefined },
    failingSince: expiringCache<number>({ maxEntries: 100, ttlMs: 3_600_000 }),
    announcedLately: new Map(),
    inOwnTime: inRealTime,
    setAsideLately: expiringCache<true>({ maxEntries: 100, ttlMs: 3_600_000 }),
    clock,
    accountFields: ACCOUNT_FIELD_OF,
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
    expect(raised).toEqual(woken);
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
    expect(await announceChanges({ ...deps, notifications }, [first, behind, third])).toEqual([behind, third]);
    expect((await readAll(owner)).map(({ data }) => data.id)).toEqual([first.keys.sk]);
  });

  it("appends the events of other owners that stand behind a change whose surroundings cannot be read", async () => {
    const [well, ill] = [anOwner(), anOwner()];
    const damaged = withoutRecipient(sentMail({ owner: ill }));
    const notifications = { findContent: () => Promise.reject(new Error("throttled")) };
    const changes = [sentMail({ owner: well }), damaged, sentMail({ owner: well })];
    expect(await announceChanges({ ...deps, notifications }, changes)).toEqual([damaged]);
    expect(await readAll(well)).toHaveLength(2);
  });

  it("keeps a change elsewhere beside which a damaged item stands, and goes on with its owner's others", async () => {
    const owner = anOwner();
    const damaged = withoutRecipient(sentMail({ owner }));
    const notifications = { findContent: async () => z.object({ recipient: z.string() }).parse({}) as never };
    expect(await announceChanges({ ...deps, notifications }, [damaged, sentMail({ owner })])).toEqual([]);
    expect(left).toEqual([damaged]);
    expect(await readAll(owner)).toHaveLength(1);
  });

  it("keeps a change elsewhere whose event is too large for the feed, and announces its neighbours at once", async () => {
    const [owner, other] = [anOwner(), anOwner()];
    const metadata = { long: randomText(600_000) };
    const large = sentMail({ owner, metadata });
    const changes = [sentMail({ owner }), large, sentMail({ owner: other }), sentMail({ owner })];
    expect(await announceChanges(deps, changes)).toEqual([]);
    expect(left).toEqual([large]);
    expect((await readAll(owner)).map(({ data }) => data.id)).toEqual([changes[0]?.keys.sk, changes[3]?.keys.sk]);
    expect(await readAll(other)).toHaveLength(1);
    expect(woken).toHaveLength(2);
    await announceChanges(deps, changes);
    expect([left.length, (await readAll(owner)).length]).toEqual([1, 2]);
  });

  it("asks for a change again whose event is too large, as long as it cannot be kept elsewhere", async () => {
    const large = sentMail({ metadata: { long: randomText(600_000) } });
    const broken = { add: () => Promise.reject(new Error("the queue does not answer")) };
    expect(await announceChanges({ ...deps, unannounced: broken }, [large])).toEqual([large]);
    expect(await announceChanges(deps, [large])).toEqual([]);
    expect(left).toEqual([large]);
  });

  it("keeps a change elsewhere once, though it comes again for another owner's sake", async () => {
    const [owner, ill] = [anOwner(), anOwner()];
    const log = recordingLog();
    const feedOfOthers: AnnounceChangesDeps["feed"] = {
      append: (its, events) => (its === ill ? Promise.reject(new Error("throttled")) : feed.append(its, events)),
    };
    const notifications = { findContent: async () => z.object({ recipient: z.string() }).parse({}) as never };
    const damaged = [unreadable(), withoutRecipient(sentMail({ owner }))];
    const batch = [...damaged, sentMail({ owner: ill })];
    for (let times = 0; times < 3; times++)
      expect(await announceChanges({ ...deps, feed: feedOfOthers, notifications, log }, batch)).toEqual(batch.slice(2));
    expect(left).toEqual(damaged);
    expect(log.lines.filter((line) => line.includes("change.set_aside"))).toHaveLength(2);
    expect(log.lines.filter((line) => line.includes("change.already_set_aside"))).toHaveLength(4);
  });

  it("tells changes apart whose shards count them alike", async () => {
    const [one, other] = ["shard-1", "shard-2"].map((streamShard) => {
      return { ...unreadable(), streamShard, sequenceNumber: "7" };
    });
    if (one && other) await announceChanges(deps, [one, other]);
    expect(left).toEqual([one, other]);
  });

  it("keeps a change elsewhere once whose event is too large, though the one beside it could not be kept at first", async () => {
    const owner = anOwner();
    const large = Array.from({ length: 2 }, () => sentMail({ owner, metadata: { long: randomText(600_000) } }));
    let adds = 0;
    const tiring: AnnounceChangesDeps["unannounced"] = {
      add: async (one, error) => {
        if (++adds === 2) throw new Error("the queue does not answer");
        await deps.unannounced.add(one, error);
      },
    };
    expect(await announceChanges({ ...deps, unannounced: tiring }, large)).toEqual(large);
    expect(await announceChanges({ ...deps, unannounced: tiring }, large)).toEqual([]);
    expect(left).toEqual(large);
  });

  it("goes on behind the part of an owner's batch that was appended before the table failed", async () => {
    const owner = anOwner();
    const changes = Array.from({ length: 2 * MAX_CHUNK_EVENTS + 20 }, () => sentMail({ owner }));
    let appends = 0;
    const tiring: AnnounceChangesDeps["feed"] = {
      append: (...all) => (++appends > 2 ? Promise.reject(new Error("throttled")) : feed.append(...all)),
    };
    expect(await announceChanges({ ...deps, feed: tiring }, changes)).toEqual(changes);
    expect(await announceChanges(deps, changes)).toEqual([]);
    expect((await readAll(owner)).map(({ data }) => data.id)).toEqual(changes.map(({ keys }) => keys.sk));
  });
});

describe("announceChanges() for an owner whose changes go on failing", () => {
  const MINUTE_MS = 60_000;
  const [well, ill] = [anOwner(), anOwner()];
  const broken: Pick<AnnounceChangesDeps, "feed"> = {
    feed: {
      append: (owner, events) => (owner === ill ? Promise.reject(new Error("throttled")) : feed.append(owner, events)),
    },
  };

  it("keeps them elsewhere after two minutes: those of other owners wait behind them", async () => {
    const held = sentMail({ owner: ill });
    for (let minutes = 0; minutes < 2; minutes++) {
      expect(await announceChanges({ ...deps, ...broken }, [held, sentMail({ owner: well })])).toEqual([held]);
      clock.advance(MINUTE_MS);
    }
    expect(left).toEqual([]);
    expect(await announceChanges({ ...deps, ...broken }, [held, sentMail({ owner: well })])).toEqual([]);
    expect(left).toEqual([held]);
    const next = sentMail({ owner: ill });
    expect(await announceChanges({ ...deps, ...broken }, [next])).toEqual([]);
    expect(left).toEqual([held, next]);
  });

  it("keeps only the change elsewhere whose surroundings cannot be read, and announces the others", async () => {
    const held = withoutRecipient(sentMail({ owner: ill }));
    const notifications = { findContent: () => Promise.reject(new Error("throttled")) };
    const changes = [held, sentMail({ owner: ill })];
    expect(await announceChanges({ ...deps, notifications }, [...changes, sentMail({ owner: well })])).toEqual(changes);
    clock.advance(2 * MINUTE_MS);
    expect(await announceChanges({ ...deps, notifications }, changes)).toEqual([]);
    expect(left).toEqual([held]);
    expect((await readAll(ill)).map(({ data }) => data.id)).toEqual([changes[1]?.keys.sk]);
  });

  it("keeps changes elsewhere when the same batch comes again and again with nothing new beside them", async () => {
    const batch = [sentMail({ owner: ill }), sentMail({ owner: well })];
    for (let minutes = 0; minutes < 2; minutes++) {
      expect(await announceChanges({ ...deps, ...broken }, batch)).toEqual([batch[0]]);
      clock.advance(MINUTE_MS);
    }
    expect(await announceChanges({ ...deps, ...broken }, batch)).toEqual([]);
    expect(left).toEqual([batch[0]]);
  });

  const refuse = () => Promise.reject(new Error("it does not answer"));
  const outages: [what: string, its: Partial<AnnounceChangesDeps>][] = [
    ["of the feeds' table", { feed: { append: refuse } }],
    ["of a table that is read beside a change", { notifications: { findContent: refuse } }],
    ["of what wakes webhooks", { wakeWebhooks: refuse }],
    ["of what raises alerts", { raiseAlerts: refuse }],
  ];

  it.each(outages)("keeps asking for everybody's in an outage %s, however long it is", async (_what, outage) => {
    const batch = [well, ill].map((owner) => withoutRecipient(sentMail({ owner })));
    for (let minutes = 0; minutes < 60; minutes += 10) {
      expect(await announceChanges({ ...deps, ...outage }, batch)).toEqual(batch);
      clock.advance(10 * MINUTE_MS);
    }
    expect(left).toEqual([]);
    expect(await announceChanges(deps, batch)).toEqual([]);
  });

  it.each(outages)(
    "keeps asking for everybody's in an outage %s that begins behind a success",
    async (_what, outage) => {
      const batch = [well, ill].map((owner) => withoutRecipient(sentMail({ owner })));
      expect(await announceChanges(deps, [sentMail({ owner: well }), sentMail({ owner: ill })])).toEqual([]);
      for (let minutes = 0; minutes < 60; minutes += 10) {
        expect(await announceChanges({ ...deps, ...outage }, batch)).toEqual(batch);
        clock.advance(10 * MINUTE_MS);
      }
      expect(left).toEqual([]);
    },
  );

  it("does not count another owner's success from before the failures as a sign that all is well", async () => {
    const held = sentMail({ owner: ill });
    await announceChanges(deps, [sentMail({ owner: well })]);
    clock.advance(1);
    for (let minutes = 0; minutes < 60; minutes += 10) {
      expect(await announceChanges({ ...deps, ...broken }, [held])).toEqual([held]);
      clock.advance(10 * MINUTE_MS);
    }
    expect(left).toEqual([]);
  });

  it("counts only an event newly appended for another owner's change of this table as a sign that all is well", async () => {
    const held = sentMail({ owner: ill });
    const announcedNothing = change("Deployed-Notifications", "x", { after: { ...aNotification({ owner: well }) } });
    const elsewhere = { ...sentMail({ owner: well }), table: "other" };
    const before = sentMail({ owner: well });
    const its = { ...deps, ...broken, tableNamed: () => "Notifications" as const };
    await announceChanges(its, [before]);
    clock.advance(1);
    expect(await announceChanges(its, [held, announcedNothing, before])).toEqual([held]);
    expect(await announceChanges(its, [elsewhere])).toEqual([]);
    clock.advance(2 * MINUTE_MS);
    expect(await announceChanges(its, [held])).toEqual([held]);
    expect(left).toEqual([]);
  });

  it("counts each table's failures alone: a success of another table does not end them", async () => {
    const held = sentMail({ owner: ill });
    const elsewhere = { ...sentMail({ owner: ill }), table: "other" };
    const tableNamed = () => "Notifications" as const;
    expect(await announceChanges({ ...deps, ...broken, tableNamed }, [held, sentMail({ owner: well })])).toEqual([
      held,
    ]);
    clock.advance(2 * MINUTE_MS);
    expect(await announceChanges({ ...deps, tableNamed }, [elsewhere])).toEqual([]);
    expect(await announceChanges({ ...deps, ...broken, tableNamed }, [held])).toEqual([]);
    expect(left).toEqual([held]);
  });

  it("begins again once a batch of the owner was announced", async () => {
    const held = sentMail({ owner: ill });
    await announceChanges({ ...deps, ...broken }, [held, sentMail({ owner: well })]);
    clock.advance(2 * MINUTE_MS);
    expect(await announceChanges(deps, [held])).toEqual([]);
    const later = sentMail({ owner: ill });
    expect(await announceChanges({ ...deps, ...broken }, [later])).toEqual([later]);
    expect(left).toEqual([]);
  });

  const deaf: Pick<AnnounceChangesDeps, "wakeWebhooks"> = {
    wakeWebhooks: (owner) => (owner === ill ? Promise.reject(new Error("they cannot be listed")) : Promise.resolve()),
  };

  it("keeps nothing elsewhere whose events are in the feed, though its webhooks could not be told", async () => {
    const held = sentMail({ owner: ill });
    const before = (await readAll(ill)).length;
    expect(await announceChanges({ ...deps, ...deaf }, [held, sentMail({ owner: well })])).toEqual([held]);
    clock.advance(2 * MINUTE_MS);
    expect(await announceChanges({ ...deps, ...deaf }, [held])).toEqual([]);
    expect([left, (await readAll(ill)).length]).toEqual([[], before + 1]);
  });

  it("says in the log whose webhooks nobody has woken", async () => {
    const log = recordingLog();
    const held = sentMail({ owner: ill });
    await announceChanges({ ...deps, ...deaf }, [held, sentMail({ owner: well })]);
    clock.advance(2 * MINUTE_MS);
    await announceChanges({ ...deps, ...deaf, log }, [held]);
    const said = log.lines.map((line) => JSON.parse(line));
    expect(said.filter(({ event }) => event === "events.not_passed_on")).toEqual([
      { level: "ERROR", event: "events.not_passed_on", error: "Error: they cannot be listed", owner: ill, events: 1 },
    ]);
  });

  it("wakes webhooks for the part that was appended before the rest was kept elsewhere", async () => {
    const changes = Array.from({ length: MAX_CHUNK_EVENTS + 30 }, () => sentMail({ owner: ill }));
    let appends = 0;
    const half: AnnounceChangesDeps["feed"] = {
      append: (owner, events) =>
        owner === ill && ++appends > 1 ? Promise.reject(new Error("throttled")) : feed.append(owner, events),
    };
    await announceChanges({ ...deps, feed: half }, [...changes, sentMail({ owner: well })]);
    clock.advance(2 * MINUTE_MS);
    expect(await announceChanges({ ...deps, feed: half }, changes)).toEqual([]);
    expect(left).toEqual(changes.slice(MAX_CHUNK_EVENTS));
    expect(woken.flatMap(([owner, events]) => (owner === ill ? [events.length] : []))).toEqual([MAX_CHUNK_EVENTS]);
  });

  it.each<[what: string, its: Partial<AnnounceChangesDeps>]>([
    ["whose surroundings cannot be read", { notifications: { findContent: () => Promise.reject(new Error("x")) } }],
    ["that cannot be appended", broken],
  ])("keeps a change elsewhere once %s, whatever of others comes again, and whenever", async (_what, its) => {
    const held = withoutRecipient(sentMail({ owner: ill }));
    await announceChanges({ ...deps, ...its }, [held, sentMail({ owner: well })]);
    clock.advance(2 * MINUTE_MS);
    expect(await announceChanges({ ...deps, ...its }, [held])).toEqual([]);
    expect(await announceChanges({ ...deps, ...its }, [held])).toEqual([]);
    const forgotten = expiringCache<number>({ maxEntries: 100, ttlMs: 3_600_000 });
    expect(await announceChanges({ ...deps, ...its, failingSince: forgotten }, [held])).toEqual([]);
    expect(left).toEqual([held]);
  });

  it("announces a change that was kept elsewhere once its cause is mended, as when an operator brings it again", async () => {
    const [held, before] = [sentMail({ owner: ill }), (await readAll(ill)).length];
    await announceChanges({ ...deps, ...broken }, [held, sentMail({ owner: well })]);
    clock.advance(2 * MINUTE_MS);
    await announceChanges({ ...deps, ...broken }, [held]);
    expect(left).toEqual([held]);
    expect(await announceChanges(deps, [held])).toEqual([]);
    expect(await readAll(ill)).toHaveLength(before + 1);
  });
});
