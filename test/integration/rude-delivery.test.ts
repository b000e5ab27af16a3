import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { CONTENT_CODECS } from "../../shared/channels/content-wiring.ts";
import { ConnectionAllowances } from "../../shared/email/domain/connection-allowance.ts";
import type { SmtpSettings } from "../../shared/email/domain/sending-account.ts";
import { emailOutlet } from "../../shared/email/email-channel.ts";
import { SmtpMailer } from "../../shared/email/smtp/smtp-mailer.ts";
import type { SmtpTimeouts } from "../../shared/email/smtp/smtp-timeouts.ts";
import { addressGuard } from "../../shared/kernel/network/address-guard.ts";
import { AccountBacklog } from "../../shared/notifications/deliver/account-backlog.ts";
import { accountLimiter } from "../../shared/notifications/deliver/account-limiter.ts";
import { deliverNotification } from "../../shared/notifications/deliver/deliver-notification.ts";
import type { Status } from "../../shared/notifications/domain/notification.ts";
import { timelineOf } from "../../shared/notifications/domain/timeline.ts";
import { DynamoNotificationStore } from "../../shared/notifications/dynamo/notification-store.ts";
import { anOwner } from "../support/an-owner.ts";
import { aNotification, anEmail, aSendingAccount } from "../support/builders.ts";
import { fakeClock } from "../support/fake-clock.ts";
import { inMemoryMailFiles } from "../support/in-memory-attachments.ts";
import { inMemoryDeliveryQueue } from "../support/in-memory-delivery-queue.ts";
import { inMemorySendingAccountStore } from "../support/in-memory-sending-account-store.ts";
import { inMemorySuppressions } from "../support/in-memory-suppressions.ts";
import { noChatOutlet } from "../support/no-chat.ts";
import { plainSecretBox } from "../support/plain-secret-box.ts";
import { type RudeScript, type RudeSmtpServer, rudeSmtpServer, SILENCE } from "../support/rude-smtp-server.ts";
import { sequentialIdentifiers } from "../support/sequential-identifiers.ts";
import { countingMetrics, silentLog } from "../support/silent-telemetry.ts";
import { type TableFixture, tableFixture } from "../support/table-fixture.ts";
import { testCertificates } from "../support/test-certificates.ts";

const PASSWORD = "right-password";
const ADDRESSES = { recipient: "anna@example.org", cc: ["bert@example.org"], bcc: ["carl@example.org"] };
/**
 * These limits are short, so that a silent server does not cost the test half a minute. The stages are the service's
 * own.
 */
const TIMEOUTS = { connectMs: 400, greetingMs: 300, socketMs: 300, checkMs: 100 };
/**
 * These limits are for a server that always answers, because a machine that stops for a moment must not look like a
 * silent server.
 */
const PATIENT = { connectMs: 60_000, greetingMs: 60_000, socketMs: 60_000, checkMs: 60_000 };
const BASE_SECONDS = 30;

const { authority, server: certificate } = testCertificates();
let table: TableFixture;
beforeAll(async () => {
  table = await tableFixture();
});
afterAll(() => table.close());

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const { close } of open.splice(0)) await close();
});

interface Given {
  readonly script: RudeScript;
  readonly settings?: Partial<SmtpSettings>;
  readonly password?: string;
  readonly mails?: number;
  readonly maxWaitMs?: number;
  readonly timeouts?: Partial<SmtpTimeouts>;
}

/**
 * Prepares notifications to three people each, whose account is at a rude server, and a worker with the real mailer and
 * store.
 */
