import { describe, expect, it } from "vitest";
import type { ChatTemplate } from "../../../../shared/chat/domain/templates/chat-template.ts";
import type { ConversationMessage } from "../../../../shared/conversations/domain/conversation.ts";
import type { AccountHealth } from "../../../../shared/email/domain/account-health.ts";
import { eventsOf } from "../../../../shared/events/domain/events-of.ts";
import type { SubjectChange } from "../../../../shared/events/domain/subject.ts";
import type { Notification, ProviderTrace } from "../../../../shared/notifications/domain/notification.ts";
import type { Webhook } from "../../../../shared/webhooks/domain/webhook.ts";
import { aNotification, aSendingAccount, aWebhook } from "../../../support/builders.ts";
import { aChatTemplate } from "../../../support/chat-builders.ts";

const COMMITTED = Date.parse("2026-11-21T12:00:05.000Z");
const typesOf = (change: SubjectChange) => eventsOf(change, COMMITTED).map(({ type }) => type);

const mail = aNotification();
type State = Partial<Notification> | undefined;
const state = (changes: State): Notification | undefined => changes && { ...mail, ...changes };
const notificationChange = (before: State, after: Partial<Notification>): SubjectChange => ({
  kind: "notification",
  owner: mail.owner,
  before: state(before),
  after: { ...mail, ...after },
});

const pending = { status: "pending", attempts: 0 } as const;
const claimed = { status: "processing", attempts: 1 } as const;
const submitted = { status: "submitted", attempts: 1 } as const;
const sent = { status: "sent", attempts: 1 } as const;
const failed = { status: "failed", attempts: 1, lastError: "550 no" } as const;
const AT = "2026-11-21T12:00:00.000Z";
const bounce = { kind: "bounced", to: 0, at: AT, type: "transient" } as const;
const complaint = { kind: "complained", to: 0, at: AT } as const;
const delivery = (to: number) => ({ kind: "delivered", to, at: AT }) as const;
const told = (status: "submitted" | "sent" | "failed", provider: ProviderTrace) => ({ status, attempts: 1, provider });

