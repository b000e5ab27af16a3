import { describe, expect, it } from "vitest";
import { CAUSES } from "../../../../shared/notifications/domain/causes.ts";
import { decideSweep } from "../../../../shared/notifications/domain/sweep.ts";
import { DUE_SHARDS } from "../../../../shared/notifications/ports.ts";
import { redriveDeadLetters } from "../../../../shared/notifications/sweep/redrive-dead-letters.ts";
import { sweepNotifications } from "../../../../shared/notifications/sweep/sweep-notifications.ts";
import { anOwner } from "../../../support/an-owner.ts";
import { aNotification, anEmail } from "../../../support/builders.ts";
import { aChatContent } from "../../../support/chat-builders.ts";
import { fakeClock } from "../../../support/fake-clock.ts";
import { inMemoryDeadLetterStore } from "../../../support/in-memory-dead-letter-store.ts";
import { inMemoryDeliveryQueue } from "../../../support/in-memory-delivery-queue.ts";
import { inMemoryNotificationStore } from "../../../support/in-memory-notification-store.ts";
import { countingMetrics, recordingLog } from "../../../support/silent-telemetry.ts";

const LEASE_MS = 90_000;
const OWNER = anOwner("owner");
let made = 0;
/** Returns an id in this shard of the store in memory. */
const idIn = (shard: number): string => {
  made += 1;
  return `00000000-0000-4000-8000-${made.toString(16).padStart(8, "0")}${shard.toString(16).padStart(4, "0")}`;
};

/** Creates a store in which the sweep of one notification takes this long. */
function setUp({ msPerSweep = 0 } = {}) {
  const clock = fakeClock();
  const notifications = inMemoryNotificationStore({ clock, leaseMs: LEASE_MS });
  const slow = {
    ...notifications,
    sweep(key: Parameters<typeof notifications.sweep>[0]) {
      clock.advance(msPerSweep);
      return notifications.sweep(key);
    },
  };
  const deps = {
    ...{ clock, notifications: slow, log: recordingLog(), metrics: countingMetrics() },
    ...{ deliveryQueue: inMemoryDeliveryQueue(), deadLetters: inMemoryDeadLetterStore() },
  };
  const accept = async (shard: number) => {
    const id = idIn(shard);
    await notifications.add(aNotification({ owner: OWNER, id }), anEmail());
    return id;
  };
  const enqueued = () => deps.deliveryQueue.messages.map(({ message }) => message.id);
  return { deps, clock, notifications, accept, enqueued };
}

describe("sweepNotifications() with more to look at than a run can", () => {
  it("finds a dead worker's notification in the last shard while more than a run's worth waits in the first", async () => {
    const { deps, clock, notifications, accept, enqueued } = setUp({ msPerSweep: 15 });
    for (let i = 0; i < 500; i++) await accept(0);
    const dead = await accept(DUE_SHARDS - 1);
    // The notification is claimed at once, as most are. The index does not know that, so the notification is among all
    // the others.
    await notifications.claim(OWNER, dead, clock.now() + LEASE_MS);
    clock.advance(LEASE_MS + 1000);
    // The run has time for 20 notifications.
    await sweepNotifications(deps, clock.now() + 300);
    expect(enqueued()).toContain(dead);
    expect(enqueued().length).toBeLessThan(30);
    expect(deps.log.lines.at(-1)).toMatch(/"isCut":true/);
  });

  it("finds a dead worker's notification before all that merely waits, in whatever shard and however old", async () => {
    const { deps, clock, notifications, accept, enqueued } = setUp({ msPerSweep: 15 });
    for (let i = 0; i < 300; i++) for (const shard of [0, 7, DUE_SHARDS - 1]) await accept(shard);
    clock.advance(600_000);
    const dead = await accept(7);
    await notifications.claim(OWNER, dead);
    clock.advance(LEASE_MS + 1);
    await sweepNotifications(deps, clock.now() + 100);
    expect(enqueued()[0]).toBe(dead);
  });

  it("gives every shard its turn although no run is ever through", async () => {
    const { deps, clock, accept, enqueued } = setUp({ msPerSweep: 15 });
    const last = new Map<number, string>();
    for (let shard = 0; shard < DUE_SHARDS; shard++) {
      last.set(shard, await accept(shard));
      for (let i = 0; i < 40; i++) await accept(shard);
    }
    for (let run = 0; run < DUE_SHARDS; run++) {
      clock.advance(run === 0 ? LEASE_MS : 60_000 - 15);
      await sweepNotifications(deps, clock.now() + 1);
    }
    const found = new Set(enqueued());
    expect([...last].filter(([, id]) => !found.has(id)).map(([shard]) => shard)).toEqual([]);
  });

  it("begins nothing when there is no time at all, and says that it was cut", async () => {
    const { deps, clock, accept, enqueued } = setUp();
    await accept(3);
    clock.advance(LEASE_MS);
    expect(await sweepNotifications(deps, clock.now())).toBe(0);
    expect(enqueued()).toEqual([]);
    expect(deps.log.lines.at(-1)).toMatch(/"isCut":true/);
    expect(await sweepNotifications(deps, clock.now() + 1000)).toBe(1);
    expect(deps.log.lines.at(-1)).toMatch(/"isCut":false/);
  });

  it("sweeps every other shard when one cannot be listed, and fails at its end", async () => {
    const { deps, clock, notifications, accept, enqueued } = setUp();
    const id = await accept(9);
    clock.advance(LEASE_MS);
    const due: typeof notifications.due = (list, shard, limit) =>
      shard === 4 ? Promise.reject(new Error("no answer")) : notifications.due(list, shard, limit);
    await expect(sweepNotifications({ ...deps, notifications: { ...notifications, due } })).rejects.toThrow(
      "no answer",
    );
    expect(enqueued()).toEqual([id]);
  });
});

