import { describe, expect, it } from "vitest";
import type { ChatAccount } from "../../../../shared/chat/domain/chat-account.ts";
import type { ChatContent } from "../../../../shared/chat/domain/chat-content.ts";
import type { ChatTemplate } from "../../../../shared/chat/domain/templates/chat-template.ts";
import type { ChatSendOutcome, OutgoingMessage } from "../../../../shared/chat/ports/chat-sender.ts";
import { chatOutlet } from "../../../../shared/conversations/chat-channel.ts";
import { AccountBacklog } from "../../../../shared/notifications/deliver/account-backlog.ts";
import { accountLimiter } from "../../../../shared/notifications/deliver/account-limiter.ts";
import { deliverNotification } from "../../../../shared/notifications/deliver/deliver-notification.ts";
import { timelineOf } from "../../../../shared/notifications/domain/timeline.ts";
import { sweepNotifications } from "../../../../shared/notifications/sweep/sweep-notifications.ts";
import { suppress } from "../../../../shared/suppressions/suppress.ts";
import { aConversationWorld, type Inbound } from "../../../support/a-conversation-world.ts";
import { aPatientLimiter } from "../../../support/a-patient-limiter.ts";
import { anOwner } from "../../../support/an-owner.ts";
import { aNotification } from "../../../support/builders.ts";
import { aChatContent, aChatTemplate, aTemplateMessage } from "../../../support/chat-builders.ts";
import { fixedAllowances } from "../../../support/fixed-allowances.ts";
import { inMemorySuppressions } from "../../../support/in-memory-suppressions.ts";
import { recordingChatSender } from "../../../support/recording-chat-sender.ts";
import { OWNER } from "../../../support/some-edge-services.ts";

const PHONE = "+15551230001";
const HOUR = 3_600_000;
const LEASE_MS = 90_000;

interface Given {
  readonly content?: Partial<ChatContent>;
  readonly answer?: (message: OutgoingMessage) => ChatSendOutcome | Promise<ChatSendOutcome>;
  /** The throttle demands these milliseconds one after the other, and then 0. */
  readonly waits?: number[];
  /** The customer wrote this long ago; null means never. */
  readonly wroteAgoMs?: number | null;
  readonly wroteAs?: Inbound;
  readonly template?: Partial<ChatTemplate>;
  readonly leavesInMs?: number;
}

/** Creates one accepted chat message, and everything that delivers it. */
async function setUp({
  content: changes = {},
  answer,
  waits = [],
  wroteAgoMs = 0,
  wroteAs = { phone: PHONE },
  template: templateChanges = {},
  leavesInMs,
}: Given = {}) {
  const world = aConversationWorld();
  const { deps, account, clock } = world;
  const conversationId =
    wroteAgoMs === null ? crypto.randomUUID() : await world.inbound({ ...wroteAs, agoMs: wroteAgoMs });
  const template = aChatTemplate({ owner: OWNER, chatAccountId: account.id, ...templateChanges });
  await deps.chatTemplates.add(template);
  const content = aChatContent({ conversationId, ...changes });
  const at = new Date(clock.now()).toISOString();
  const notification = aNotification({
    ...{ owner: OWNER, channel: "chat", maxAttempts: 3, accountId: account.id, conversationId: content.conversationId },
    ...{ recipient: PHONE, createdAt: at, updatedAt: at },
    ...(leavesInMs !== undefined && { sendAt: new Date(clock.now() + leavesInMs).toISOString() }),
  });
  const { owner, id, accountId } = notification;
  await deps.notifications.add(notification, content);
  const sender = recordingChatSender(answer);
  const suppressions = inMemorySuppressions();
  const throttle = { take: async () => waits.shift() ?? 0 };
  const chat = chatOutlet({ ...deps, throttle, sender, leaseMs: LEASE_MS, suppressions });
  const email = { send: () => Promise.reject(new Error("no emails here")) };
  const deliverDeps = {
    ...deps,
    channels: { email, chat },
    backoffBaseSeconds: 30,
    pause: async () => undefined,
    backlog: new AccountBacklog(deps),
    limiter: accountLimiter({ allowances: fixedAllowances(2), maxWaitMs: 1000, ...deps }),
  };
  const deliver = () => deliverNotification(deliverDeps, { owner, id, accountId });
  const state = async () => {
    const found = await deps.notifications.get(owner, id);
    if (found === undefined) throw new Error("the notification is gone");
    return found;
  };
  const event = (kind: "sent" | "delivered" | "failed", cause?: string) =>
    deps.notifications.applyProviderEvent(
      { callbackId: id },
      { event: kind, atMs: clock.now(), providerMessageId: "wamid.1", ...(cause && { cause }) },
    );
  return { ...world, template, notification, id, content, sender, deliver, deliverDeps, suppressions, state, event };
}

