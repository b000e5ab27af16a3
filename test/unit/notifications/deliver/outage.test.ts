import { describe, expect, it } from "vitest";
import { emailOutlet } from "../../../../shared/email/email-channel.ts";
import type { DeliveryMessage } from "../../../../shared/notifications/contract/messages.ts";
import { AccountBacklog } from "../../../../shared/notifications/deliver/account-backlog.ts";
import { deliverNotification } from "../../../../shared/notifications/deliver/deliver-notification.ts";
import { CAUSES } from "../../../../shared/notifications/domain/causes.ts";
import { sweepNotifications } from "../../../../shared/notifications/sweep/sweep-notifications.ts";
import { anOwner } from "../../../support/an-owner.ts";
import { aNotification, anEmail, aSendingAccount } from "../../../support/builders.ts";
import { fakeClock } from "../../../support/fake-clock.ts";
import { inMemoryMailFiles } from "../../../support/in-memory-attachments.ts";
import { inMemoryDeadLetterStore } from "../../../support/in-memory-dead-letter-store.ts";
import { inMemoryNotificationStore } from "../../../support/in-memory-notification-store.ts";
import { inMemorySendingAccountStore } from "../../../support/in-memory-sending-account-store.ts";
import { inMemorySuppressions } from "../../../support/in-memory-suppressions.ts";
import { noChatOutlet } from "../../../support/no-chat.ts";
import { plainSecretBox } from "../../../support/plain-secret-box.ts";
import { recordingMailer } from "../../../support/recording-mailer.ts";
import { sequentialIdentifiers } from "../../../support/sequential-identifiers.ts";
import { countingMetrics, recordingLog } from "../../../support/silent-telemetry.ts";

const LEASE_MS = 90_000;
const HOUR_MS = 3_600_000;
const MAILS = 4;
const PARTS = ["key service", "account", "content", "claim", "postponement"] as const;
type Part = (typeof PARTS)[number];

/** Creates waiting mails, and services of ours that do not answer while `down` names them. */
async function world(answer?: Parameters<typeof recordingMailer>[0]) {
  const clock = fakeClock();
  const down = new Set<Part | "queue">();
  const unless = <Args extends readonly unknown[], Answer>(part: Part, work: (...args: Args) => Promise<Answer>) => {
    return async (...args: Args): Promise<Answer> => {
      if (down.has(part)) throw new Error(`${part}: no answer`);
      return work(...args);
    };
  };
  const box = plainSecretBox();
  const [owner, accountId] = [anOwner("owner"), crypto.randomUUID()];
  const secret = await box.seal("password", { owner, accountId });
  const accounts = inMemorySendingAccountStore([aSendingAccount({ owner, id: accountId, secret })]);
  const sendingAccounts = { ...accounts, find: unless("account", accounts.find) };
  const store = inMemoryNotificationStore({ clock, leaseMs: LEASE_MS });
  const notifications = {
    ...store,
    findContent: unless("content", store.findContent),
    claim: unless("claim", store.claim),
    postpone: unless("postponement", store.postpone),
  };
  const secretBox = { ...box, open: unless("key service", box.open) };
  const mailer = recordingMailer(answer);
  let queue: { readonly message: DeliveryMessage; readonly at: number }[] = [];
  const deliveryQueue = {
    async enqueue(message: DeliveryMessage, delaySeconds = 0) {
      if (down.has("queue")) throw new Error("the queue refuses");
      queue.push({ message, at: clock.now() + delaySeconds * 1000 });
    },
  };
  let isBusy = false;
  const limiter = {
    hasRoom: () => !isBusy,
    admitSoon: async () => undefined,
    admit: () => (isBusy ? undefined : { acquire: async () => true, release: () => {} }),
  };
  const backlog = new AccountBacklog({ notifications, clock, log: recordingLog() });
  const deps = {
    ...{ notifications, deliveryQueue, limiter, backlog, clock, backoffBaseSeconds: 30, pause: async () => undefined },
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
        identifiers: sequentialIdentifiers(),
        suppressions: inMemorySuppressions(),
      }),
      chat: noChatOutlet,
    },
  };
  const ids = Array.from({ length: MAILS }, () => crypto.randomUUID());
  for (const id of ids) {
    const at = new Date(clock.now()).toISOString();
    const { dueAt } = (await store.add(aNotification({ owner, id, accountId, createdAt: at }), anEmail())) ?? {};
    await deliveryQueue.enqueue({ owner, id, accountId, ...(dueAt !== undefined && { dueAt }) });
  }
  /**
   * Advances ten seconds of the workers and, every minute, the sweep. Errors are counted, because the queue would
   * redeliver their messages.
   */
  let thrown = 0;
  const tick = async () => {
    const ready = queue.filter(({ at }) => at <= clock.now());
    queue = queue.filter(({ at }) => at > clock.now());
    for (const { message } of ready) await deliverNotification(deps, message).catch(() => void thrown++);
    if (clock.now() % 60_000 === 0) await sweepNotifications(deps);
    clock.advance(10_000);
  };
  const pass = async (ms: number) => {
    for (const end = clock.now() + ms; clock.now() < end; ) await tick();
  };
  const states = () => Promise.all(ids.map((id) => store.get(owner, id)));
  const beBusy = (busy: boolean) => {
    isBusy = busy;
  };
  return { deps, down, mailer, pass, states, beBusy, waiting: () => queue.length, thrown: () => thrown, clock };
}

