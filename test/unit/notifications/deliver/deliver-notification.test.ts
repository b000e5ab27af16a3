import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { EmailContent } from "../../../../shared/email/domain/email-content.ts";
import type { Mail, MailOutcome } from "../../../../shared/email/domain/mail.ts";
import type { SendingAccount } from "../../../../shared/email/domain/sending-account.ts";
import { emailOutlet } from "../../../../shared/email/email-channel.ts";
import { AccountBacklog } from "../../../../shared/notifications/deliver/account-backlog.ts";
import { accountLimiter } from "../../../../shared/notifications/deliver/account-limiter.ts";
import { deliverNotification } from "../../../../shared/notifications/deliver/deliver-notification.ts";
import { CAUSES } from "../../../../shared/notifications/domain/causes.ts";
import type { Notification } from "../../../../shared/notifications/domain/notification.ts";
import type { DeadLetter, DeadLetterStore } from "../../../../shared/notifications/ports.ts";
import { giveUpNotification } from "../../../../shared/notifications/sweep/give-up-notification.ts";
import { sweepNotifications } from "../../../../shared/notifications/sweep/sweep-notifications.ts";
import { suppress } from "../../../../shared/suppressions/suppress.ts";
import { aPatientLimiter } from "../../../support/a-patient-limiter.ts";
import { anOwner } from "../../../support/an-owner.ts";
import { aNotification, anEmail, aSendingAccount } from "../../../support/builders.ts";
import { fakeClock } from "../../../support/fake-clock.ts";
import { fixedAllowances } from "../../../support/fixed-allowances.ts";
import { inMemoryMailFiles } from "../../../support/in-memory-attachments.ts";
import { inMemoryDeadLetterStore } from "../../../support/in-memory-dead-letter-store.ts";
import { inMemoryDeliveryQueue } from "../../../support/in-memory-delivery-queue.ts";
import { inMemoryNotificationStore } from "../../../support/in-memory-notification-store.ts";
import { inMemorySendingAccountStore } from "../../../support/in-memory-sending-account-store.ts";
import { inMemorySuppressions } from "../../../support/in-memory-suppressions.ts";
import { noChatOutlet } from "../../../support/no-chat.ts";
import { plainSecretBox } from "../../../support/plain-secret-box.ts";
import { acceptAll, recordingMailer } from "../../../support/recording-mailer.ts";
import { sequentialIdentifiers } from "../../../support/sequential-identifiers.ts";
import { countingMetrics, recordingLog, silentLog } from "../../../support/silent-telemetry.ts";

const LEASE_MS = 90_000;
const FULL = { hasRoom: () => false, admitSoon: async () => undefined };
const transient = (cause = "451 later"): MailOutcome => ({
  kind: "failed",
  isTerminal: false,
  stage: "content",
  cause,
});
const terminal = (cause = "550 no"): MailOutcome => ({ kind: "failed", isTerminal: true, stage: "sender", cause });

interface Given {
  readonly notification?: Partial<Notification>;
  readonly content?: Partial<EmailContent>;
  readonly account?: Partial<SendingAccount>;
  readonly answer?: (mail: Mail) => MailOutcome | Promise<MailOutcome>;
}

