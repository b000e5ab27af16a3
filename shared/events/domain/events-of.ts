import type { ChatTemplate } from "../../chat/domain/templates/chat-template.ts";
import type { ConversationMessage } from "../../conversations/domain/conversation.ts";
import type { SendingAccount } from "../../email/domain/sending-account.ts";
import type { Notification, Status } from "../../notifications/domain/notification.ts";
import type { Webhook } from "../../webhooks/domain/webhook.ts";
import type { EventType } from "./event-types.ts";
import type { SubjectChange } from "./subject.ts";

/** One thing to say of a change. */
export interface Announcement {
  readonly type: EventType;
  /** When it came to be so, in epoch milliseconds. */
  readonly atMs: number;
  /** Of all states of the same thing under the same type, only this one has these values. */
  readonly state: readonly (string | number)[];
}

/**
 * Every committed change of state, announced by exactly one of the changes of an item: by comparing, since an item is also written
 * for leases, looks and notes, and one that is written as it was announces nothing.
 */
export function eventsOf(change: SubjectChange, committedAtMs: number): readonly Announcement[] {
  switch (change.kind) {
    case "notification":
      return notificationEvents(change, committedAtMs);
    case "message":
      return messageEvents(change, committedAtMs);
    case "chat_template":
      return templateEvents(change, committedAtMs);
    case "sending_account":
      return accountEvents(change, committedAtMs);
    case "webhook":
      return webhookEvents(change, committedAtMs);
  }
}

interface Pair<Thing> {
  readonly before?: Thing | undefined;
  readonly after: Thing;
}

/** The stream counts whole seconds; the item's own time is more exact, where the change has set one. */
const momentOf = ({ updatedAt }: { readonly updatedAt: string }, committedAtMs: number): number =>
  Math.max(Date.parse(updatedAt), committedAtMs);

const OF_STATUS: Readonly<Partial<Record<Status, EventType>>> = {
  submitted: "notification.submitted",
  sent: "notification.sent",
  failed: "notification.failed",
  canceled: "notification.canceled",
};

/** In the order in which they follow from each other: what is delivered has been sent. */
function notificationEvents({ before, after }: Pair<Notification>, committedAtMs: number): Announcement[] {
  const atMs = momentOf(after, committedAtMs);
  const status = before?.status === after.status ? undefined : OF_STATUS[after.status];
  const isReported = (time: "deliveredAtMs" | "readAtMs"): boolean =>
    before?.provider?.[time] === undefined && after.provider?.[time] !== undefined;
  const changed = [after.attempts, after.updatedAt];
  return [
    ...(status === undefined ? [] : [{ type: status, atMs, state: changed }]),
    ...(isReported("deliveredAtMs") ? [{ type: "notification.delivered" as const, atMs, state: [] }] : []),
    ...(isReported("readAtMs") ? [{ type: "notification.read" as const, atMs, state: [] }] : []),
    ...(isRetried({ before, after }) ? [{ type: "notification.retrying" as const, atMs, state: changed }] : []),
  ];
}

/** Its attempt failed, and counts. A postponement takes its attempt back. */
const isRetried = ({ before, after }: Pair<Notification>): boolean =>
  before?.status === "processing" && after.status === "pending" && after.attempts === before.attempts;

/** The platform's notices stand in the history among what customers wrote. */
const NOTICE = "system";

function messageEvents({ before, after }: Pair<ConversationMessage>, committedAtMs: number): Announcement[] {
  if (before !== undefined || after.direction !== "inbound" || after.messageType === NOTICE) return [];
  return [{ type: "message.received", atMs: Math.max(after.arrivedAtMs ?? 0, committedAtMs), state: [] }];
}

/** Creating one is its owner's own act; everything after it is news. */
function templateEvents({ before, after }: Pair<ChatTemplate>, committedAtMs: number): Announcement[] {
  if (before === undefined || shownOf(before) === shownOf(after)) return [];
  return [
    { type: "chat_template.updated", atMs: momentOf(after, committedAtMs), state: [after.updatedAt, shownOf(after)] },
  ];
}

const shownOf = ({ definition, remoteStatus, quality, rejectedReason = "", isDisabled }: ChatTemplate): string =>
  JSON.stringify([definition.category, remoteStatus, quality, rejectedReason, isDisabled]);

/** An account without a health has never been found failing, or is new. */
function accountEvents({ before, after }: Pair<SendingAccount>, committedAtMs: number): Announcement[] {
  const { health } = after;
  const [was, is] = [before?.health?.status, health?.status];
  if (health === undefined || was === is) return [];
  const announced = { atMs: Math.max(health.sinceMs, committedAtMs), state: [health.sinceMs] };
  if (is === "failing") return [{ type: "sending_account.failing", ...announced }];
  return was === "failing" && is === "working" ? [{ type: "sending_account.recovered", ...announced }] : [];
}

/** By the service or by its owner; one that is created disabled has never been anything else. */
function webhookEvents({ before, after }: Pair<Webhook>, committedAtMs: number): Announcement[] {
  if (!before?.isEnabled || after.isEnabled) return [];
  return [{ type: "webhook.disabled", atMs: momentOf(after, committedAtMs), state: [after.updatedAt] }];
}
