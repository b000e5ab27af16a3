import { describe, expect, it } from "vitest";
import { readdressed } from "../../../../shared/email/domain/recipients-again.ts";
import { cancelNotification } from "../../../../shared/notifications/change/cancel-notification.ts";
import { hastenRetry } from "../../../../shared/notifications/change/hasten-retry.ts";
import { rescheduleNotification } from "../../../../shared/notifications/change/reschedule-notification.ts";
import { resendNotification } from "../../../../shared/notifications/change/resend-notification.ts";
import type { Intake } from "../../../../shared/notifications/channel.ts";
import { awaitingApproval } from "../../../../shared/notifications/domain/approval.ts";
import { leavesAtMs, type Notification } from "../../../../shared/notifications/domain/notification.ts";
import type { ResendTo } from "../../../../shared/notifications/domain/resend-to.ts";
import { getTimeline } from "../../../../shared/notifications/read/get-timeline.ts";
import { sweepNotifications } from "../../../../shared/notifications/sweep/sweep-notifications.ts";
import { aNotification, anEmail } from "../../../support/builders.ts";
import { fakeClock } from "../../../support/fake-clock.ts";
import { inMemoryDeadLetterStore } from "../../../support/in-memory-dead-letter-store.ts";
import { inMemoryDeliveryQueue } from "../../../support/in-memory-delivery-queue.ts";
import { inMemoryNotificationStore } from "../../../support/in-memory-notification-store.ts";
import { noChatIntake } from "../../../support/no-chat.ts";
import { countingMetrics, silentLog } from "../../../support/silent-telemetry.ts";

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const timeOrdered = (n: number) => `01980000-0000-7000-8000-${String(n).padStart(12, "0")}`;

async function setUp(changes: Partial<Notification> = {}) {
  const clock = fakeClock();
  const email: Intake = {
    maxAttempts: 5,
    check: () => Promise.reject(new Error("nothing is judged again")),
    checkAgain: async () => undefined,
    readdress: async (content, first, to) => (to === undefined ? content : readdressed(content, first, to)),
  };
  const deps = {
    notifications: inMemoryNotificationStore({ clock }),
    deliveryQueue: inMemoryDeliveryQueue(),
    deadLetters: inMemoryDeadLetterStore(),
    channels: { email, chat: noChatIntake },
    clock,
    log: silentLog,
    metrics: countingMetrics(),
  };
  const now = new Date(clock.now()).toISOString();
  const notification = aNotification({ createdAt: now, updatedAt: now, ...changes });
  await deps.notifications.add(notification, anEmail());
  const { owner, id } = notification;
  const at = (ms: number) => new Date(clock.now() + ms).toISOString();
  const end = async () => {
    const claimed = await deps.notifications.claim(owner, id);
    if (claimed === undefined) throw new Error("there is nothing to claim");
    await deps.notifications.record(claimed, { to: "failed", lastError: "550 no such user" });
  };
  return { deps, clock, notification, key: { owner, id }, at, end };
}
const later = (ms: number) => new Date(fakeClock().now() + ms).toISOString();

describe("what is to leave later (D42)", () => {
  it("comes onto the queue before its time, by the sweep, and leaves then", async () => {
    const { deps, clock, key } = await setUp({ sendAt: later(DAY_MS) });
    clock.advance(DAY_MS - 11 * MINUTE_MS);
    expect(await sweepNotifications(deps)).toBe(0);
    clock.advance(MINUTE_MS);
    expect(await sweepNotifications(deps)).toBe(1);
    expect(deps.deliveryQueue.messages.map(({ delaySeconds }) => delaySeconds)).toEqual([600]);
    expect(await sweepNotifications(deps)).toBe(0);
    clock.advance(10 * MINUTE_MS - 1001);
    expect(await deps.notifications.claim(key.owner, key.id)).toBeUndefined();
    clock.advance(1001);
    expect(await deps.notifications.claim(key.owner, key.id)).toMatchObject({ status: "processing" });
  });

  it("is found by the sweep when its message is lost, and when the sweep itself was down at its time", async () => {
    const { deps, clock } = await setUp({ sendAt: later(HOUR_MS) });
    clock.advance(2 * HOUR_MS);
    expect(await sweepNotifications(deps)).toBe(1);
    expect(deps.deliveryQueue.messages.map(({ delaySeconds }) => delaySeconds)).toEqual([0]);
  });

  it("keeps its content until after its time", async () => {
    const { deps, clock, key } = await setUp({ sendAt: later(90 * DAY_MS) });
    clock.advance(90 * DAY_MS);
    expect(await deps.notifications.get(key.owner, key.id)).toMatchObject({ status: "pending" });
    expect(await deps.notifications.findContent(key.owner, key.id)).toBeDefined();
  });
});

