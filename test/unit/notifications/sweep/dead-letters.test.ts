import { describe, expect, it } from "vitest";
import { CAUSES } from "../../../../shared/notifications/domain/causes.ts";
import { giveUpNotification } from "../../../../shared/notifications/sweep/give-up-notification.ts";
import { redriveDeadLetters } from "../../../../shared/notifications/sweep/redrive-dead-letters.ts";
import { sweepNotifications } from "../../../../shared/notifications/sweep/sweep-notifications.ts";
import { anOwner } from "../../../support/an-owner.ts";
import { aNotification, anEmail } from "../../../support/builders.ts";
import { fakeClock } from "../../../support/fake-clock.ts";
import { inMemoryDeadLetterStore } from "../../../support/in-memory-dead-letter-store.ts";
import { inMemoryDeliveryQueue } from "../../../support/in-memory-delivery-queue.ts";
import { inMemoryNotificationStore } from "../../../support/in-memory-notification-store.ts";
import { countingMetrics, recordingLog } from "../../../support/silent-telemetry.ts";

const LEASE_MS = 90_000;

async function setUp() {
  const clock = fakeClock();
  const deps = {
    clock,
    notifications: inMemoryNotificationStore({ clock, leaseMs: LEASE_MS }),
    deadLetters: inMemoryDeadLetterStore(),
    deliveryQueue: inMemoryDeliveryQueue(),
    log: recordingLog(),
    metrics: countingMetrics(),
  };
  const { owner, id, accountId } = aNotification();
  await deps.notifications.add(aNotification({ owner, id, accountId }), anEmail());
  const message = { owner, id, accountId };
  const state = () => deps.notifications.get(owner, id);
  return { deps, clock, message, state, deadLetters: () => deps.deadLetters.list(100) };
}

describe("giveUpNotification()", () => {
  it("ends the notification failed with the reason, keeps the letter, and counts it", async () => {
    const { deps, message, state, deadLetters } = await setUp();
    await giveUpNotification(deps, message);
    expect(await state()).toMatchObject({ status: "failed", lastError: CAUSES.delivery_crashed });
    expect(await deadLetters()).toEqual([{ ...message, at: "2026-11-21T12:00:00.000Z" }]);
    expect(deps.metrics.of("given_up")).toBe(1);
  });

  it("leaves alone what a living worker has, and keeps no letter of it", async () => {
    const { deps, message, state, deadLetters } = await setUp();
    await deps.notifications.claim(message.owner, message.id);
    await giveUpNotification(deps, message);
    expect(await state()).toMatchObject({ status: "processing" });
    expect(await deadLetters()).toEqual([]);
    expect(deps.metrics.of("given_up")).toBe(0);
  });

  it("ends what a dead worker had", async () => {
    const { deps, clock, message, state } = await setUp();
    await deps.notifications.claim(message.owner, message.id);
    clock.advance(LEASE_MS + 1);
    await giveUpNotification(deps, message);
    expect(await state()).toMatchObject({ status: "failed", attempts: 1 });
  });

  it("keeps one letter when the queue delivers the dead letter twice", async () => {
    const { deps, clock, message, deadLetters } = await setUp();
    await giveUpNotification(deps, message);
    clock.advance(1000);
    await giveUpNotification(deps, message);
    expect((await deadLetters()).map((one) => one.at)).toEqual(["2026-11-21T12:00:00.000Z"]);
  });

  it("keeps no letter of a notification that is not there, or another owner's", async () => {
    const { deps, message, state, deadLetters } = await setUp();
    await giveUpNotification(deps, { ...message, owner: anOwner("somebody else") });
    await giveUpNotification(deps, { ...message, id: crypto.randomUUID() });
    expect(await deadLetters()).toEqual([]);
    expect(await state()).toMatchObject({ status: "pending" });
  });

  it("stores the letter before it gives up, so that an operator finds it whatever fails", async () => {
    const { deps, message, deadLetters } = await setUp();
    deps.notifications.giveUp = () => Promise.reject(new Error("store down"));
    await expect(giveUpNotification(deps, message)).rejects.toThrow("store down");
    expect(await deadLetters()).toHaveLength(1);
  });
});

describe("redriveDeadLetters()", () => {
  it("puts what was given up back, with all attempts before it, and takes the letter away", async () => {
    const { deps, message, state, deadLetters } = await setUp();
    await giveUpNotification(deps, message);
    expect(await redriveDeadLetters(deps)).toEqual({ redriven: 1, skipped: 0 });
    expect(await state()).toMatchObject({ status: "pending", attempts: 0 });
    expect(deps.deliveryQueue.messages).toEqual([{ message, delaySeconds: 0 }]);
    expect(await deadLetters()).toEqual([]);
    expect(await deps.notifications.claim(message.owner, message.id)).toMatchObject({ attempts: 1 });
  });

  it("finds nothing the second time", async () => {
    const { deps, message } = await setUp();
    await giveUpNotification(deps, message);
    await redriveDeadLetters(deps);
    expect(await redriveDeadLetters(deps)).toEqual({ redriven: 0, skipped: 0 });
    expect(deps.deliveryQueue.messages).toHaveLength(1);
  });

  it("skips what is no longer there or did not end by crashing, and takes its letter away", async () => {
    const { deps, message, deadLetters } = await setUp();
    await deps.deadLetters.add({ ...message, at: "2026-11-21T11:00:00.000Z" });
    await deps.deadLetters.add({ ...message, id: crypto.randomUUID(), at: "2026-11-21T11:00:01.000Z" });
    expect(await redriveDeadLetters(deps)).toEqual({ redriven: 0, skipped: 2 });
    expect(await deadLetters()).toEqual([]);
    expect(deps.deliveryQueue.messages).toEqual([]);
  });

  it("loses nothing when the queue refuses: the sweep finds the notification (D22)", async () => {
    const { deps, clock, message, state } = await setUp();
    await giveUpNotification(deps, message);
    deps.deliveryQueue.refuses = true;
    await expect(redriveDeadLetters(deps)).rejects.toThrow("the queue refuses");
    expect(await state()).toMatchObject({ status: "pending" });
    deps.deliveryQueue.refuses = false;
    clock.advance(LEASE_MS);
    expect(await sweepNotifications(deps)).toBe(1);
    expect(deps.deliveryQueue.messages.map((one) => one.message.id)).toEqual([message.id]);
  });

  it("does not send twice when it runs twice at once", async () => {
    const { deps, message } = await setUp();
    await giveUpNotification(deps, message);
    const runs = await Promise.all([redriveDeadLetters(deps), redriveDeadLetters(deps)]);
    expect(runs.map((one) => one.redriven).sort()).toEqual([0, 1]);
    expect(deps.deliveryQueue.messages).toHaveLength(1);
  });
});