describe("what was interrupted on every attempt", () => {
  it("is kept as a dead letter and can be put back, with all its attempts", async () => {
    const { deps, clock, notifications, accept, enqueued } = setUp();
    const id = await accept(1);
    for (let attempt = 1; attempt <= 5; attempt++) {
      expect(await notifications.claim(OWNER, id)).toMatchObject({ attempts: attempt });
      clock.advance(LEASE_MS + 1);
      await sweepNotifications(deps);
    }
    expect(await notifications.get(OWNER, id)).toMatchObject({
      status: "failed",
      lastError: CAUSES.delivery_interrupted,
    });
    expect(await deps.deadLetters.list(10)).toMatchObject([{ id }]);
    expect(await redriveDeadLetters(deps)).toEqual({ redriven: 1, skipped: 0 });
    expect(await notifications.get(OWNER, id)).toMatchObject({ status: "pending", attempts: 0 });
    expect([enqueued().at(-1), await deps.deadLetters.list(10)]).toEqual([id, []]);
  });

  it("is given up at the end of its last lease, and not some leases later", async () => {
    const { deps, clock, notifications, accept } = setUp();
    const id = await accept(1);
    const startedAt = clock.now();
    for (let attempt = 1; attempt <= 5; attempt++) {
      await notifications.claim(OWNER, id, deps.deliveryQueue.messages.at(-1)?.message.dueAt);
      clock.advance(LEASE_MS + 1);
      await sweepNotifications(deps);
    }
    expect((await notifications.get(OWNER, id))?.status).toBe("failed");
    expect(clock.now() - startedAt).toBe(5 * (LEASE_MS + 1));
  });
});

describe("a submitted message of which no event comes", () => {
  it("stays submitted, costs the sweep nothing, and is ended by an event however late", async () => {
    const { deps, clock, notifications } = setUp();
    const id = idIn(2);
    await notifications.add(aNotification({ owner: OWNER, id, channel: "chat", conversationId: "c" }), aChatContent());
    const claimed = await notifications.claim(OWNER, id);
    if (claimed === undefined) throw new Error("there was nothing to claim");
    await notifications.record(claimed, { to: "submitted", cloudMessageId: "cloud" });
    for (let day = 0; day < 14; day++) {
      clock.advance(86_400_000);
      expect(await sweepNotifications(deps)).toBe(0);
    }
    expect(await notifications.get(OWNER, id)).toMatchObject({ status: "submitted", attempts: 1 });
    await notifications.applyProviderEvent({ callbackId: id }, { event: "sent", atMs: clock.now() });
    expect(await notifications.get(OWNER, id)).toMatchObject({ status: "sent" });
  });
});

describe("decideSweep()", () => {
  const state = { status: "pending", attempts: 0, maxAttempts: 5, nextAt: 0 } as const;
  it.each([
    [1, 3],
    [3, 3],
    [5, 5],
    [10, 10],
    [400, 10],
  ])("waits after %i leases of waiting for %i more", (waited, patience) => {
    const nowMs = waited * LEASE_MS;
    expect(decideSweep(state, nowMs, LEASE_MS)).toEqual({
      ...{ finding: "enqueue", lookAgainAt: nowMs + patience * LEASE_MS, list: "waiting" },
    });
  });
});