describe("eventsOf() a notification", () => {
  it.each<[string, State, Partial<Notification>, string[]]>([
    ["accepted", undefined, pending, []],
    ["accepted and ended at once", undefined, { ...failed, attempts: 0 }, ["failed"]],
    ["claimed: a lease", pending, claimed, []],
    ["taken over from a worker that died", claimed, { ...claimed, attempts: 2 }, []],
    ["sent", claimed, sent, ["sent"]],
    ["sent, and some copies refused", claimed, { ...sent, recipients: [{ to: 1, result: "refused" }] }, ["sent"]],
    ["submitted", claimed, submitted, ["submitted"]],
    ["failed for good", claimed, failed, ["failed"]],
    ["given up before any attempt", pending, { ...failed, attempts: 0 }, ["failed"]],
    ["canceled before any attempt", pending, { ...pending, status: "canceled" }, ["canceled"]],
    ["canceled while a retry waits", { ...pending, attempts: 1 }, { status: "canceled", attempts: 1 }, ["canceled"]],
    ["moved to another time", pending, { ...pending, sendAt: "2026-11-22T12:00:00.000Z" }, []],
    ["failed, and to be tried again", claimed, { ...pending, attempts: 1, lastError: "451" }, ["retrying"]],
    ["postponed: its attempt is taken back", claimed, { ...pending, attempts: 0 }, []],
    ["looked at by the sweep, put back, or noted a crash", pending, { ...pending, lastCrash: "RangeError" }, []],
    ["written as it was", sent, sent, []],
    ["put back by an operator", failed, pending, []],
    ["failed once more after that", claimed, { ...failed, attempts: 1 }, ["failed"]],
    ["come back", sent, { ...sent, feedback: [bounce] }, ["bounced"]],
    ["come back before it was recorded as sent", claimed, { ...claimed, feedback: [bounce] }, []],
    ["sent after that", { ...claimed, feedback: [bounce] }, { ...sent, feedback: [bounce] }, ["sent", "bounced"]],
    [
      "come back from another one",
      { ...sent, feedback: [bounce] },
      { ...sent, feedback: [bounce, { ...bounce, to: 1 }] },
      ["bounced"],
    ],
    [
      "suppressed after it came back",
      { ...sent, feedback: [{ ...bounce, suppressionDue: "1" }] },
      { ...sent, feedback: [bounce] },
      [],
    ],
    ["complained about", { ...sent, feedback: [bounce] }, { ...sent, feedback: [bounce, complaint] }, ["complained"]],
    ["delivered to the first one", sent, { ...sent, feedback: [delivery(1)] }, ["delivered"]],
    [
      "delivered to a second one",
      { ...sent, feedback: [delivery(1)] },
      { ...sent, feedback: [delivery(1), delivery(0)] },
      [],
    ],
    ["accepted by the provider", claimed, told("submitted", {}), ["submitted"]],
    ["the provider's id learned", submitted, told("submitted", { providerMessageId: "wamid.1" }), []],
    ["reported sent", submitted, told("sent", { sentAtMs: 1 }), ["sent"]],
    [
      "reported delivered",
      told("sent", { sentAtMs: 1 }),
      told("sent", { sentAtMs: 1, deliveredAtMs: 2 }),
      ["delivered"],
    ],
    [
      "reported read",
      told("sent", { sentAtMs: 1, deliveredAtMs: 2 }),
      told("sent", { sentAtMs: 1, deliveredAtMs: 2, readAtMs: 3 }),
      ["read"],
    ],
    ["delivered before it was reported sent", submitted, told("sent", { deliveredAtMs: 2 }), ["sent", "delivered"]],
    ["read before it was delivered", submitted, told("sent", { readAtMs: 3 }), ["sent", "read"]],
    [
      "delivered after it was read",
      told("sent", { readAtMs: 3 }),
      told("sent", { readAtMs: 3, deliveredAtMs: 2 }),
      ["delivered"],
    ],
    [
      "reported sent after it was delivered",
      told("sent", { deliveredAtMs: 2 }),
      told("sent", { deliveredAtMs: 2, sentAtMs: 1 }),
      [],
    ],
    [
      "two times in one write",
      told("sent", {}),
      told("sent", { deliveredAtMs: 2, readAtMs: 3 }),
      ["delivered", "read"],
    ],
    ["the same with an earlier time", told("sent", { deliveredAtMs: 2 }), told("sent", { deliveredAtMs: 1 }), []],
    ["reported failed", submitted, told("failed", { failedAtMs: 4, failure: "no" }), ["failed"]],
    [
      "failed, which is only noted",
      told("sent", { deliveredAtMs: 2 }),
      told("sent", { deliveredAtMs: 2, failedAtMs: 4 }),
      [],
    ],
    ["delivered, although it had failed", failed, told("sent", { deliveredAtMs: 2 }), ["sent", "delivered"]],
    [
      "sent, which does not undo its failure",
      told("failed", { failedAtMs: 4 }),
      told("failed", { failedAtMs: 4, sentAtMs: 1 }),
      [],
    ],
    [
      "the worker's own record after the provider's event",
      told("sent", { sentAtMs: 1 }),
      told("sent", { sentAtMs: 1, cloudMessageId: "c" }),
      [],
    ],
    ["its customer assigned", submitted, { ...submitted, provider: {} }, []],
  ])("%s", (_, before, after, types) => {
    expect(typesOf(notificationChange(before, after))).toEqual(types.map((type) => `notification.${type}`));
  });

  it("carries the item's own time, which is more exact than the stream's", () => {
    const updatedAt = "2026-11-21T12:00:05.678Z";
    const [announced] = eventsOf(notificationChange(claimed, { ...sent, updatedAt }), COMMITTED);
    expect(announced?.atMs).toBe(Date.parse(updatedAt));
  });

  it("carries the stream's time where the item's own has not moved", () => {
    const before = told("sent", { sentAtMs: 1 });
    const [announced] = eventsOf(
      notificationChange(before, told("sent", { sentAtMs: 1, deliveredAtMs: 9 })),
      COMMITTED,
    );
    expect(announced?.atMs).toBe(COMMITTED);
  });

  it("tells two failures of one notification apart", () => {
    const again = { ...failed, updatedAt: "2026-11-22T08:00:00.000Z" };
    const [first] = eventsOf(notificationChange(claimed, failed), COMMITTED);
    const [second] = eventsOf(notificationChange(claimed, again), COMMITTED);
    expect(first?.state).not.toEqual(second?.state);
  });
});