describe("cancelNotification() (D42)", () => {
  it("cancels what waits, again without a change, and leaves nothing for a worker or the sweep", async () => {
    const { deps, clock, key } = await setUp({ sendAt: later(HOUR_MS) });
    const canceled = await cancelNotification(deps, key);
    expect(canceled).toMatchObject({ status: "canceled", attempts: 0 });
    clock.advance(2 * HOUR_MS);
    expect(await cancelNotification(deps, key)).toEqual(canceled);
    expect(await deps.notifications.claim(key.owner, key.id)).toBeUndefined();
    expect(await sweepNotifications(deps)).toBe(0);
  });

  it("refuses what a worker has, and what has ended, naming its status", async () => {
    const { deps, key, end } = await setUp();
    const claimed = await deps.notifications.claim(key.owner, key.id);
    const code = "notification_not_pending";
    await expect(cancelNotification(deps, key)).rejects.toMatchObject({
      code,
      message: "notification is already processing",
    });
    if (claimed) await deps.notifications.record(claimed, { to: "pending", lastError: "451", retryInSeconds: 0 });
    await end();
    await expect(cancelNotification(deps, key)).rejects.toMatchObject({
      code,
      message: "notification is already failed",
    });
  });

  it("cancels while a retry waits", async () => {
    const { deps, key } = await setUp();
    const claimed = await deps.notifications.claim(key.owner, key.id);
    if (claimed) await deps.notifications.record(claimed, { to: "pending", lastError: "451", retryInSeconds: 30 });
    expect(await cancelNotification(deps, key)).toMatchObject({ status: "canceled", attempts: 1, lastError: "451" });
  });

  it("names the status of what a person has just approved, as of everything else that is in flight (D42, D47e)", async () => {
    const { deps, clock, key } = await setUp(awaitingApproval(fakeClock().now()));
    await deps.notifications.decide(key, { approval: "approved" });
    const refusal = { code: "notification_not_pending", message: "notification is already pending" };
    await expect(cancelNotification(deps, key)).rejects.toMatchObject(refusal);
    clock.advance(MINUTE_MS);
    expect(await cancelNotification(deps, key)).toMatchObject({ status: "canceled" });
  });

  it("names the status also when a person approves between its read and its write (D42, D47e)", async () => {
    const { deps, key } = await setUp(awaitingApproval(fakeClock().now()));
    const { notifications } = deps;
    const raced = {
      get: (...of: Parameters<typeof notifications.get>) => notifications.get(...of),
      cancel: (...of: Parameters<typeof notifications.cancel>) => notifications.cancel(...of),
      decide: async (...of: Parameters<typeof notifications.decide>) => {
        await notifications.decide(key, { approval: "approved" });
        return notifications.decide(...of);
      },
    };
    const refusal = { code: "notification_not_pending", message: "notification is already pending" };
    await expect(cancelNotification({ ...deps, notifications: raced }, key)).rejects.toMatchObject(refusal);
  });

  it("knows no notification of somebody else", async () => {
    const { deps, key } = await setUp();
    const foreign = { ...key, owner: aNotification().owner };
    await expect(cancelNotification(deps, foreign)).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("hastenRetry()", () => {
  async function waiting(changes: Partial<Notification> = {}, awaitsReport?: true) {
    const set = await setUp(changes);
    const claimed = await set.deps.notifications.claim(set.key.owner, set.key.id);
    if (claimed === undefined) throw new Error("there is nothing to claim");
    const step = {
      to: "pending",
      lastError: "451",
      retryInSeconds: 300,
      ...(awaitsReport && { awaitsReport }),
    } as const;
    await set.deps.notifications.record(claimed, step);
    return set;
  }

  it("makes the next attempt now, with a message of its own, and the attempts after it wait as ever", async () => {
    const { deps, key, at } = await waiting();
    expect(await deps.notifications.get(key.owner, key.id)).toMatchObject({ nextAttemptAt: at(300_000) });
    expect(await deps.notifications.claim(key.owner, key.id)).toBeUndefined();
    expect(await hastenRetry(deps, key)).toMatchObject({ status: "pending", attempts: 1, nextAttemptAt: at(0) });
    expect(deps.deliveryQueue.messages).toMatchObject([{ message: { id: key.id }, delaySeconds: 0 }]);
    const [first, second] = await Promise.all([1, 2].map(() => deps.notifications.claim(key.owner, key.id)));
    expect([first?.attempts, second]).toEqual([2, undefined]);
  });

  it("loses against a claim, and is found by the sweep when its message is lost", async () => {
    const { deps, clock, key } = await waiting();
    await hastenRetry(deps, key);
    clock.advance(2 * MINUTE_MS);
    expect(await sweepNotifications(deps)).toBe(1);
    await deps.notifications.claim(key.owner, key.id);
    await expect(hastenRetry(deps, key)).rejects.toMatchObject({ message: "notification is already processing" });
  });

  it("refuses before the first attempt, while the provider has to tell first, and what nobody knows", async () => {
    const code = "notification_not_retrying";
    const untried = await setUp();
    await expect(hastenRetry(untried.deps, untried.key)).rejects.toMatchObject({ code });
    const told = await waiting({}, true);
    await expect(hastenRetry(told.deps, told.key)).rejects.toMatchObject({ code });
    const foreign = { ...told.key, owner: aNotification().owner };
    await expect(hastenRetry(told.deps, foreign)).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("rescheduleNotification() (D42)", () => {
  it("moves it to a nearer time, with a message of its own", async () => {
    const { deps, clock, key, at } = await setUp({ sendAt: later(DAY_MS) });
    expect(await rescheduleNotification(deps, key, at(30_000))).toMatchObject({
      sendAt: at(30_000),
      status: "pending",
    });
    expect(deps.deliveryQueue.messages).toMatchObject([{ message: { id: key.id }, delaySeconds: 30 }]);
    clock.advance(30_000);
    expect(await deps.notifications.claim(key.owner, key.id)).toBeDefined();
  });

  it("moves it to a later time: its first message finds nothing, and all of it is kept for longer", async () => {
    const { deps, clock, key, at } = await setUp({ sendAt: later(MINUTE_MS) });
    await rescheduleNotification(deps, key, at(80 * DAY_MS));
    expect(deps.deliveryQueue.messages).toEqual([]);
    clock.advance(MINUTE_MS);
    expect(await deps.notifications.claim(key.owner, key.id)).toBeUndefined();
    clock.advance(80 * DAY_MS - MINUTE_MS);
    expect(await sweepNotifications(deps)).toBe(1);
    expect(await deps.notifications.findContent(key.owner, key.id)).toBeDefined();
  });

  it("moved to the past it leaves now, and nothing took longer than since then", async () => {
    const { deps, clock, key, at } = await setUp({ sendAt: later(DAY_MS) });
    clock.advance(HOUR_MS);
    const moved = await rescheduleNotification(deps, key, at(-DAY_MS));
    expect(moved.sendAt).toBe(at(-DAY_MS));
    expect(leavesAtMs(moved)).toBe(clock.now());
    expect(await deps.notifications.claim(key.owner, key.id)).toBeDefined();
  });

  it("refuses what was given no time, what was tried, what has ended, and what is too far ahead", async () => {
    const immediate = await setUp();
    await expect(rescheduleNotification(immediate.deps, immediate.key, later(1))).rejects.toMatchObject({
      ...{ code: "notification_not_scheduled", message: "notification was not scheduled" },
    });
    const { deps, clock, key, at } = await setUp({ sendAt: later(1000) });
    await expect(rescheduleNotification(deps, key, at(90 * DAY_MS + 1))).rejects.toMatchObject({
      ...{ code: "invalid_request", message: "send_at must be at most 90 days ahead" },
    });
    clock.advance(1000);
    const claimed = await deps.notifications.claim(key.owner, key.id);
    if (claimed) await deps.notifications.record(claimed, { to: "pending", lastError: "451", retryInSeconds: 30 });
    await expect(rescheduleNotification(deps, key, at(1))).rejects.toMatchObject({
      ...{ code: "notification_not_pending", message: "notification is already pending" },
    });
    await cancelNotification(deps, key);
    await expect(rescheduleNotification(deps, key, at(1))).rejects.toMatchObject({
      message: "notification is already canceled",
    });
  });
});

describe("the files of a notification that is moved", () => {
  it("live as long as those of a new one (D43)", async () => {
    const { deps, key, at } = await setUp({ sendAt: later(DAY_MS) });
    const renewed: unknown[] = [];
    const renew = async (content: unknown) => renewed.push(content) > 0;
    const channels = { ...deps.channels, email: { ...deps.channels.email, renew } };
    await rescheduleNotification({ ...deps, channels }, key, at(2 * DAY_MS));
    expect(renewed).toEqual([anEmail()]);
  });
});

describe("resendNotification() (D42a)", () => {
  it("sends what has ended once more, at once, with its content and metadata", async () => {
    const { deps, notification, key, end } = await setUp({ metadata: { order: "1" } });
    await end();
    const id = crypto.randomUUID();
    const again = await resendNotification(deps, { ...key, id, resentFrom: key.id, caller: {} });
    expect(again).toMatchObject({ id, status: "pending", attempts: 0, resentFrom: key.id, metadata: { order: "1" } });
    expect([again.accountId, again.sendAt]).toEqual([notification.accountId, undefined]);
    expect(await deps.notifications.findContent(key.owner, id)).toEqual(anEmail());
    expect(deps.deliveryQueue.messages).toMatchObject([{ message: { id }, delaySeconds: 0 }]);
  });

  it("keeps the sender that was accepted, also to another address (D52)", async () => {
    const { deps, key, end } = await setUp({ from: "anna@news.example" });
    await end();
    for (const to of [undefined, { kind: "address", address: "other@example.org" } as const]) {
      const id = crypto.randomUUID();
      await resendNotification(deps, { ...key, id, resentFrom: key.id, caller: {}, to });
      expect(await deps.notifications.get(key.owner, id)).toMatchObject({ from: "anna@news.example" });
    }
  });

  it("keeps the files of its content again, and refuses where one is gone", async () => {
    const { deps, key, end } = await setUp();
    await end();
    const asked: unknown[] = [];
    const renew = async (content: unknown) => asked.push(content) === 1;
    const channels = { ...deps.channels, email: { ...deps.channels.email, renew } };
    const again = () =>
      resendNotification({ ...deps, channels }, { ...key, id: crypto.randomUUID(), resentFrom: key.id, caller: {} });
    expect(await again()).toMatchObject({ status: "pending" });
    await expect(again()).rejects.toMatchObject({ code: "content_not_kept" });
    expect(asked).toEqual([anEmail(), anEmail()]);
  });

  it("goes to another address alone, to those who did not get it, and keeps who asked and the template", async () => {
    const { deps, key, end } = await setUp({ templateId: "t", title: "Hello" });
    await end();
    const asked: unknown[] = [];
    const checkAgain = async (...call: unknown[]) => void asked.push(call[2]);
    const channels = { ...deps.channels, email: { ...deps.channels.email, checkAgain } };
    const again = async (to?: ResendTo) => {
      const id = crypto.randomUUID();
      const madeBy = { person: "Ana Silva" };
      const resending = { ...key, id, resentFrom: key.id, caller: {}, madeBy, to };
      const { recipient, templateId, title } = await resendNotification({ ...deps, channels }, resending);
      expect(await deps.notifications.findContent(key.owner, id)).toMatchObject({ recipient, madeBy, cc: [], bcc: [] });
      return [recipient, templateId, title];
    };
    expect(await again({ kind: "address", address: "other@example.org" })).toEqual(["other@example.org", "t", "Hello"]);
    expect(await again({ kind: "failed" })).toEqual(["anna@example.org", "t", "Hello"]);
    expect(asked).toEqual([{ caller: {}, recipients: ["other@example.org"] }, { caller: {} }]);
  });

  it("refuses to go to those who did not get it where everybody has it", async () => {
    const { deps, key } = await setUp();
    const claimed = await deps.notifications.claim(key.owner, key.id);
    if (claimed) await deps.notifications.record(claimed, { to: "sent" });
    const resending = {
      ...key,
      id: crypto.randomUUID(),
      resentFrom: key.id,
      caller: {},
      to: { kind: "failed" },
    } as const;
    await expect(resendNotification(deps, resending)).rejects.toMatchObject({
      ...{ code: "invalid_request", message: "no recipient of the notification failed" },
    });
  });

  it("is in the record of the first one, with the template's version and the sender that both share (D53)", async () => {
    const { deps, key, clock, end } = await setUp({ templateId: "t", templateVersion: 3, from: "news@example.org" });
    await end();
    const ids = [];
    for (const to of [undefined, { kind: "address", address: "other@example.org" } as const]) {
      clock.advance(1000);
      const resending = { ...key, id: timeOrdered(ids.length), resentFrom: key.id, caller: {}, to };
      const again = await resendNotification(deps, resending);
      expect(again).toMatchObject({ templateId: "t", templateVersion: 3, from: "news@example.org" });
      ids.unshift({ id: again.id, at: again.createdAt });
    }
    const first = await deps.notifications.get(key.owner, key.id);
    expect(first && (await deps.notifications.resendsOf(first))).toEqual(ids);
    expect((await getTimeline(deps, key)).events.slice(-2)).toMatchObject([{ event: "resent" }, { event: "resent" }]);
  });

  it("is in the record once, although its first request was killed before it stored anything (D53)", async () => {
    const { deps, key, end } = await setUp();
    await end();
    const add = () => Promise.reject(new Error("killed"));
    const killed = { ...deps, notifications: { ...deps.notifications, add } };
    const again = { ...key, id: crypto.randomUUID(), isRepeat: false, resentFrom: key.id, caller: {} };
    await expect(resendNotification(killed, again)).rejects.toThrow("killed");
    expect((await getTimeline(deps, key)).notification.resends).toEqual([]);
    await resendNotification(deps, { ...again, isRepeat: true });
    await resendNotification(deps, { ...again, isRepeat: true });
    expect((await getTimeline(deps, key)).notification.resends).toMatchObject([{ id: again.id }]);
  });

  it("leaves no trace in the record where it is refused", async () => {
    const { deps, key } = await setUp();
    const again = { ...key, id: crypto.randomUUID(), resentFrom: key.id, caller: {} };
    await expect(resendNotification(deps, again)).rejects.toMatchObject({ code: "notification_not_ended" });
    expect(await deps.notifications.get(key.owner, key.id)).not.toHaveProperty("resentAs");
  });

  it("refuses what has not ended, and what is no longer kept", async () => {
    const { deps, clock, key, end } = await setUp();
    const again = { ...key, id: crypto.randomUUID(), resentFrom: key.id, caller: {} };
    await expect(resendNotification(deps, again)).rejects.toMatchObject({
      ...{ code: "notification_not_ended", message: "notification has not ended" },
    });
    await end();
    clock.advance(9 * DAY_MS);
    await expect(resendNotification(deps, again)).rejects.toMatchObject({
      ...{ code: "content_not_kept", message: "content is no longer kept" },
    });
  });
});