/** Creates one accepted notification with its account, and everything that delivers it. */
async function setUp({ notification: changes, content, account: accountChanges, answer = acceptAll }: Given = {}) {
  const clock = fakeClock();
  const secretBox = plainSecretBox();
  const notification = aNotification(changes);
  const { owner, id, accountId } = notification;
  const secret = await secretBox.seal("smtp password", { owner, accountId });
  const account = aSendingAccount({ owner, id: accountId, secret, ...accountChanges });
  const notifications = inMemoryNotificationStore({ clock, leaseMs: LEASE_MS });
  await notifications.add(notification, anEmail(content));
  const sendingAccounts = inMemorySendingAccountStore([account]);
  const mailer = recordingMailer(answer);
  const metrics = countingMetrics();
  const suppressions = inMemorySuppressions();
  const deps = {
    notifications,
    deliveryQueue: inMemoryDeliveryQueue(),
    deadLetters: inMemoryDeadLetterStore(),
    channels: {
      email: emailOutlet({
        ...inMemoryMailFiles(),
        sendingAccounts,
        notifications,
        secretBox,
        mailer,
        clock,
        log: silentLog,
        identifiers: sequentialIdentifiers(),
        suppressions,
      }),
      chat: noChatOutlet,
    },
    clock,
    identifiers: sequentialIdentifiers(),
    log: silentLog,
    metrics,
    backoffBaseSeconds: 30,
    pause: async (ms: number) => clock.advance(ms),
    backlog: new AccountBacklog({ notifications, clock, log: silentLog }),
    limiter: accountLimiter({ allowances: fixedAllowances(2), maxWaitMs: 1000, clock }),
  };
  const message = { owner, id, accountId };
  const deliver = () => deliverNotification(deps, message);
  const state = () => notifications.get(owner, id);
  return {
    deps,
    clock,
    notification,
    message,
    owner,
    id,
    account,
    sendingAccounts,
    notifications,
    mailer,
    metrics,
    suppressions,
    deliver,
    state,
  };
}

describe("deliverNotification() of what is to leave later (D42)", () => {
  it("waits where its message comes a little early, and dates the mail with its time", async () => {
    const at = fakeClock().now() + 60_000;
    const { clock, deliver, mailer, state } = await setUp({ notification: { sendAt: new Date(at).toISOString() } });
    clock.advance(59_600);
    await deliver();
    expect(clock.now()).toBe(at);
    expect(await state()).toMatchObject({ status: "sent" });
    expect(mailer.sent[0]?.mail.date.getTime()).toBe(at);
  });

  it("ends a message that comes for a time that was given up", async () => {
    const at = fakeClock().now() + 60_000;
    const { deps, deliver, mailer, state } = await setUp({ notification: { sendAt: new Date(at).toISOString() } });
    await deliver();
    expect([mailer.sent, deps.deliveryQueue.messages]).toEqual([[], []]);
    expect(await state()).toMatchObject({ status: "pending", attempts: 0 });
  });
});

describe("deliverNotification() and suppressions", () => {
  it("suppresses an address that the server refused permanently before it refused the content (D45e)", async () => {
    const refusal = { result: "refused", code: 550 } as const;
    const refused = [
      { address: "ben@example.org", ...refusal, text: "550 5.1.1 unknown" },
      { address: "cleo@example.org", ...refusal, text: "550 5.7.1 not here" },
    ];
    const { deliver, state, suppressions, owner, id } = await setUp({
      content: { cc: ["ben@example.org", "cleo@example.org"] },
      answer: () => ({ ...transient(), refused }),
    });
    await deliver();
    expect(await state()).toMatchObject({ status: "pending", lastError: "451 later" });
    const made = { recipient: "ben@example.org", reason: "bounce", notificationId: id, response: "550 5.1.1 unknown" };
    expect((await suppressions.list(owner, { limit: 9 })).suppressions).toEqual([expect.objectContaining(made)]);
  });

  it.each([
    ["an hour, by the suppressions of then", 3_600_000, "failed"],
    ["a moment, by those of before", 50, "sent"],
  ] as const)("judges a mail that waited for its permit for %s (D45d)", async (_how, waitMs, status) => {
    const { deps, clock, message, owner, state, suppressions } = await setUp();
    const limiter = aPatientLimiter(async () => {
      clock.advance(waitMs);
      const identifiers = sequentialIdentifiers();
      await suppress({ suppressions, clock, identifiers }, { owner, recipient: "anna@example.org", reason: "manual" });
    });
    await deliverNotification({ ...deps, limiter }, message);
    expect(await state()).toMatchObject({ status, attempts: status === "sent" ? 1 : 0 });
  });
});

