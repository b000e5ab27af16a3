import { describe, expect, it } from "vitest";
import {
  type NotificationRequest,
  notificationRequest,
} from "../../../../shared/channels/contract/notification-request.ts";
import type { SendingAccount } from "../../../../shared/email/domain/sending-account.ts";
import { emailIntake } from "../../../../shared/email/email-channel.ts";
import { templateCache } from "../../../../shared/go-template/template-cache.ts";
import { submitNotification, submittedBefore } from "../../../../shared/notifications/accept/submit-notification.ts";
import { toNotificationView } from "../../../../shared/notifications/contract/notifications.ts";
import { sweepNotifications } from "../../../../shared/notifications/sweep/sweep-notifications.ts";
import { anOwner } from "../../../support/an-owner.ts";
import { aSendingAccount } from "../../../support/builders.ts";
import { fakeClock } from "../../../support/fake-clock.ts";
import { inMemoryMailFiles } from "../../../support/in-memory-attachments.ts";
import { inMemoryDeadLetterStore } from "../../../support/in-memory-dead-letter-store.ts";
import { inMemoryDeliveryQueue } from "../../../support/in-memory-delivery-queue.ts";
import { inMemoryEmailTemplateStore } from "../../../support/in-memory-email-template-store.ts";
import { inMemoryNotificationStore } from "../../../support/in-memory-notification-store.ts";
import { inMemorySendingAccountStore } from "../../../support/in-memory-sending-account-store.ts";
import { inMemoryUnsubscribeLinks } from "../../../support/in-memory-suppressions.ts";
import { noChatIntake } from "../../../support/no-chat.ts";
import { sequentialIdentifiers } from "../../../support/sequential-identifiers.ts";
import { countingMetrics, silentLog } from "../../../support/silent-telemetry.ts";

const { hash } = sequentialIdentifiers();
const parseTemplate = templateCache({ maxEntries: 10, maxCharacters: 100_000 }, hash);
const OWNER = anOwner("owner-1");
const aRequest = (changes: Record<string, unknown> = {}): NotificationRequest =>
  notificationRequest.parse({ recipient: "anna@example.org", subject: "Hello", body: "Good morning.", ...changes });

function setUp(accountChanges: Partial<SendingAccount> = {}) {
  const clock = fakeClock();
  const account = aSendingAccount({ owner: OWNER, isDefault: true, ...accountChanges });
  const sendingAccounts = inMemorySendingAccountStore([account]);
  const deps = {
    channels: {
      email: emailIntake({
        ...{ ...inMemoryMailFiles(), clock, sendingAccounts, parseTemplate },
        emailTemplates: inMemoryEmailTemplateStore(),
        unsubscribeLinks: inMemoryUnsubscribeLinks(),
      }),
      chat: noChatIntake,
    },
    notifications: inMemoryNotificationStore({ clock }),
    deliveryQueue: inMemoryDeliveryQueue(),
    deadLetters: inMemoryDeadLetterStore(),
    clock,
    log: silentLog,
    metrics: countingMetrics(),
  };
  const id = crypto.randomUUID();
  const submit = (request: NotificationRequest = aRequest(), caller = {}, isRepeat = false) =>
    submitNotification(deps, { owner: OWNER, id, isRepeat, caller }, request);
  const repeat = () => submit(aRequest(), {}, true);
  return { deps, clock, account, sendingAccounts, id, submit, repeat };
}

