import { describe, expect, it } from "vitest";
import { functions } from "../../../../lib/functions.ts";
import { ALL_SHARDS } from "../../../../shared/notifications/contract/sweep-part.ts";
import type { DueList } from "../../../../shared/notifications/domain/sweep.ts";
import { DUE_SHARDS, type NotificationKey } from "../../../../shared/notifications/ports.ts";
import { sweepNotifications } from "../../../../shared/notifications/sweep/sweep-notifications.ts";
import { anOwner } from "../../../support/an-owner.ts";
import { inMemoryDeadLetterStore } from "../../../support/in-memory-dead-letter-store.ts";
import { inMemoryNotificationStore } from "../../../support/in-memory-notification-store.ts";
import { countingMetrics, silentLog } from "../../../support/silent-telemetry.ts";
import { virtualTime } from "../../../support/virtual-time.ts";

const OWNER = anOwner("many");
const OTHER = anOwner("few");
/** Calls take this long in a region of the cloud: a query or a read, a write, and the queue. */
const [READ_MS, WRITE_MS, QUEUE_MS] = [5, 10, 10];
const MINUTE_MS = 60_000;
const CROWD = 100_000;
/**
 * This many notifications of one second are on the queue before their time, and so are later notifications of other
 * owners.
 */
const LARGEST_CROWD = 1_000_000;
/** All parts of the sweep together queue at least 1,900 a second. */
const MS_PER_MAIL = 1000 / 1900;
/** The sweep looks at a scheduled notification this long before its time. */
const LEAD_MS = 600_000;
/** A run begins nothing more after this time, which the timeout of its function allows. */
const RUN_MS = 55_000;

interface Entry extends NotificationKey {
  readonly dueAt: number;
  isMoved: boolean;
}

/**
 * Creates the list of scheduled notifications, in a table and beside a queue with delays. Notifications that are not
 * yet moved still look due.
 */
function aCrowd() {
  const time = virtualTime();
  const shards = Array.from({ length: DUE_SHARDS }, (): Entry[] => []);
  const entries = new Map<string, Entry>();
  const queuedAt = new Map<string, number>();
  let sends = 0;
  const heads = shards.map(() => 0);
  const due = async (list: DueList, shard: number, limit: number): Promise<Entry[]> => {
    await time.pause(READ_MS);
    const all = list === "scheduled" ? (shards[shard] ?? []) : [];
    while (all[heads[shard] ?? 0]?.isMoved) heads[shard] = (heads[shard] ?? 0) + 1;
    const found: Entry[] = [];
    for (let i = heads[shard] ?? 0; i < all.length && found.length < limit; i++) {
      const entry = all[i];
      if (entry === undefined || entry.dueAt > time.now()) break;
      if (!entry.isMoved) found.push(entry);
    }
    return found;
  };
  const sweep = async ({ id }: NotificationKey) => {
    await time.pause(READ_MS);
    const entry = entries.get(id);
    const isSeenDue = entry !== undefined && !entry.isMoved;
    await time.pause(WRITE_MS);
    // The write is conditional, so that only one of two sweeps which have read the same moves the notification.
    if (!isSeenDue || entry.isMoved) return undefined;
    entry.isMoved = true;
    return { finding: "enqueue", accountId: "account", dueAt: time.now() + LEAD_MS, delaySeconds: 0 } as const;
  };
  const deps = {
    ...{ clock: time, log: silentLog, metrics: countingMetrics(), deadLetters: inMemoryDeadLetterStore() },
    notifications: { ...inMemoryNotificationStore({ clock: time }), due, sweep },
    deliveryQueue: {
      async enqueue({ id }: { readonly id: string }) {
        await time.pause(QUEUE_MS);
        sends++;
        queuedAt.set(id, time.now());
      },
    },
  };
  return {
    ...{ time, deps, queuedAt, sends: () => sends },
    schedule(owner: NotificationKey["owner"], id: string, dueAt: number) {
      const entry = { owner, id, dueAt, isMoved: false };
      entries.set(id, entry);
      shards[entries.size % DUE_SHARDS]?.push(entry);
    },
  };
}