describe("deliverNotification()", () => {
  it.each([
    ["taken", acceptAll],
    ["refused", () => ({ ...terminal(), code: 550 })],
    ["deferred", () => ({ ...transient(), code: 451 })],
    ["unreachable", () => transient("no connection")],
  ] as const)("tells that the other side %s it, and how long that took", async (answer, outcome) => {
    const { deps, clock, message, metrics } = await setUp({
      answer: (mail) => {
        clock.advance(1500);
        return outcome(mail);
      },
    });
    const log = recordingLog();
    await deliverNotification({ ...deps, log }, message);
    expect(metrics.providerCalls).toEqual([{ channel: "email", answer, milliseconds: 1500 }]);
    expect(JSON.parse(log.lines[0] ?? "")).toMatchObject({ event: "notification.attempted", answer, durationMs: 1500 });
  });

  it("tells of no answer where the other side was not asked", async () => {
    const { deps, message, metrics, sendingAccounts, owner, account } = await setUp();
    await sendingAccounts.remove(owner, account.id);
    await deliverNotification(deps, message);
    expect(metrics.providerCalls).toEqual([]);
    expect(metrics.of("failed")).toBe(1);
  });

  it("hands the mail to the account's provider and records that it was sent (L-send)", async () => {
    const { deliver, state, mailer, metrics, account, id, owner } = await setUp({
      content: { cc: ["ben@example.org"], bcc: ["cleo@example.org"], fromName: "Shop" },
    });
    await deliver();
    expect(await state()).toMatchObject({ status: "sent", attempts: 1 });
    expect(mailer.sent).toHaveLength(1);
    expect(mailer.sent[0]).toMatchObject({
      route: { owner, accountId: account.id, settings: account.settings, secret: "smtp password" },
      mail: {
        messageId: `<${id}@sender.example>`,
        from: { name: "Shop", address: "herald@sender.example" },
        envelope: ["anna@example.org", "ben@example.org", "cleo@example.org"],
      },
      timeoutMs: 30_000,
    });
    expect(metrics.of("sent")).toBe(1);
    expect(owner).toBe(account.owner);
  });

  it("sends once when the queue delivers the same message twice, at once and later", async () => {
    const { deliver, mailer } = await setUp();
    await Promise.all([deliver(), deliver()]);
    await deliver();
    expect(mailer.sent).toHaveLength(1);
  });

  it("lets a notification wait, with nothing claimed and no message left, while its account is busy", async () => {
    const { deps, clock, message, mailer, state, notifications } = await setUp();
    const limiter = { ...FULL, admit: () => undefined };
    await deliverNotification({ ...deps, limiter }, message);
    expect(mailer.sent).toEqual([]);
    expect(await state()).toMatchObject({ status: "pending", attempts: 0 });
    expect(deps.deliveryQueue.messages).toEqual([]);
    const { owner, id, accountId } = message;
    expect(await notifications.listWaiting(accountId, 10)).toEqual([{ owner, id, accountId }]);
    expect(notifications.stored(message)?.dueAt).toBe(clock.now() + LEASE_MS);
  });

  it("loses no notification whose message hands its account over, and that no longer waits", async () => {
    const { deps, message, notifications } = await setUp();
    const limiter = { ...FULL, admit: () => undefined };
    await deliverNotification({ ...deps, limiter }, { ...message, isBacklog: true });
    const { owner, id, accountId } = message;
    expect(await notifications.listWaiting(accountId, 10)).toEqual([{ owner, id, accountId }]);
  });

  it("ends only when all that it has taken on has ended, also what came while it waited", async () => {
    const takesMs = new Map<string, number>();
    let answered = 0;
    const { deps, message, notifications } = await setUp({
      async answer(mail) {
        await pause(takesMs.get(mail.to) ?? 0);
        answered += 1;
        return acceptAll(mail);
      },
    });
    const allowance = { count: 1, acquired: () => {} };
    const limiter = accountLimiter({ allowances: { of: () => allowance }, maxWaitMs: 1000, clock: deps.clock });
    const { owner, accountId } = message;
    const wait = async (ms: number) => {
      const id = crypto.randomUUID();
      const to = `${id}@example.test`;
      takesMs.set(to, ms);
      await notifications.add(aNotification({ owner, accountId, id }), anEmail({ recipient: to }));
      deps.backlog.add({ owner, id, accountId });
    };
    await wait(30);
    const delivered = deliverNotification({ ...deps, limiter }, message);
    await pause(10);
    allowance.count = 4;
    await wait(1);
    await wait(60);
    await delivered;
    expect(answered).toBe(4);
  });

  it("fails no message for one that it took on, when neither table nor queue answers", async () => {
    const { deps, message, mailer, notifications } = await setUp();
    const { owner, accountId } = message;
    deps.backlog.add({ owner, id: crypto.randomUUID(), accountId });
    const claim: typeof notifications.claim = (of, id, ...rest) =>
      id === message.id ? notifications.claim(of, id, ...rest) : Promise.reject(new Error("the table does not answer"));
    deps.deliveryQueue.enqueue = () => Promise.reject(new Error("the queue refuses"));
    const log = recordingLog();
    await deliverNotification({ ...deps, log, notifications: { ...notifications, claim } }, message);
    expect(mailer.sent).toHaveLength(1);
    expect(log.lines.join()).toContain("the table does not answer");
  });

  it("marks none of ten that come at once for a quick account with two connections", async () => {
    const { deps, message, mailer, notifications } = await setUp({
      async answer(mail) {
        await pause(5);
        return acceptAll(mail);
      },
    });
    const limiter = accountLimiter({ allowances: fixedAllowances(2), maxWaitMs: 1000, clock: deps.clock });
    let marks = 0;
    const counting = {
      ...notifications,
      postpone: (...args: Parameters<typeof notifications.postpone>) => {
        marks += 1;
        return notifications.postpone(...args);
      },
    };
    const messages = [message];
    for (let i = 0; i < 9; i++) {
      const { owner, accountId } = message;
      const another = aNotification({ owner, accountId, id: crypto.randomUUID() });
      await notifications.add(another, anEmail());
      messages.push({ owner, accountId, id: another.id });
    }
    await Promise.all(messages.map((one) => deliverNotification({ ...deps, limiter, notifications: counting }, one)));
    expect([mailer.sent.length, marks]).toEqual([10, 0]);
  });

  it("counts no attempt when no permit comes free, and is retried later", async () => {
    const { deps, message, mailer, state, deliver } = await setUp();
    let left = 0;
    const limiter = { ...FULL, admit: () => ({ acquire: async () => false, release: () => void left++ }) };
    await deliverNotification({ ...deps, limiter }, message);
    expect(mailer.sent).toEqual([]);
    expect([left, deps.metrics.of("postponed"), deps.metrics.of("retried")]).toEqual([1, 1, 0]);
    const { status, attempts, history = [], lastError } = (await state()) ?? {};
    expect({ status, attempts, history, lastError }).toEqual({ status: "pending", attempts: 0, history: [] });
    expect(deps.deliveryQueue.messages).toEqual([{ message, delaySeconds: 2 }]);
    await deliver();
    expect(mailer.sent).toEqual([]);
  });

  it("waits for its permit with all read, and releases it only after the send", async () => {
    const { deps, message, sendingAccounts, mailer } = await setUp();
    const order: string[] = [];
    const { find } = sendingAccounts;
    sendingAccounts.find = (...key) => {
      order.push("read");
      return find(...key);
    };
    const acquire = async () => {
      order.push(`permit, sent ${mailer.sent.length}`);
      return true;
    };
    const release = () => void order.push(`released, sent ${mailer.sent.length}`);
    const limiter = { ...FULL, admit: () => ({ acquire, release }) };
    await deliverNotification({ ...deps, limiter }, message);
    expect(order).toEqual(["read", "permit, sent 0", "released, sent 1"]);
  });

  it("releases its admission, also when the attempt throws", async () => {
    const { deps, message } = await setUp({ answer: () => Promise.reject(new Error("a bug")) });
    const taken: string[] = [];
    const limiter = {
      ...FULL,
      admit(accountId: string) {
        taken.push(accountId);
        return { acquire: async () => true, release: () => void taken.pop() };
      },
    };
    await expect(deliverNotification({ ...deps, limiter }, message)).rejects.toThrow("a bug");
    expect(taken).toEqual([]);
  });

  it("remembers every attempt with the server's words", async () => {
    const { deliver, state, clock } = await setUp({ answer: () => transient("451 4.7.1 later") });
    await deliver();
    clock.advance(30_000);
    await deliver();
    expect((await state())?.history).toMatchObject([
      { attempt: 1, to: "pending", stage: "content", text: "451 4.7.1 later", retryAt: "2026-11-21T12:00:30.000Z" },
      { attempt: 2, to: "pending", text: "451 4.7.1 later" },
    ]);
  });

  it("sends nothing for a message about nothing, or about somebody else's notification", async () => {
    const { deps, message, mailer, state } = await setUp();
    await deliverNotification(deps, { ...message, owner: anOwner("somebody else") });
    await deliverNotification(deps, { ...message, id: crypto.randomUUID() });
    expect(mailer.sent).toEqual([]);
    expect(await state()).toMatchObject({ status: "pending", attempts: 0 });
  });

  it("retries a transient failure with growing delays and then fails with the last cause", async () => {
    const { deps, clock, deliver, state, mailer, metrics } = await setUp({ answer: () => transient() });
    for (const seconds of [30, 60, 120, 240]) {
      await deliver();
      expect(await state()).toMatchObject({ status: "pending", lastError: "451 later" });
      expect(deps.deliveryQueue.messages.at(-1)?.delaySeconds).toBe(seconds);
      clock.advance(seconds * 1000);
    }
    await deliver();
    expect(await state()).toMatchObject({ status: "failed", attempts: 5, lastError: "451 later" });
    expect(mailer.sent).toHaveLength(5);
    expect([metrics.of("retried"), metrics.of("failed")]).toEqual([4, 1]);
    clock.advance(1_000_000);
    await deliver();
    expect(mailer.sent).toHaveLength(5);
  });

  it("shows the same Message-ID and Date at every attempt (D17)", async () => {
    const { clock, deliver, mailer } = await setUp({ answer: () => transient() });
    await deliver();
    clock.advance(30_000);
    await deliver();
    const [first, second] = mailer.sent.map(({ mail }) => [mail.messageId, mail.date.toISOString()]);
    expect(second).toEqual(first);
  });

  it("leaves as the sender that was accepted with it, whatever its account allows by then (D52)", async () => {
    const from = "Anna@bücher.example";
    const { id, account, sendingAccounts, clock, deliver, mailer } = await setUp({
      ...{ notification: { from }, content: { fromName: "Anna" }, answer: () => transient() },
    });
    await deliver();
    await sendingAccounts.replace({ ...account, fromAddress: "other@sender.example", fromAddresses: [] }, "keep");
    clock.advance(30_000);
    await deliver();
    const left = mailer.sent.map(({ mail }) => [mail.from, mail.messageId]);
    const expected = [{ name: "Anna", address: from }, `<${id}@xn--bcher-kva.example>`];
    expect(left).toEqual([expected, expected]);
  });

  it("clears the last error when a later attempt succeeds", async () => {
    let tries = 0;
    const { clock, deliver, state } = await setUp({
      answer: (mail) => (tries++ === 0 ? transient() : acceptAll(mail)),
    });
    await deliver();
    clock.advance(30_000);
    await deliver();
    expect(await state()).toMatchObject({ status: "sent", attempts: 2 });
    expect((await state())?.lastError).toBeUndefined();
  });

  it("does not retry a terminal failure (D21)", async () => {
    const { deps, deliver, state } = await setUp({ answer: () => terminal() });
    await deliver();
    expect(await state()).toMatchObject({ status: "failed", attempts: 1, lastError: "550 no" });
    expect(deps.deliveryQueue.messages).toEqual([]);
  });

  it("sends the mail again only to those who were deferred (D21)", async () => {
    let tries = 0;
    const { clock, deliver, state, mailer } = await setUp({
      content: { cc: ["ben@example.org"], bcc: ["cleo@example.org"] },
      answer: (mail) => {
        tries += 1;
        if (tries > 1) return acceptAll(mail);
        const results = ["accepted", "deferred", "refused"] as const;
        const recipients = mail.envelope.map((address, i) => ({
          address,
          result: results[i] ?? "accepted",
          text: `${i}`,
        }));
        return { kind: "answered", recipients };
      },
    });
    await deliver();
    expect(await state()).toMatchObject({ status: "pending", lastError: "1" });
    clock.advance(30_000);
    await deliver();
    expect(mailer.sent.map(({ mail }) => mail.envelope)).toEqual([
      ["anna@example.org", "ben@example.org", "cleo@example.org"],
      ["ben@example.org"],
    ]);
    expect(await state()).toMatchObject({
      status: "sent",
      recipients: [{ result: "accepted" }, { result: "accepted" }, { result: "refused" }],
    });
  });

  it("counts the time to a mail that some of its recipients have, whatever its last attempt was answered", async () => {
    let tries = 0;
    const { clock, deliver, state, metrics } = await setUp({
      content: { cc: ["ben@example.org"] },
      answer: (mail) => {
        tries += 1;
        const recipients = mail.envelope.map((address, i) => ({
          address,
          result: tries === 1 && i === 0 ? ("accepted" as const) : ("deferred" as const),
          text: "no",
        }));
        return { kind: "answered", recipients };
      },
    });
    await deliver();
    expect(metrics.deliveries).toEqual([]);
    for (let more = 0; more < 10 && (await state())?.status === "pending"; more++) {
      clock.advance(3_600_000);
      await deliver();
    }
    expect(await state()).toMatchObject({ status: "sent" });
    expect(metrics.deliveries.map(([, channel]) => channel)).toEqual(["email"]);
    expect(metrics.providerCalls.map(({ answer }) => answer)).not.toContain("taken");
  });

  it("fails for good when the account is gone", async () => {
    const { deliver, state, sendingAccounts, account, mailer } = await setUp();
    await sendingAccounts.remove(account.owner, account.id);
    await deliver();
    expect(await state()).toMatchObject({ status: "failed", lastError: "the sending account no longer exists" });
    expect(mailer.sent).toEqual([]);
  });

  it("fails for good when its content was never stored", async () => {
    const { deliver, state, notifications, mailer } = await setUp();
    notifications.findContent = async () => undefined;
    await deliver();
    expect(await state()).toMatchObject({ status: "failed", attempts: 1, lastError: CAUSES.content_expired });
    expect(mailer.sent).toEqual([]);
  });

  it("fails for good when the account no longer trusts a recipient's domain", async () => {
    const { deliver, state, mailer } = await setUp({ account: { trustedDomains: ["other.example"] } });
    await deliver();
    expect(await state()).toMatchObject({ status: "failed", lastError: expect.stringContaining("trusted_domains") });
    expect(mailer.sent).toEqual([]);
  });

  it("fails for good when the secret was sealed for another account", async () => {
    const stolen = await plainSecretBox().seal("x", { owner: anOwner("other"), accountId: "other" });
    const { deliver, state, mailer } = await setUp({ account: { secret: stolen } });
    await deliver();
    expect(await state()).toMatchObject({ status: "failed", lastError: expect.stringContaining("credential") });
    expect(mailer.sent).toEqual([]);
  });

  it("writes no content, address or secret to the log", async () => {
    const log = recordingLog();
    const { deps, message } = await setUp({ content: { subject: "Subject words", body: "Body words" } });
    await deliverNotification({ ...deps, log }, message);
    expect(log.lines).toHaveLength(1);
    for (const word of ["Subject words", "Body words", "anna@", "smtp password"])
      expect(log.lines.join()).not.toContain(word);
  });
});