describe("submitNotification()", () => {
  it("stores the notification as pending, with its content, and queues its keys", async () => {
    const { deps, account, id, submit } = setUp();
    expect(await submit()).toMatchObject({ id, status: "pending", attempts: 0, maxAttempts: 5, channel: "email" });
    expect(await deps.notifications.get(OWNER, id)).toMatchObject({ status: "pending" });
    expect(await deps.notifications.findContent(OWNER, id)).toMatchObject({
      recipient: "anna@example.org",
      body: "Good morning.",
    });
    expect(deps.deliveryQueue.messages).toEqual([
      { message: { owner: OWNER, id, accountId: account.id, dueAt: deps.clock.now() + 90_000 }, delaySeconds: 0 },
    ]);
    expect(deps.metrics.of("accepted")).toBe(1);
  });

  it.each([
    ["a sender's name and a type", { from_name: " Shop ", body_type: "html" }, { fromName: "Shop", bodyType: "html" }],
    ["neither", {}, { fromName: undefined, bodyType: "text" }],
    ["an empty name", { from_name: " " }, { fromName: undefined, bodyType: "text" }],
  ])("freezes the content with %s", async (_what, fields, expected) => {
    const { deps, id, submit } = setUp();
    await submit(aRequest(fields));
    const { subject, body } = aRequest() as { subject: string; body: string };
    const content = await deps.notifications.findContent(OWNER, id);
    expect(content).toEqual({
      channel: "email",
      recipient: "anna@example.org",
      cc: [],
      bcc: [],
      subject,
      body,
      ...expected,
    });
  });

  it("keeps the sender that a mail names, and shows it nowhere (D52)", async () => {
    const { deps, id, submit } = setUp({ fromAddresses: ["*@news.example"] });
    const answer = await submit(aRequest({ from: "anna@news.example" }));
    expect(await deps.notifications.get(OWNER, id)).toMatchObject({ from: "anna@news.example" });
    expect(JSON.stringify(toNotificationView(answer))).not.toContain("news.example");
  });

  it("accepts although the queue refuses, and the sweep finds it (D22)", async () => {
    const { deps, clock, id, submit } = setUp();
    deps.deliveryQueue.refuses = true;
    expect(await submit()).toMatchObject({ status: "pending" });
    expect(deps.metrics.of("queue_refused")).toBe(1);
    deps.deliveryQueue.refuses = false;
    clock.advance(90_000);
    expect(await sweepNotifications(deps)).toBe(1);
    expect(deps.deliveryQueue.messages.map((one) => one.message.id)).toEqual([id]);
  });

  it("delays the delivery of what a late write could still undo", async () => {
    const { deps, submit } = setUp();
    const { add } = deps.notifications;
    deps.notifications.add = async (...given) => {
      const added = await add(...given);
      return added && { ...added, delaySeconds: 10 };
    };
    await submit();
    expect(deps.deliveryQueue.messages.map(({ delaySeconds }) => delaySeconds)).toEqual([10]);
  });

  it("accepts nothing when the store refuses", async () => {
    const { deps, id, submit } = setUp();
    deps.notifications.add = () => Promise.reject(new Error("store down"));
    await expect(submit()).rejects.toThrow("store down");
    expect(deps.deliveryQueue.messages).toEqual([]);
    expect(await deps.notifications.get(OWNER, id)).toBeUndefined();
  });

  it("creates one notification when it is carried out twice under one id", async () => {
    const { deps, submit } = setUp();
    await submit();
    const again = await submit();
    expect(again).toMatchObject({ status: "pending", attempts: 0 });
    expect(deps.metrics.of("accepted")).toBe(1);
  });

  it("answers a repeat with the time that was given, though it was moved since", async () => {
    const { deps, clock, id, submit } = setUp();
    const request = aRequest({ send_at: new Date(clock.now() + 3_600_000).toISOString() });
    const first = await submit(request);
    await deps.notifications.reschedule({ owner: OWNER, id }, new Date(clock.now() + 7_200_000).toISOString());
    const again = await submittedBefore(deps, { owner: OWNER, id }, request);
    expect(again && toNotificationView(again)).toEqual(toNotificationView(first));
    expect((await submit(request, {}, true)).sendAt).toBe(first.sendAt);
    expect((await deps.notifications.get(OWNER, id))?.sendAt).not.toBe(first.sendAt);
    expect(await submittedBefore(deps, { owner: OWNER, id: crypto.randomUUID() }, request)).toBeUndefined();
  });

  it("answers a repeat as it answered first, and looks at nothing that may have changed meanwhile", async () => {
    const { deps, clock, account, sendingAccounts, id, submit, repeat } = setUp();
    const first = await submit();
    await sendingAccounts.remove(OWNER, account.id);
    clock.advance(30_000);
    expect(toNotificationView(await repeat())).toEqual(toNotificationView(first));
    // Nobody knows whether the first message reached the queue.
    expect(deps.deliveryQueue.messages.map((one) => one.message.id)).toEqual([id, id]);
    const claimed = await deps.notifications.claim(OWNER, id);
    if (claimed === undefined) throw new Error("there is nothing to claim");
    await deps.notifications.record(claimed, { to: "failed", lastError: "550 no such user" });
    expect(toNotificationView(await repeat())).toEqual(toNotificationView(first));
    expect(deps.deliveryQueue.messages).toHaveLength(2);
    expect(deps.metrics.of("accepted")).toBe(1);
  });

  it("carries a repeat out from the start when nothing was stored, and may refuse it", async () => {
    const { deps, account, sendingAccounts, id, repeat } = setUp();
    await sendingAccounts.remove(OWNER, account.id);
    await expect(repeat()).rejects.toMatchObject({ code: "invalid_request" });
    await sendingAccounts.create(account, "keep");
    expect(await repeat()).toMatchObject({ id, status: "pending" });
    expect(deps.metrics.of("accepted")).toBe(1);
  });

  it("uses the named account, and refuses a foreign one like one that does not exist (E7)", async () => {
    const { deps, sendingAccounts, submit } = setUp();
    const [named, foreign] = [aSendingAccount({ owner: OWNER }), aSendingAccount({ owner: anOwner("owner-2") })];
    for (const one of [named, foreign]) await sendingAccounts.create(one, "keep");
    await submit(aRequest({ smtp_account_id: named.id }));
    expect(deps.deliveryQueue.messages[0]?.message.accountId).toBe(named.id);
    for (const id of [foreign.id, crypto.randomUUID()])
      await expect(submit(aRequest({ smtp_account_id: id }))).rejects.toMatchObject({
        code: "invalid_request",
        message: "smtp_account_id not found",
      });
  });

  it("refuses a request without an account when there is no default (D15)", async () => {
    const { sendingAccounts, account, submit } = setUp();
    await sendingAccounts.remove(OWNER, account.id);
    await expect(submit()).rejects.toMatchObject({ code: "invalid_request" });
  });

  it("refuses a foreign origin before it looks at the recipients (D1)", async () => {
    const { submit } = setUp({ apiAllowedDomains: ["shop.example"] });
    const broken = aRequest({ recipient: "not an address" });
    await expect(submit(broken, { origin: "https://evil.example" })).rejects.toMatchObject({
      code: "origin_not_allowed",
    });
    await expect(submit(broken)).rejects.toMatchObject({ code: "origin_not_allowed" });
    await expect(submit(broken, { origin: "https://shop.example" })).rejects.toMatchObject({ code: "invalid_request" });
  });

  it.each(["recipient", "cc", "bcc"])("refuses an untrusted domain in %s", async (field) => {
    const { deps, submit } = setUp({ trustedDomains: ["example.org"] });
    const value = field === "recipient" ? "x@evil.example" : ["x@evil.example"];
    await expect(submit(aRequest({ [field]: value }))).rejects.toMatchObject({ code: "invalid_request" });
    expect(deps.deliveryQueue.messages).toEqual([]);
  });
});

describe("sweepNotifications()", () => {
  it("does nothing while all is well", async () => {
    const { deps, submit } = setUp();
    await submit();
    expect(await sweepNotifications(deps)).toBe(0);
    expect(deps.deliveryQueue.messages).toHaveLength(1);
  });

  it("finds many, each once", async () => {
    const { deps, clock } = setUp();
    const ids = Array.from({ length: 200 }, () => crypto.randomUUID());
    deps.deliveryQueue.refuses = true;
    for (const id of ids) await submitNotification(deps, { owner: OWNER, id, caller: {} }, aRequest());
    deps.deliveryQueue.refuses = false;
    clock.advance(90_000);
    expect((await Promise.all([sweepNotifications(deps), sweepNotifications(deps)])).reduce((a, b) => a + b)).toBe(200);
    const queued = deps.deliveryQueue.messages.map((one) => one.message.id);
    expect(queued).toHaveLength(200);
    expect(new Set(queued)).toEqual(new Set(ids));
    expect(deps.metrics.of("swept")).toBe(200);
  });
});