describe("eventsOf() a message", () => {
  const message: ConversationMessage = {
    id: crypto.randomUUID(),
    conversationId: crypto.randomUUID(),
    direction: "inbound",
    messageType: "text",
    payload: { text: { body: "Hi" } },
    occurredAtMs: COMMITTED - 5000,
    arrivedAtMs: COMMITTED + 300,
  };
  const messageChange = (after: Partial<ConversationMessage>, before?: ConversationMessage): SubjectChange => ({
    kind: "message",
    owner: mail.owner,
    before,
    after: { ...message, ...after },
  });

  it.each<[string, Partial<ConversationMessage>, ConversationMessage | undefined, string[]]>([
    ["a customer wrote", {}, undefined, ["message.received"]],
    ["a customer reacted", { messageType: "reaction" }, undefined, ["message.received"]],
    ["an answer of ours", { direction: "outbound" }, undefined, []],
    ["a notice of the platform", { messageType: "system" }, undefined, []],
    ["written once more", {}, message, []],
  ])("%s", (_, after, before, types) => {
    expect(typesOf(messageChange(after, before))).toEqual(types);
  });
});

describe("eventsOf() a chat template", () => {
  const template = aChatTemplate();
  const { definition } = template;
  const LATER = "2026-11-22T08:00:00.000Z";

  it.each<[string, Partial<ChatTemplate> | undefined, number]>([
    ["another status", { remoteStatus: "PAUSED" }, 1],
    ["another quality", { quality: "RED" }, 1],
    ["another category", { definition: { ...definition, category: "MARKETING" } }, 1],
    ["a reason", { rejectedReason: "INVALID_FORMAT" }, 1],
    ["disabled", { isDisabled: true }, 1],
    ["read again, and as it was", {}, 0],
  ])("%s", (_, changes, count) => {
    const after = { ...template, updatedAt: LATER, ...changes };
    const types = typesOf({ kind: "chat_template", owner: template.owner, before: template, after });
    expect(types).toEqual(Array.from({ length: count }, () => "chat_template.updated"));
  });

  it("says nothing of its creation", () => {
    expect(typesOf({ kind: "chat_template", owner: template.owner, after: template })).toEqual([]);
  });
});

describe("eventsOf() a sending account", () => {
  const account = aSendingAccount();
  const at = (status: AccountHealth["status"] | undefined, sinceMs = 1) =>
    status === undefined ? account : { ...account, health: { status, sinceMs } };
  type Status = AccountHealth["status"] | undefined;

  it.each<[string, Status, Status, string[]]>([
    ["its credential refused", undefined, "failing", ["sending_account.failing"]],
    ["its server unreachable once", undefined, "doubtful", []],
    ["and for ten minutes", "doubtful", "failing", ["sending_account.failing"]],
    ["a success after doubt", "doubtful", "working", []],
    ["the first success after a failure", "failing", "working", ["sending_account.recovered"]],
    ["replaced by its owner, its health as it was", "failing", "failing", []],
    ["created", undefined, undefined, []],
  ])("%s", (_, before, after, types) => {
    const change = { kind: "sending_account", owner: account.owner, before: at(before), after: at(after) } as const;
    expect(typesOf(change)).toEqual(types);
  });

  it("tells two failures of one account apart", () => {
    const change = { kind: "sending_account", owner: account.owner, before: at("working") } as const;
    const [first] = eventsOf({ ...change, after: at("failing", 1) }, COMMITTED);
    const [second] = eventsOf({ ...change, after: at("failing", 2) }, COMMITTED);
    expect(first?.state).not.toEqual(second?.state);
  });
});

describe("eventsOf() a webhook", () => {
  const [enabled, disabled] = [aWebhook(), aWebhook({ isEnabled: false })];

  it.each<[string, Webhook | undefined, Webhook, string[]]>([
    ["created", undefined, enabled, []],
    ["created disabled", undefined, disabled, []],
    ["disabled by the service", enabled, { ...disabled, disabledReason: "gone" }, ["webhook.disabled"]],
    ["disabled by its owner", enabled, disabled, ["webhook.disabled"]],
    ["given a reason while it is disabled", disabled, { ...disabled, disabledReason: "gone" }, []],
    ["enabled again", disabled, enabled, []],
    ["given another address", enabled, { ...enabled, url: "https://other.example" }, []],
    ["written as it was", disabled, disabled, []],
  ])("%s", (_, before, after, types) => {
    expect(typesOf({ kind: "webhook", owner: after.owner, before, after })).toEqual(types);
  });

  it("tells two times apart in which one webhook was disabled", () => {
    const change = { kind: "webhook", owner: enabled.owner, before: enabled } as const;
    const [first] = eventsOf({ ...change, after: disabled }, COMMITTED);
    const [second] = eventsOf({ ...change, after: { ...disabled, updatedAt: "2026-11-22T08:00:00.000Z" } }, COMMITTED);
    expect(first?.state).not.toEqual(second?.state);
  });
});