const failure = (
  kind: "terminal" | "transient" | "throttled" | "ambiguous",
  cause = "words of the provider",
  code = 400,
) => ({ kind: "failed", class: kind, cause, code }) as const;

describe("deliverNotification() for chat", () => {
  it("hands the message over, and leaves the rest to the provider's events (D26)", async () => {
    const { deliver, state, event, sender, id, account, deps, clock } = await setUp();
    await deliver();
    expect(sender.sent).toEqual([
      {
        account,
        recipient: { phone: PHONE },
        callbackId: id,
        upload: undefined,
        message: { type: "text", body: "Hi", previewUrl: false },
      },
    ]);
    expect(await state()).toMatchObject({
      status: "submitted",
      attempts: 1,
      provider: { cloudMessageId: `cloud-${id}` },
    });
    // The message may stay in this state for ever, because the sweep does not take it.
    clock.advance(100 * HOUR);
    expect(await sweepNotifications(deps)).toBe(0);
    await event("sent");
    expect(await state()).toMatchObject({ status: "sent", attempts: 1 });
    expect(deps.metrics.of("sent")).toBe(1);
  });

  it("judges a message that waited for its permit by the suppressions of then (D45d)", async () => {
    const { deliverDeps, suppressions, clock, notification, state, sender } = await setUp();
    const { owner, id, accountId } = notification;
    const limiter = aPatientLimiter(async () => {
      clock.advance(1000);
      await suppress({ ...deliverDeps, suppressions }, { owner, recipient: PHONE, reason: "manual" });
    });
    await deliverNotification({ ...deliverDeps, limiter }, { owner, id, accountId });
    expect(sender.sent).toEqual([]);
    expect(await state()).toMatchObject({ status: "failed", attempts: 0 });
  });

  it("sends once when the queue delivers the same message twice", async () => {
    const { deliver, sender } = await setUp();
    await Promise.all([deliver(), deliver()]);
    await deliver();
    expect(sender.sent).toHaveLength(1);
  });

  it.each([
    [
      "the number as the customer's own message spelled it",
      { phone: "+551187654321" },
      { phone: "+5511987654321" },
      { phone: "+5511987654321" },
    ],
    [
      "a number that a customer known by an id has shown",
      { providerUserId: "US.1" },
      { phone: PHONE, providerUserId: "US.1" },
      { phone: PHONE },
    ],
    [
      "the id of a customer without a number",
      { providerUserId: "US.1" },
      { phone: undefined, providerUserId: "US.1" },
      { providerUserId: "US.1" },
    ],
  ] as const)("dials %s (D30)", async (_what, customer, wroteAs, recipient) => {
    const { deliver, sender } = await setUp({ content: { customer }, wroteAs });
    await deliver();
    expect(sender.sent.map((one) => one.recipient)).toEqual([recipient]);
  });

  describe("looks again at what may have changed since acceptance", () => {
    const ended = async (given: Given, change: (world: Awaited<ReturnType<typeof setUp>>) => unknown) => {
      const world = await setUp(given);
      await change(world);
      await world.deliver();
      const { status, lastError, attempts, history } = await world.state();
      expect(world.sender.sent).toEqual([]);
      expect({ status, attempts, stage: history?.[0]?.stage }).toEqual({
        status: "failed",
        attempts: 1,
        stage: "check",
      });
      return lastError;
    };
    const ofTemplate = (template: { id: string }) => aTemplateMessage({ templateId: template.id });
    const template = aChatTemplate();
    const templated: Given = { content: { message: ofTemplate(template) }, template: { id: template.id } };

    it("the account", async () => {
      expect(await ended({}, ({ deps, account }) => deps.chatAccounts.remove(account.id))).toBe(
        "the chat account no longer exists",
      );
      const withoutOwner = (changes: Partial<ChatAccount>) =>
        ended({}, ({ deps, account }) => deps.chatAccounts.replace({ ...account, ...changes }));
      expect(await withoutOwner({ owners: [anOwner("owner-2")] })).toBe("the chat account no longer exists");
      expect(await withoutOwner({ providerPhoneNumberId: undefined })).toMatch(/sends templates only/);
    });

    it("the template", async () => {
      const remoteStatus = (status: string) =>
        ended(templated, ({ deps }) => deps.chatTemplates.change(OWNER, template.id, { remoteStatus: status }, 1));
      expect(await remoteStatus("PAUSED")).toBe("the template is not approved any more: PAUSED");
      expect(
        await ended(templated, ({ deps }) => deps.chatTemplates.change(OWNER, template.id, { isDisabled: true }, 1)),
      ).toBe("the template was deleted");
      expect(await ended({ content: { message: aTemplateMessage() } }, () => undefined)).toBe(
        "the template was deleted",
      );
    });

    it("the window", async () => {
      expect(await ended({}, ({ clock }) => clock.advance(24 * HOUR))).toMatch(/service window has closed/);
      expect(await ended({ wroteAgoMs: null }, () => undefined)).toMatch(/service window has closed/);
    });

    it("the window, and takes the fallback when the content has one", async () => {
      const message = ofTemplate(template);
      const { clock, deliver, sender, state } = await setUp({
        content: { fallback: message },
        template: { id: template.id },
      });
      clock.advance(24 * HOUR);
      await deliver();
      expect(sender.sent[0]?.message).toEqual(message);
      expect(await state()).toMatchObject({ status: "submitted" });
    });

    it("the fallback's template too", async () => {
      const given = {
        content: { fallback: ofTemplate(template) },
        template: { id: template.id, remoteStatus: "DISABLED" },
      };
      expect(await ended(given, ({ clock }) => clock.advance(24 * HOUR))).toBe(
        "the template is not approved any more: DISABLED",
      );
    });

    it("the uploaded file", async () => {
      const upload = {
        providerMediaId: "9",
        usableUntilMs: 0,
        contentType: "image/png",
        filename: "a.png",
        sizeBytes: 1,
      };
      expect(
        await ended({ content: { message: { type: "image", source: { id: "m" } }, upload } }, () => undefined),
      ).toBe("the uploaded file has expired");
    });
  });

  describe("a reaction", () => {
    const reaction = (messageId: string) => ({ message: { type: "reaction", messageId, emoji: "👍" } }) as const;

    it("goes to the provider with the platform's id of the message", async () => {
      const world = await setUp({ content: reaction("to be set") });
      const [theirs] = (await world.deps.conversations.messages(world.content.conversationId, 1)).messages;
      const { deliver, sender } = await setUp({ content: reaction(theirs?.providerMessageId ?? "") });
      await deliver();
      expect(sender.sent[0]).toMatchObject({ targetId: theirs?.providerMessageId });
    });

    it("to our own message waits until the provider has told its id", async () => {
      const { deliver, state, sender, deps, content, notification, clock } = await setUp({
        content: reaction("11111111-1111-4111-8111-111111111111"),
      });
      const message = {
        id: "11111111-1111-4111-8111-111111111111",
        conversationId: content.conversationId,
        direction: "outbound",
        messageType: "text",
        payload: {},
        occurredAtMs: 1,
      } as const;
      const { owner } = notification;
      const conversation = {
        owner,
        id: content.conversationId,
        chatAccountId: notification.accountId,
        customerKey: PHONE,
        updatedAtMs: 1,
      };
      await deps.conversations.addOutbound({ conversation, message });
      await deliver();
      expect(await state()).toMatchObject({ status: "pending", lastError: "the message reacted to is not sent yet" });
      await deps.conversations.learnProviderMessageId(content.conversationId, message.id, "wamid.ours");
      clock.advance(30_000);
      await deliver();
      expect(sender.sent[0]).toMatchObject({ targetId: "wamid.ours" });
      // The earlier cause is kept as the latest one until the message is sent.
      expect(await state()).toMatchObject({ status: "submitted", attempts: 2 });
    });

    it("to a message that is gone fails", async () => {
      const { deliver, state } = await setUp({ content: reaction("wamid.gone") });
      await deliver();
      expect(await state()).toMatchObject({ status: "failed", lastError: "the message reacted to no longer exists" });
    });
  });

  describe("what the provider says", () => {
    it("for good ends the notification at once, with the provider's words (D21)", async () => {
      const { deliver, state } = await setUp({
        answer: () => failure("terminal", "the chat provider refused the message as invalid: bad to", 400),
      });
      await deliver();
      expect(await state()).toMatchObject({
        ...{ status: "failed", attempts: 1, lastError: "the chat provider refused the message as invalid: bad to" },
        history: [{ stage: "send", code: 400, to: "failed" }],
      });
    });

    it.each(["throttled", "transient", "ambiguous"] as const)(
      "for now (%s) is tried again, three times in all",
      async (kind) => {
        const { deliver, state, clock, sender, deps } = await setUp({ answer: () => failure(kind) });
        await deliver();
        expect(await state()).toMatchObject({ status: "pending", attempts: 1, lastError: "words of the provider" });
        expect(deps.deliveryQueue.messages.at(-1)?.delaySeconds).toBe(30);
        await deliver();
        expect(sender.sent).toHaveLength(1);
        clock.advance(30_000);
        await deliver();
        clock.advance(60_000);
        await deliver();
        expect(await state()).toMatchObject({ status: "failed", attempts: 3, lastError: "words of the provider" });
        clock.advance(HOUR);
        await deliver();
        expect(sender.sent).toHaveLength(3);
      },
    );

    it("not at all is settled by the event that comes meanwhile: nothing is sent twice (D23)", async () => {
      const { deliver, state, clock, sender, event, deps } = await setUp({ answer: () => failure("ambiguous") });
      await deliver();
      await event("sent");
      const { status, lastError } = await state();
      expect({ status, lastError }).toEqual({ status: "sent", lastError: undefined });
      clock.advance(30_000);
      await deliver();
      clock.advance(HOUR);
      await sweepNotifications(deps);
      expect(sender.sent).toHaveLength(1);
    });

    it("is overtaken by an event that is faster than the answer", async () => {
      const world = await setUp({
        answer: async ({ callbackId }) => {
          await world.event("delivered");
          return { kind: "accepted", cloudMessageId: `cloud-${callbackId}` };
        },
      });
      await world.deliver();
      expect(await world.state()).toMatchObject({
        status: "sent",
        provider: { cloudMessageId: `cloud-${world.id}`, providerMessageId: "wamid.1" },
      });
      expect(world.deps.metrics.of("sent")).toBe(1);
    });

    it("after a first failure is no longer shown once it is sent", async () => {
      let calls = 0;
      const { deliver, state, clock, event } = await setUp({
        answer: () => {
          calls += 1;
          return calls === 1 ? failure("throttled") : { kind: "accepted", cloudMessageId: "c" };
        },
      });
      await deliver();
      clock.advance(30_000);
      await deliver();
      await event("sent");
      const { status, lastError, attempts } = await state();
      expect({ status, lastError, attempts }).toEqual({ status: "sent", lastError: undefined, attempts: 2 });
    });
  });

  describe("a pace that does not allow it yet", () => {
    it("postpones without counting an attempt or leaving an error", async () => {
      const { deliver, state, clock, deps, sender } = await setUp({ waits: [6000, 20] });
      await deliver();
      const { status, attempts, lastError, history } = await state();
      expect({ status, attempts, lastError, history }).toEqual({
        status: "pending",
        attempts: 0,
        lastError: undefined,
        history: undefined,
      });
      expect(deps.deliveryQueue.messages.at(-1)?.delaySeconds).toBe(6);
      expect([deps.metrics.of("postponed"), deps.metrics.of("retried")]).toEqual([1, 0]);
      clock.advance(6000);
      await deliver();
      expect(deps.deliveryQueue.messages.at(-1)?.delaySeconds).toBe(2);
      clock.advance(2000);
      await deliver();
      expect(sender.sent).toHaveLength(1);
      expect(await state()).toMatchObject({ status: "submitted", attempts: 1 });
    });

    it("delays a message the longer, the longer it has waited, by five minutes at most", async () => {
      const { deliver, clock, deps } = await setUp({ waits: [100, 100, 100], wroteAgoMs: 0 });
      const delays: (number | undefined)[] = [];
      for (const age of [0, 400_000, 4_000_000]) {
        clock.advance(age);
        await deliver();
        delays.push(deps.deliveryQueue.messages.at(-1)?.delaySeconds);
      }
      expect(delays).toEqual([1, 100, 300]);
    });

    it("is found by the sweep when its message is lost", async () => {
      const { deliver, clock, deps, id } = await setUp({ waits: [6000] });
      await deliver();
      deps.deliveryQueue.messages.length = 0;
      clock.advance(6000 + LEASE_MS);
      expect(await sweepNotifications(deps)).toBe(1);
      expect(deps.deliveryQueue.messages[0]?.message.id).toBe(id);
    });
  });

  it.each([
    ["is sent", HOUR, "submitted"],
    ["fails because the window has closed", 25 * HOUR, "failed"],
  ])(
    "brings a message that was to leave later into the history at its time, also when it then %s (D42)",
    async (_, leavesInMs, status) => {
      const { deliver, clock, deps, content, id, state } = await setUp({ leavesInMs });
      const leaves = clock.now() + leavesInMs;
      await deliver();
      expect(await state()).toMatchObject({ status: "pending", attempts: 0 });
      clock.advance(leavesInMs);
      await deliver();
      expect(await state()).toMatchObject({ status, attempts: 1 });
      const { messages } = await deps.conversations.messages(content.conversationId, 10);
      expect(messages.find((one) => one.id === id)).toMatchObject({ occurredAtMs: leaves });
    },
  );

  it("brings a message into the history whose acceptance was cut off before that", async () => {
    const { deliver, clock, deps, content, id } = await setUp();
    const ids = async () =>
      (await deps.conversations.messages(content.conversationId, 10)).messages.map((one) => one.id);
    expect(await ids()).not.toContain(id);
    clock.advance(LEASE_MS);
    await deliver();
    expect(await ids()).toContain(id);
  });

  it("tells its story: the attempt, and what the provider reported", async () => {
    const { deliver, state, event, clock } = await setUp();
    await deliver();
    await event("sent");
    clock.advance(1000);
    await event("delivered");
    const told = timelineOf(await state()).map((one) =>
      one.event === "reported" ? `reported ${one.report}` : one.event,
    );
    expect(told).toEqual(["accepted", "attempted", "reported sent", "reported delivered"]);
  });

  it("tells of a failure that the provider reports, with its cause, and of no giving up", async () => {
    const { deliver, state, event } = await setUp();
    await deliver();
    await event("failed", "131026 undeliverable");
    expect(timelineOf(await state()).at(-1)).toMatchObject({
      event: "reported",
      report: "failed",
      text: "131026 undeliverable",
    });
    expect(timelineOf(await state()).map((one) => one.event)).not.toContain("given_up");
  });

  it("logs neither content, numbers nor the provider's words", async () => {
    const { deliver, deps } = await setUp({ answer: () => failure("terminal", "no such number +15551230001") });
    await deliver();
    const lines = JSON.stringify(deps.log.lines);
    expect(lines).toContain("notification.attempted");
    expect(lines).not.toMatch(/5551230001|"Hi"|no such/);
  });
});
