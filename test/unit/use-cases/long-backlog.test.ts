import { describe, expect, it } from "vitest";
import { emailOutlet } from "../../../shared/email/email-channel.ts";
import type { DeliveryMessage } from "../../../shared/notifications/contract/messages.ts";
import { deliverNotification } from "../../../shared/notifications/deliver-notification.ts";
import { sweepNotifications } from "../../../shared/notifications/sweep-notifications.ts";
import { anOwner } from "../../support/an-owner.ts";
import { aNotification, anEmail, aSendingAccount } from "../../support/builders.ts";
import { fakeClock } from "../../support/fake-clock.ts";
import { inMemoryMailFiles } from "../../support/in-memory-attachments.ts";
import { inMemoryDeadLetterStore } from "../../support/in-memory-dead-letter-store.ts";
import { inMemoryNotificationStore } from "../../support/in-memory-notification-store.ts";
import { inMemorySendingAccountStore } from "../../support/in-memory-sending-account-store.ts";
import { noChatOutlet } from "../../support/no-chat.ts";
import { plainSecretBox } from "../../support/plain-secret-box.ts";
import { recordingMailer } from "../../support/recording-mailer.ts";
import { sequentialIdentifiers } from "../../support/sequential-identifiers.ts";
import { countingMetrics, recordingLog } from "../../support/silent-telemetry.ts";

const LEASE_MS = 90_000;
const SECOND_MS = 1000;
const MAILS = 40;

/** One account with a backlog; the queue shows each message at its time, and the account takes one mail every so often. */
async function backlog({ secondsPerMail = 30, queueTakes = () => true as boolean } = {}) {
  const clock = fakeClock();
  const secretBox = plainSecretBox();
  const [owner, accountId] = [anOwner("owner"), crypto.randomUUID()];
  const secret = await secretBox.seal("password", { owner, accountId });
  const sendingAccounts = inMemorySendingAccountStore([aSendingAccount({ owner, id: accountId, secret })]);
  const notifications = inMemoryNotificationStore({ clock, leaseMs: LEASE_MS });
  const mailer = recordingMailer();
  let postponements = 0;
  const counted = {
    ...notifications,
    async postpone(...how: Parameters<typeof notifications.postpone>) {
      const [, { dueAt }] = how;
      const answer = await notifications.postpone(...how);
      if (answer !== undefined && answer !== dueAt) postponements += 1;
      return answer;
    },
  };
  let queue: { readonly message: DeliveryMessage; readonly at: number }[] = [];
  const deliveryQueue = {
    async enqueue(message: DeliveryMessage, delaySeconds = 0) {
      if (queueTakes()) queue.push({ message, at: clock.now() + delaySeconds * SECOND_MS });
    },
  };
  let freeAt = 0;
  const limiter = {
    async admit() {
      if (clock.now() < freeAt) return { kind: "full", retryInSeconds: 60 } as const;
      const acquire = async () => {
        freeAt = clock.now() + secondsPerMail * SECOND_MS;
        return { kind: "permit" } as const;
      };
      return { kind: "admission", acquire, release: () => {} } as const;
    },
  };
  const deps = {
    ...{ notifications: counted, deliveryQueue, limiter, clock, backoffBaseSeconds: 30, pause: async () => undefined },
    ...{ identifiers: sequentialIdentifiers(), log: recordingLog(), metrics: countingMetrics() },
    deadLetters: inMemoryDeadLetterStore(),
    channels: {
      email: emailOutlet({
        ...inMemoryMailFiles(),
        sendingAccounts,
        notifications,
        secretBox,
        mailer,
        clock,
        log: recordingLog(),
      }),
      chat: noChatOutlet,
    },
  };
  const accept = async () => {
    const notification = aNotification({ owner, accountId });
    const { dueAt } = (await notifications.add(notification, anEmail())) ?? {};
    await deliveryQueue.enqueue({ owner, id: notification.id, accountId, ...(dueAt !== undefined && { dueAt }) });
    return notification.id;
  };
  /** One second of the workers' and, every minute, the sweep's time. */
  const tick = async () => {
    const [ready, rest] = [queue.filter(({ at }) => at <= clock.now()), queue.filter(({ at }) => at > clock.now())];
    queue = rest;
    for (const { message } of ready) await deliverNotification(deps, message);
    if (clock.now() % 60_000 === 0) await sweepNotifications(deps);
    clock.advance(SECOND_MS);
  };
  const messages = () => queue.map(({ message }) => message);
  return { deps, clock, accept, tick, messages, mailer, postponements: () => postponements, deliveryQueue };
}

describe("a backlog that lasts for longer than four leases", () => {
  it("keeps one queue message for each notification, and sends each once", async () => {
    const { accept, tick, messages, mailer, postponements } = await backlog();
    for (let i = 0; i < MAILS; i++) await accept();
    let most = 0;
    let seconds = 0;
    for (; mailer.sent.length < MAILS && seconds < 4000; seconds++) {
      await tick();
      most = Math.max(most, messages().length - (MAILS - mailer.sent.length));
    }
    expect(seconds * SECOND_MS).toBeGreaterThan(4 * LEASE_MS);
    expect([mailer.sent.length, most]).toEqual([MAILS, 0]);
    // One small write per notification and minute at the most.
    expect(postponements()).toBeLessThanOrEqual((MAILS * seconds) / 60);
    for (let i = 0; i < 600; i++) await tick();
    expect([messages().length, mailer.sent.length]).toEqual([0, MAILS]);
  });

  it("finds a notification whose message was lost at any pass, and keeps one message for it again", async () => {
    let isLost = false;
    const { accept, tick, messages, mailer } = await backlog({
      queueTakes: () => {
        const takes = !isLost;
        isLost = false;
        return takes;
      },
    });
    for (let i = 0; i < MAILS; i++) await accept();
    for (let second = 0; second < 6000 && mailer.sent.length < MAILS; second++) {
      isLost = second % 200 === 100;
      await tick();
      expect(messages().length).toBeLessThanOrEqual(MAILS - mailer.sent.length);
    }
    const ids = mailer.sent.map(({ mail }) => mail.messageId);
    expect([ids.length, new Set(ids).size]).toEqual([MAILS, MAILS]);
  });

  it("ends all copies of a message but one: of a worker that died after it had put the message back, and of the sweep", async () => {
    const { accept, tick, messages, mailer, deliveryQueue, deps } = await backlog({ secondsPerMail: 100_000 });
    await accept();
    const id = await accept();
    await tick();
    const [live] = messages();
    if (live === undefined) throw new Error("nothing waits");
    // The queue redelivers what a dead worker had put back already, twice; and a request was repeated, without the time of the sweep.
    for (const copy of [live, live, { owner: live.owner, id, accountId: live.accountId }])
      await deliveryQueue.enqueue(copy, 3);
    for (let second = 0; second < 400; second++) await tick();
    expect([messages().length, mailer.sent.length]).toEqual([1, 1]);
    expect(await deps.notifications.get(live.owner, id)).toMatchObject({ status: "pending", attempts: 0 });
  });
});

describe("a queue that is longer than the sweep's patience", () => {
  it("gets fewer copies of a message the longer it has waited", async () => {
    const { accept, clock, deps, messages } = await backlog();
    await accept();
    const copiesAt: number[] = [];
    for (let minute = 1; minute <= 60; minute++) {
      clock.advance(60_000);
      const before = messages().length;
      await sweepNotifications(deps);
      if (messages().length > before) copiesAt.push(minute);
    }
    expect(copiesAt).toEqual([2, 7, 14, 28, 43, 58]);
  });
});