const { trigger } = functions.find(({ name }) => name === "sweep") ?? {};
const parts = trigger?.kind === "schedule" ? (trigger.parts ?? 1) : 0;

/** Runs the schedule of the sweep for this many minutes. */
async function runFor(minutes: number, { time, deps }: ReturnType<typeof aCrowd>): Promise<void> {
  for (let minute = 0; minute < minutes; minute++) {
    const startsAt = time.now();
    for (let part = 0; part < parts; part++) void sweepNotifications(deps, startsAt + RUN_MS, { part, of: parts });
    await time.run(MINUTE_MS);
  }
}

describe("what is scheduled for the same second", () => {
  it("queues 100,000 within a minute, and not 6,400", async () => {
    const crowd = aCrowd();
    for (let i = 0; i < CROWD; i++) crowd.schedule(OWNER, `mail ${i}`, crowd.time.now());
    await runFor(1, crowd);
    expect([crowd.queuedAt.size, crowd.sends()]).toEqual([CROWD, CROWD]);
  });

  it("keeps nothing late that others have scheduled behind it", async () => {
    const crowd = aCrowd();
    const startsAt = crowd.time.now();
    for (let i = 0; i < CROWD; i++) crowd.schedule(OWNER, `mail ${i}`, startsAt);
    const others = Array.from({ length: 60 }, (_, i) => ({ id: `other ${i}`, dueAt: startsAt + i * 1000 }));
    for (const { id, dueAt } of others) crowd.schedule(OTHER, id, dueAt);
    await runFor(2, crowd);
    const waits = others.map(({ id, dueAt }) => (crowd.queuedAt.get(id) ?? Number.POSITIVE_INFINITY) - dueAt);
    expect(Math.max(...waits)).toBeLessThan(CROWD * MS_PER_MAIL + MINUTE_MS);
    expect((LARGEST_CROWD - CROWD) * MS_PER_MAIL + Math.max(...waits)).toBeLessThan(LEAD_MS);
  });

  it("is queued once by two runs at the same shards", async () => {
    const crowd = aCrowd();
    for (let i = 0; i < 20_000; i++) crowd.schedule(OWNER, `mail ${i}`, crowd.time.now());
    const runs = [ALL_SHARDS, ALL_SHARDS].map((part) => sweepNotifications(crowd.deps, Number.POSITIVE_INFINITY, part));
    await crowd.time.run(10 * MINUTE_MS);
    const found = await Promise.all(runs);
    expect(found.reduce((sum, one) => sum + one, 0)).toBe(20_000);
    expect([crowd.queuedAt.size, crowd.sends()]).toEqual([20_000, 20_000]);
  });

  it("is taken on by the next minute when a run dies", async () => {
    const crowd = aCrowd();
    for (let i = 0; i < 30_000; i++) crowd.schedule(OWNER, `mail ${i}`, crowd.time.now());
    const isDead = crowd.time.now() + 2000;
    const dying = sweepNotifications(crowd.deps, isDead, ALL_SHARDS);
    await crowd.time.run(MINUTE_MS);
    expect(await dying).toBeLessThan(30_000);
    await runFor(1, crowd);
    expect([crowd.queuedAt.size, crowd.sends()]).toEqual([30_000, 30_000]);
  });

  it("ends a run that moves nothing, whatever the table still lists", async () => {
    const crowd = aCrowd();
    for (let i = 0; i < 20_000; i++) crowd.schedule(OWNER, `mail ${i}`, crowd.time.now());
    crowd.deps.notifications.sweep = () => Promise.reject(new Error("unreadable"));
    const run = expect(sweepNotifications(crowd.deps)).rejects.toThrow("unreadable");
    await crowd.time.run(MINUTE_MS);
    await run;
    expect(crowd.sends()).toBe(0);
  });
});