describe("deliverNotification() when workers die", () => {
  it("delivers once more after a worker that died between claim and send", async () => {
    const { deps, clock, owner, id, notifications, deliver, state, mailer } = await setUp();
    await notifications.claim(owner, id);
    await deliver();
    expect(mailer.sent).toEqual([]);
    clock.advance(LEASE_MS + 1);
    expect(await sweepNotifications(deps)).toBe(1);
    expect(deps.deliveryQueue.messages).toHaveLength(1);
    await deliver();
    expect(mailer.sent).toHaveLength(1);
    expect(await state()).toMatchObject({ status: "sent", attempts: 2 });
  });

  it("repeats the mail, under the same Message-ID, when a worker died between send and record (D23)", async () => {
    const { deps, clock, message, deliver, state, mailer } = await setUp();
    const dying = {
      ...deps,
      notifications: { ...deps.notifications, record: () => Promise.reject(new Error("power cut")) },
    };
    await expect(deliverNotification(dying, message)).rejects.toThrow("power cut");
    clock.advance(LEASE_MS + 1);
    await deliver();
    expect(new Set(mailer.sent.map(({ mail }) => mail.messageId)).size).toBe(1);
    expect(mailer.sent).toHaveLength(2);
    expect(await state()).toMatchObject({ status: "sent", attempts: 2 });
  });

  it("lets no zombie record over the worker that took over, or queue a retry", async () => {
    const clockBox: { advance?: () => void } = {};
    let tries = 0;
    const { deps, clock, deliver, state, metrics } = await setUp({
      answer: async (mail) => {
        tries += 1;
        if (tries > 1) return acceptAll(mail);
        // The first worker sleeps past its lease, and the second one delivers meanwhile.
        clockBox.advance?.();
        await deliver();
        return transient("woke up late");
      },
    });
    clockBox.advance = () => clock.advance(LEASE_MS + 1);
    await deliver();
    expect(await state()).toMatchObject({ status: "sent", attempts: 2 });
    expect((await state())?.lastError).toBeUndefined();
    expect(deps.deliveryQueue.messages).toEqual([]);
    expect([metrics.of("sent"), metrics.of("retried")]).toEqual([1, 0]);
  });

  it("ends failed, with a reason, when every worker dies", async () => {
    const { deps, clock, owner, id, notifications, state } = await setUp();
    for (let attempt = 1; attempt <= 5; attempt++) {
      expect(await notifications.claim(owner, id)).toMatchObject({ attempts: attempt });
      clock.advance(4 * LEASE_MS);
      await sweepNotifications(deps);
    }
    expect(await state()).toMatchObject({ status: "failed", attempts: 5, lastError: CAUSES.delivery_interrupted });
    expect(deps.deliveryQueue.messages).toHaveLength(4);
    expect(deps.metrics.of("given_up")).toBe(1);
  });

  it("is found by the sweep when the queue refuses the retry", async () => {
    const { deps, clock, deliver, state } = await setUp({ answer: () => transient() });
    deps.deliveryQueue.refuses = true;
    await deliver();
    expect(await state()).toMatchObject({ status: "pending", attempts: 1 });
    deps.deliveryQueue.refuses = false;
    clock.advance(30_000 + LEASE_MS);
    expect(await sweepNotifications(deps)).toBe(1);
    expect(deps.deliveryQueue.messages).toHaveLength(1);
  });
});