async function given({ script, settings, password = PASSWORD, ...rest }: Given) {
  const { mails = 1, maxWaitMs = 1000, timeouts = TIMEOUTS } = rest;
  const server: RudeSmtpServer = await rudeSmtpServer(script);
  const allowances = new ConnectionAllowances(() => performance.now());
  const mailer = new SmtpMailer({
    allowances,
    guard: addressGuard({ allow: ["127.0.0.0/8"] }),
    extraAuthorities: [authority],
    timeouts,
  });
  open.push({ close: () => mailer.closeAll() }, { close: () => server.close() });
  const clock = fakeClock();
  const secretBox = plainSecretBox();
  const all = Array.from({ length: mails }, () => aNotification({ owner: anOwner("owner-1"), accountId: ACCOUNT }));
  const secret = await secretBox.seal(password, { owner: anOwner("owner-1"), accountId: ACCOUNT });
  const smtp = {
    provider: "smtp",
    host: "127.0.0.1",
    port: server.port,
    encryption: "none",
    ...settings,
  } as const;
  const account = aSendingAccount({ owner: anOwner("owner-1"), id: ACCOUNT, secret, settings: smtp });
  const notifications = new DynamoNotificationStore(table.client, {
    codecs: CONTENT_CODECS,
    ...{ table: "Notifications", leaseMs: 90_000, clock, contentKeptDays: 7, recordKeptDays: 90 },
    blobs: () => Promise.reject(new Error("this content is small")),
  });
  for (const one of all) await notifications.add(one, anEmail(ADDRESSES));
  const sendingAccounts = inMemorySendingAccountStore([account]);
  const deliveryQueue = inMemoryDeliveryQueue();
  const deps = {
    ...{ notifications, deliveryQueue, clock, backoffBaseSeconds: BASE_SECONDS, pause: async () => undefined },
    ...{ identifiers: sequentialIdentifiers(), log: silentLog, metrics: countingMetrics() },
    backlog: new AccountBacklog({ notifications, clock, log: silentLog }),
    limiter: accountLimiter({ allowances, maxWaitMs, clock }),
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
        suppressions: inMemorySuppressions(),
      }),
      chat: noChatOutlet,
    },
  };
  const deliver = ({ id }: { id: string }) =>
    deliverNotification(deps, { owner: anOwner("owner-1"), id, accountId: ACCOUNT });
  const stored = async ({ id }: { id: string }) => {
    const found = await notifications.get(anOwner("owner-1"), id);
    if (found === undefined) throw new Error("the notification is gone");
    return found;
  };
  return { server, clock, deliveryQueue, all, one: all[0] ?? aNotification(), deliver, stored };
}
const ACCOUNT = crypto.randomUUID();

interface Rude extends Given {
  readonly when: string;
  /**
   * The notification has this status after the first attempt. `code` and `says` are in both `last_error` and the
   * history.
   */
  readonly to: Status;
  readonly stage: string;
  readonly code?: number;
  readonly says: RegExp;
  /**
   * Lists the kept result of each recipient by position. It is undefined if the server said nothing about single
   * recipients.
   */
  readonly results?: readonly string[];
  /** The second attempt has these recipients, at a server that has become polite. */
  readonly retriedFor?: readonly string[];
}

const EVERYBODY = ["anna@example.org", "bert@example.org", "carl@example.org"];
const by = (replies: Readonly<Record<string, string>>) => (address: string) => replies[address.charAt(0)];
const later = { to: "pending", retriedFor: EVERYBODY } as const;
const never = { to: "failed" } as const;
const login = { credentials: { username: "demo", password: PASSWORD } };
const asDemo = { settings: { username: "demo" } };
const at = (stage: string, code: number) => ({ stage, code, says: new RegExp(String(code)) });