describe("an outage of a service of ours", () => {
  it.each(PARTS.filter((part) => part !== "postponement"))(
    "of several hours ends well: everything is sent at the first attempt (%s)",
    async (part) => {
      const { deps, down, mailer, pass, states, waiting, thrown } = await world();
      down.add(part);
      await pass(5 * HOUR_MS);
      for (const state of await states()) expect(state).toMatchObject({ status: "pending", attempts: 0 });
      // There is one message for each mail, whatever the sweep does meanwhile, and one more while nothing can be
      // claimed.
      expect(waiting()).toBeLessThanOrEqual(part === "claim" ? 2 * MAILS : MAILS);
      expect([mailer.sent.length, thrown()]).toEqual([0, 0]);
      down.clear();
      await pass(180_000);
      for (const state of await states()) {
        expect(state).toMatchObject({ status: "sent", attempts: 1 });
        expect(state?.lastError).toBeUndefined();
      }
      expect(mailer.sent).toHaveLength(MAILS);
      expect(await deps.deadLetters.list(10)).toEqual([]);
      await pass(HOUR_MS);
      expect([mailer.sent.length, waiting()]).toEqual([MAILS, 0]);
    },
  );

  it("costs a claim and a record every half a minute to a minute", async () => {
    const { deps, down, pass } = await world();
    down.add("key service");
    await pass(HOUR_MS);
    expect(deps.metrics.of("outage")).toBeGreaterThanOrEqual(60 * MAILS);
    expect(deps.metrics.of("outage")).toBeLessThanOrEqual(121 * MAILS);
  });

  it("is told with the notification, without a word of what is inside, and in the log at ERROR with its cause", async () => {
    const { deps, down, pass, states } = await world();
    down.add("account");
    await pass(20_000);
    for (const state of await states()) {
      expect(state).toMatchObject({ status: "pending", lastError: CAUSES.service_unavailable });
      expect(state?.history).toBeUndefined();
    }
    const lines = deps.log.lines.filter((line) => line.includes("notification.not_tried"));
    expect(lines).toHaveLength(MAILS);
    expect(lines[0]).toContain("account: no answer");
    expect(deps.metrics.of("outage")).toBe(MAILS);
  });

  it("keeps the last error of the attempt before it", async () => {
    const { deps, down, pass, states } = await world(({ envelope }) => ({
      kind: "answered",
      recipients: envelope.map((address) => ({ address, result: "deferred", code: 450, text: "450 mailbox busy" })),
    }));
    await pass(20_000);
    const before = (await states()).map((state) => state?.lastError);
    down.add("key service");
    await pass(120_000);
    expect((await states()).map((state) => state?.lastError)).toEqual(before);
    expect(before[0]).toContain("450 mailbox busy");
    expect(deps.metrics.of("outage")).toBeGreaterThan(0);
  });

  it("loses nothing behind a busy account: the message goes back although the table does not answer", async () => {
    const { down, mailer, pass, states, beBusy, thrown } = await world();
    beBusy(true);
    await pass(60_000);
    down.add("postponement");
    await pass(2 * HOUR_MS);
    expect(thrown()).toBe(0);
    down.clear();
    beBusy(false);
    await pass(180_000);
    expect((await states()).map((one) => [one?.status, one?.attempts])).toEqual(
      Array.from({ length: MAILS }, () => ["sent", 1]),
    );
    expect(mailer.sent).toHaveLength(MAILS);
  });

  it("keeps a message that does not know of the sweep on the queue while nothing can be claimed", async () => {
    const { deps, down, waiting } = await world();
    down.add("claim");
    const before = waiting();
    await deliverNotification(deps, {
      owner: anOwner("owner"),
      id: crypto.randomUUID(),
      accountId: crypto.randomUUID(),
    });
    expect(waiting()).toBe(before + 1);
  });

  it("hands the message back to its queue when that takes no new one either", async () => {
    const { down, pass, thrown } = await world();
    down.add("claim").add("queue");
    await pass(10_000);
    expect(thrown()).toBe(MAILS);
  });

  it("that lasts for longer than a day is no outage but a bug: its attempts count, and it ends failed, with a dead letter", async () => {
    const { deps, clock, down, pass, states } = await world();
    down.add("content");
    await pass(HOUR_MS);
    clock.advance(22 * HOUR_MS);
    await pass(120_000);
    expect((await states())[0]).toMatchObject({ status: "pending", attempts: 0 });
    clock.advance(HOUR_MS);
    await pass(HOUR_MS);
    for (const state of await states())
      expect(state).toMatchObject({ status: "failed", lastError: CAUSES.delivery_interrupted });
    expect(await deps.deadLetters.list(100)).toHaveLength(MAILS);
  });

  it("ends for a message that can never be claimed: after its last try it is the queue's", async () => {
    const { deps, down } = await world();
    down.add("claim");
    const message = { owner: anOwner("owner"), id: crypto.randomUUID(), accountId: crypto.randomUUID() };
    await deliverNotification(deps, { ...message, outages: 1999 });
    await expect(deliverNotification(deps, { ...message, outages: 2000 })).rejects.toThrow("claim: no answer");
  });
});