describe("giveUpNotification()", () => {
  const withDeadLetters = <Deps extends object>(deps: Deps) => {
    const kept: DeadLetter[] = [];
    const deadLetters: DeadLetterStore = {
      add: async (deadLetter) => void kept.push(deadLetter),
      list: async (limit) => kept.slice(0, limit),
      remove: async (deadLetter) => void kept.splice(kept.indexOf(deadLetter), 1),
    };
    return { ...deps, kept, deadLetters };
  };

  it("ends a dead letter's notification as failed, with a reason", async () => {
    const { deps: given, message, state } = await setUp();
    const deps = withDeadLetters(given);
    await giveUpNotification(deps, message);
    expect(await state()).toMatchObject({ status: "failed", lastError: expect.stringContaining("given up") });
    expect(deps.kept).toEqual([{ ...message, at: "2026-11-21T12:00:00.000Z" }]);
    expect(deps.metrics.of("given_up")).toBe(1);
  });

  it("leaves alone what was sent, and what a living worker has", async () => {
    const sent = await setUp();
    await sent.deliver();
    const sentDeps = withDeadLetters(sent.deps);
    await giveUpNotification(sentDeps, sent.message);
    expect(sentDeps.kept).toEqual([]);
    expect(await sent.state()).toMatchObject({ status: "sent" });
    const held = await setUp();
    await held.notifications.claim(held.owner, held.id);
    await giveUpNotification(withDeadLetters(held.deps), held.message);
    expect(await held.state()).toMatchObject({ status: "processing" });
    expect(held.deps.metrics.of("given_up")).toBe(0);
  });
});