const CASES: readonly Rude[] = [
  { when: "421 as greeting", script: { maxConnections: 0 }, ...later, ...at("connect", 421) },
  { when: "421 at EHLO", script: { ehlo: "421 4.4.2 later" }, ...later, ...at("connect", 421) },
  { when: "silence as greeting", script: { greeting: SILENCE }, ...later, stage: "connect", says: /in time/ },
  { when: "a reset as greeting", script: { greeting: { hangUp: "reset" } }, ...later, stage: "connect", says: /\S/ },
  {
    when: "a handshake that is rubbish",
    script: { encryption: "implicit", certificate, brokenTls: true },
    settings: { encryption: "tls" },
    ...{ ...later, stage: "tls", says: /TLS failed/ },
  },
  {
    when: "a stranger's certificate",
    script: { encryption: "starttls", certificate: testCertificates().server },
    settings: { encryption: "starttls" },
    ...{ ...later, stage: "tls", says: /certificate/ },
  },
  { when: "535", script: login, ...asDemo, password: "wrong-password", ...never, ...at("authentication", 535) },
  {
    when: "454 at AUTH",
    script: { ...login, auth: "454 4.7.0 later" },
    ...asDemo,
    ...later,
    ...at("authentication", 454),
  },
  { when: "greylisting at MAIL", script: { mail: "451 4.7.1 greylisted" }, ...later, ...at("sender", 451) },
  { when: "550 at MAIL", script: { mail: "550 5.7.1 unwanted" }, ...never, ...at("sender", 550) },
  { when: "silence at MAIL", script: { mail: SILENCE }, ...later, stage: "sender", says: /in time/ },
  {
    when: "greylisting of all recipients",
    script: { rcpt: () => "451 4.7.1 greylisted" },
    ...{ ...later, ...at("recipients", 451), results: ["deferred", "deferred", "deferred"] },
  },
  {
    when: "550 for all recipients",
    script: { rcpt: () => "550 5.1.1 unknown" },
    ...{ ...never, ...at("recipients", 550), results: ["refused", "refused", "refused"] },
  },
  {
    when: "552 for one, the rest accepted",
    script: { rcpt: by({ b: "552 5.2.2 full" }) },
    ...{ to: "sent", stage: "content", code: 250, says: /250/, results: ["accepted", "refused", "accepted"] },
  },
  {
    when: "one accepted, one refused, one put off",
    script: { rcpt: by({ b: "550 5.1.1 unknown", c: "452 4.2.2 full" }) },
    ...{ to: "pending", ...at("recipients", 452), results: ["accepted", "refused", "deferred"] },
    retriedFor: ["carl@example.org"],
  },
  {
    when: "421 at the second recipient",
    script: { rcpt: by({ b: "421 4.7.0 enough" }) },
    ...later,
    ...at("recipients", 421),
  },
  { when: "451 at DATA", script: { data: "451 4.3.0 later" }, ...later, ...at("content", 451) },
  { when: "554 at DATA", script: { data: "554 5.6.0 no" }, ...never, ...at("content", 554) },
  { when: "452 after the content", script: { end: "452 4.3.1 disk full" }, ...later, ...at("content", 452) },
  { when: "552 after the content", script: { end: "552 5.3.4 too big" }, ...never, ...at("content", 552) },
  {
    when: "a final answer that takes longer than other answers may",
    script: { end: { say: "250 ok", afterMs: 1000 } },
    ...{ to: "sent", ...at("content", 250) },
  },
  {
    when: "a connection dropped after DATA",
    script: { end: { hangUp: "reset" } },
    ...later,
    stage: "content",
    says: /^the server took the whole mail and did not answer: it may have been delivered \(connection lost/,
  },
];

describe("one attempt at a rude server, as the notification remembers it (D21)", () => {
  it.each(CASES)("$when: $to", async ({ to, stage, code, says, results, retriedFor, ...how }) => {
    const { server, clock, deliveryQueue, one, deliver, stored } = await given(how);
    await deliver(one);
    const first = await stored(one);
    expect(first).toMatchObject({ status: to, attempts: 1 });
    expect(first.recipients?.map(({ result }) => result)).toEqual(results);
    if (to === "sent") expect(first.lastError).toBeUndefined();
    else expect(first.lastError).toMatch(says);
    expect(first.lastError ?? "").not.toContain(PASSWORD);
    const retryAt = to === "pending" ? new Date(clock.now() + BASE_SECONDS * 1000).toISOString() : undefined;
    expect(first.history).toHaveLength(1);
    expect(first.history?.[0]).toMatchObject({ attempt: 1, to, stage, text: expect.stringMatching(says) });
    expect([first.history?.[0]?.code, first.history?.[0]?.retryAt]).toEqual([code, retryAt]);
    expect(timelineOf(first).map(({ event }) => event)).toEqual(["accepted", "attempted"]);

    // The next message is absent, or comes after the retry delay for the recipients who still lack the mail (D20).
    const next = deliveryQueue.messages.map(({ message, delaySeconds }) => [message.id, delaySeconds]);
    expect(next).toEqual(to === "pending" ? [[one.id, BASE_SECONDS]] : []);
    clock.advance(BASE_SECONDS * 1000);
    const takenBefore = server.accepted.length;
    const { encryption } = server.script;
    server.script =
      encryption === "implicit" || encryption === "starttls" ? { ...server.script, brokenTls: true } : login;
    await deliver(one);
    const second = await stored(one);
    if (retriedFor === undefined) {
      expect(second).toEqual(first);
      return;
    }
    expect(second.attempts).toBe(2);
    expect(second.history?.map(({ attempt }) => attempt)).toEqual([1, 2]);
    if (encryption !== undefined) return;
    expect(second).toMatchObject({ status: "sent" });
    expect(second).not.toHaveProperty("lastError");
    expect(server.accepted.slice(takenBefore).map((mail) => mail.to)).toEqual([retriedFor]);
  });
});

describe("many attempts at a rude server", () => {
  /** Processes the queue, each message at its time, until it is empty. */
  const worked = async ({ clock, deliveryQueue, one, deliver, stored }: Awaited<ReturnType<typeof given>>) => {
    await deliver(one);
    for (let round = 0; round < 10 && deliveryQueue.messages.length > 0; round++) {
      for (const { delaySeconds } of deliveryQueue.messages.splice(0)) {
        clock.advance(delaySeconds * 1000);
        await deliver(one);
      }
    }
    return stored(one);
  };

  it("takes the mail and never answers for it: repeated once, then failed, and the cause says that it may have arrived", async () => {
    const world = await given({ script: { end: { hangUp: "close" } } });
    const ended = await worked(world);
    expect(ended).toMatchObject({ status: "failed", attempts: 2, maxAttempts: 5 });
    expect(ended.lastError).toMatch(/^the server took the whole mail and did not answer: it may have been delivered/);
    expect(world.server.arrived).toHaveLength(2);
  });

  it("does not answer for the mail once, cannot be reached once, then answers: sent, two copies in all", async () => {
    const world = await given({ script: { end: { hangUp: "close" } } });
    const { server, one, clock, deliver, stored } = world;
    await deliver(one);
    server.script = { mail: "451 4.7.1 greylisted" };
    clock.advance(300_000);
    await deliver(one);
    expect(await stored(one)).toMatchObject({ status: "pending", attempts: 2, lastError: "451 4.7.1 greylisted" });
    server.script = {};
    clock.advance(300_000);
    await deliver(one);
    expect(await stored(one)).toMatchObject({ status: "sent", attempts: 3 });
    expect(server.arrived).toHaveLength(2);
  });

  it("does not answer for the mail, is busy, and does not answer again: failed at the second doubt", async () => {
    const world = await given({ script: { end: { hangUp: "close" } } });
    const { server, one, clock, deliver, stored } = world;
    for (const script of [{ end: { hangUp: "close" } }, { mail: "451 later" }, { end: { hangUp: "close" } }] as const) {
      server.script = script;
      await deliver(one);
      clock.advance(300_000);
    }
    const { status, attempts, history = [] } = await stored(one);
    expect({ status, attempts }).toEqual({ status: "failed", attempts: 3 });
    expect(history.map(({ isInDoubt = false }) => isInDoubt)).toEqual([true, false, true]);
    expect(server.arrived).toHaveLength(2);
  });

  it.each([1, 2, 5])(
    "a backlog of one account grows to its setting of %i connections, and not beyond",
    async (most) => {
      const { server, all, deliver } = await given({
        script: { end: { say: "250 ok", afterMs: 30 } },
        settings: { maxConnections: most },
        mails: 40,
        maxWaitMs: 60_000,
        timeouts: PATIENT,
      });
      await Promise.all(all.map(deliver));
      expect(server.mostOpen).toBe(most);
    },
  );

  it("421 above two connections: a mail that is turned away waits, nobody is lost, each gets one mail", async () => {
    const { server, clock, deliveryQueue, all, deliver, stored } = await given({
      script: { maxConnections: 1, end: { say: "250 ok", afterMs: 50 } },
      mails: 6,
    });
    await Promise.all(all.map(deliver));
    const first = await Promise.all(all.map(stored));
    const turnedAway = first.filter(({ status }) => status === "pending");
    for (const { lastError } of turnedAway) expect(lastError).toMatch(/421/);
    expect(first.filter(({ status }) => status === "sent").length).toBeGreaterThan(0);
    for (let round = 0; round < 4 && deliveryQueue.messages.length > 0; round++) {
      clock.advance(300_000);
      for (const { message } of deliveryQueue.messages.splice(0)) await deliver(message);
    }
    const ended = await Promise.all(all.map(stored));
    expect(ended.map(({ status }) => status)).toEqual(all.map(() => "sent"));
    expect(server.accepted).toHaveLength(all.length);
  });

  it("greylisted to the end: five attempts, each remembered, the delay doubled, and then failed with the server's words", async () => {
    const { clock, deliveryQueue, one, deliver, stored } = await given({ script: { mail: "451 4.7.1 greylisted" } });
    const delays: number[] = [];
    await deliver(one);
    for (let round = 0; round < 10 && deliveryQueue.messages.length > 0; round++) {
      for (const { delaySeconds } of deliveryQueue.messages.splice(0)) {
        delays.push(delaySeconds);
        clock.advance(delaySeconds * 1000);
        await deliver(one);
      }
    }
    const ended = await stored(one);
    expect(ended).toMatchObject({ status: "failed", attempts: 5, lastError: "451 4.7.1 greylisted" });
    expect(delays).toEqual([30, 60, 120, 240]);
    expect(ended.history?.map(({ attempt, to, code }) => [attempt, to, code])).toEqual([
      [1, "pending", 451],
      [2, "pending", 451],
      [3, "pending", 451],
      [4, "pending", 451],
      [5, "failed", 451],
    ]);
  });

  it("one accepted, one put off to the end: sent, with what became of each, and nobody got two", async () => {
    const { server, clock, deliveryQueue, one, deliver, stored } = await given({
      script: { rcpt: by({ c: "451 4.2.1 busy" }) },
    });
    await deliver(one);
    for (let round = 0; round < 10 && deliveryQueue.messages.length > 0; round++) {
      deliveryQueue.messages.splice(0);
      clock.advance(300_000);
      await deliver(one);
    }
    const ended = await stored(one);
    expect(ended).toMatchObject({ status: "sent", attempts: 5 });
    expect(ended.recipients?.map(({ to, result, code }) => [to, result, code])).toEqual([
      [0, "accepted", undefined],
      [1, "accepted", undefined],
      [2, "deferred", 451],
    ]);
    expect(server.accepted.map(({ to }) => to)).toEqual([["anna@example.org", "bert@example.org"]]);
  });
});
