import { describe, expect, it } from "vitest";
import { AccountBacklog } from "../../../../shared/notifications/deliver/account-backlog.ts";
import { accountLimiter } from "../../../../shared/notifications/deliver/account-limiter.ts";
import { deliverOrNoteCrash } from "../../../../shared/notifications/deliver/deliver-or-note-crash.ts";
import { CAUSES } from "../../../../shared/notifications/domain/causes.ts";
import { timelineOf } from "../../../../shared/notifications/domain/timeline.ts";
import { giveUpNotification } from "../../../../shared/notifications/sweep/give-up-notification.ts";
import { redriveDeadLetters } from "../../../../shared/notifications/sweep/redrive-dead-letters.ts";
import { aNotification, anEmail } from "../../../support/builders.ts";
import { fakeClock } from "../../../support/fake-clock.ts";
import { fixedAllowances } from "../../../support/fixed-allowances.ts";
import { inMemoryDeadLetterStore } from "../../../support/in-memory-dead-letter-store.ts";
import { inMemoryDeliveryQueue } from "../../../support/in-memory-delivery-queue.ts";
import { inMemoryNotificationStore } from "../../../support/in-memory-notification-store.ts";
import { noChatOutlet } from "../../../support/no-chat.ts";
import { sequentialIdentifiers } from "../../../support/sequential-identifiers.ts";
import { countingMetrics, recordingLog } from "../../../support/silent-telemetry.ts";

const LEASE_MS = 90_000;

async function setUp(send: () => Promise<never>) {
  const clock = fakeClock();
  const identifiers = sequentialIdentifiers();
  const notifications = inMemoryNotificationStore({ clock, leaseMs: LEASE_MS });
  const { owner, id, accountId, ...rest } = aNotification();
  await notifications.add({ ...rest, owner, id, accountId }, anEmail());
  const deps = {
    ...{ clock, identifiers, notifications },
    deliveryQueue: inMemoryDeliveryQueue(),
    deadLetters: inMemoryDeadLetterStore(),
    channels: { email: { send }, chat: noChatOutlet },
    log: recordingLog(),
    metrics: countingMetrics(),
    backoffBaseSeconds: 30,
    pause: async () => undefined,
    backlog: new AccountBacklog({ notifications, clock, log: recordingLog() }),
    limiter: accountLimiter({ allowances: fixedAllowances(2), maxWaitMs: 1000, clock }),
  };
  const message = { owner, id, accountId };
  const state = async () => {
    const found = await notifications.get(owner, id);
    if (found === undefined) throw new Error("the notification is gone");
    return found;
  };
  return { deps, clock, message, state };
}

const crash = () => Promise.reject(new TypeError("cannot read the password of anna@example.com"));

describe("deliverOrNoteCrash()", () => {
  it("throws the error on, and notes its kind with the notification that ends by it", async () => {
    const { deps, clock, message, state } = await setUp(crash);
    await expect(deliverOrNoteCrash(deps, message)).rejects.toThrow(TypeError);
    clock.advance(LEASE_MS + 1);
    await giveUpNotification(deps, message);
    const notification = await state();
    // The caller's text stays, because it contains no internals, and a redrive recognises the crash by it.
    expect(notification).toMatchObject({ status: "failed", lastError: CAUSES.delivery_crashed });
    expect(timelineOf(notification).at(-1)).toMatchObject({
      event: "given_up",
      text: `${CAUSES.delivery_crashed} (TypeError)`,
    });
    expect(JSON.stringify(timelineOf(notification))).not.toContain("anna");
    expect(await redriveDeadLetters(deps)).toEqual({ redriven: 1, skipped: 0 });
  });

  it.each([
    [Object.assign(new Error("x"), { name: "Anna <anna@example.com>" }), "Error"],
    ["anna", "Error"],
  ])("notes no more than a kind of error: %s", async (thrown, noted) => {
    const { deps, message, state } = await setUp(() => Promise.reject(thrown));
    await expect(deliverOrNoteCrash(deps, message)).rejects.toBe(thrown);
    expect(await state()).toMatchObject({ lastCrash: noted });
  });

  it("throws the first error, not the one of the note, when the store is what failed", async () => {
    const { deps, message } = await setUp(crash);
    deps.notifications.noteCrash = () => Promise.reject(new Error("store down"));
    await expect(deliverOrNoteCrash(deps, message)).rejects.toThrow(TypeError);
    expect(deps.log.lines).toEqual([expect.stringContaining("notification.crash_not_noted")]);
  });
});
