import type { ChatTemplate } from "../../chat/domain/templates/chat-template.ts";
import type { ConversationMessage } from "../../conversations/domain/conversation.ts";
import type { SendingAccount } from "../../email/domain/sending-account.ts";
import { type Feedback, type FeedbackKind, feedbackAttribute } from "../../notifications/domain/feedback.ts";
import type { Notification, Status } from "../../notifications/domain/notification.ts";
import type { Suppression } from "../../suppressions/domain/suppression.ts";
import type { Webhook } from "../../webhooks/domain/webhook.ts";
import type { EventType } from "./event-types.ts";
import type { SubjectChange } from "./subject.ts";

/** An event that a change announces. */
export interface Announcement {
  readonly type: EventType;
  /** The epoch millisecond at which the state began. */
  readonly atMs: number;
  /** Values by which this state differs from all other states of the same thing that are announced with the same type. */
  readonly state: readonly (string | number)[];
  /** The report of a recipient that a bounce or a complaint is announced for. */
  readonly feedback?: Feedback | undefined;
}

/**
 * Returns the events that a change of an item announces. It compares the states before and after, because an item is also written for leases and
 * notes. So each change of state is announced exactly once, and a write that leaves the state announces nothing.
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
    case "suppression":
      return suppressionEvents(change, committedAtMs);
  }
}

interface Pair<Thing> {
  readonly before?: Thing | undefined;
  readonly after: Thing;
}

/** Returns the time of a change: `updatedAt` if the change has set it, or else the stream's time, which is in full seconds. */
const momentOf = ({ updatedAt }: { readonly updatedAt: string }, committedAtMs: number): number =>
  Math.max(Date.parse(updatedAt), committedAtMs);

const OF_STATUS: Readonly<Partial<Record<Status, EventType>>> = {
  submitted: "notification.submitted",
  sent: "notification.sent",
  failed: "notification.failed",
  canceled: "notification.canceled",
};

/** Returns the events in their natural order: a message is sent before it is delivered. */
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
    ...feedbackEvents({ before, after }, atMs),
  ];
}

const OF_FEEDBACK: Readonly<Record<FeedbackKind, EventType>> = {
  delivered: "notification.delivered",
  bounced: "notification.bounced",
  complained: "notification.complained",
};

/** While an attempt is not recorded, what is reported of it waits, so that it is announced after `notification.sent` (D40). */
const OPEN: ReadonlySet<Status> = new Set(["pending", "processing"]);

const reportsIn = (one: Notification | undefined): readonly Feedback[] =>
  one === undefined || OPEN.has(one.status) ? [] : (one.feedback ?? []);

/**
 * Announces each bounce and each complaint, and the first delivery to a recipient. The data of a delivery names no recipient (D40), so a
 * second one would say the same of the notification; the timeline has each of them.
 */
function feedbackEvents({ before, after }: Pair<Notification>, changedAtMs: number): Announcement[] {
  const known = new Set(reportsIn(before).map(announcedAs));
  return reportsIn(after).flatMap((feedback): Announcement[] => {
    const state = announcedAs(feedback);
    if (known.has(state)) return [];
    known.add(state);
    return [
      {
        type: OF_FEEDBACK[feedback.kind],
        atMs: Math.max(Date.parse(feedback.at), changedAtMs),
        state: [state],
        feedback,
      },
    ];
  });
}

const announcedAs = (feedback: Feedback): string =>
  feedback.kind === "delivered" ? feedback.kind : feedbackAttribute(feedback);

/** True when an attempt failed and a retry waits. A postponement is no retry: it takes its attempt back, so `attempts` changes. */
const isRetried = ({ before, after }: Pair<Notification>): boolean =>
  before?.status === "processing" && after.status === "pending" && after.attempts === before.attempts;

/** The type of the platform's notices, which are in the history beside customers' messages. */
const NOTICE = "system";

function messageEvents({ before, after }: Pair<ConversationMessage>, committedAtMs: number): Announcement[] {
  if (before !== undefined || after.direction !== "inbound" || after.messageType === NOTICE) return [];
  return [{ type: "message.received", atMs: Math.max(after.arrivedAtMs ?? 0, committedAtMs), state: [] }];
}

/** Announces changes of a template, but not its creation, because the owner has created it. */
function templateEvents({ before, after }: Pair<ChatTemplate>, committedAtMs: number): Announcement[] {
  if (before === undefined || shownOf(before) === shownOf(after)) return [];
  return [
    { type: "chat_template.updated", atMs: momentOf(after, committedAtMs), state: [after.updatedAt, shownOf(after)] },
  ];
}

const shownOf = ({ definition, remoteStatus, quality, rejectedReason = "", isDisabled }: ChatTemplate): string =>
  JSON.stringify([definition.category, remoteStatus, quality, rejectedReason, isDisabled]);

/** Announces when an account starts or stops failing. An account without a health never failed. */
function accountEvents({ before, after }: Pair<SendingAccount>, committedAtMs: number): Announcement[] {
  const { health } = after;
  const [was, is] = [before?.health?.status, health?.status];
  if (health === undefined || was === is) return [];
  const announced = { atMs: Math.max(health.sinceMs, committedAtMs), state: [health.sinceMs] };
  if (is === "failing") return [{ type: "sending_account.failing", ...announced }];
  return was === "failing" && is === "working" ? [{ type: "sending_account.recovered", ...announced }] : [];
}

/** Announces that a webhook was disabled, by Herald or by its owner. A webhook that was created disabled is not announced. */
function webhookEvents({ before, after }: Pair<Webhook>, committedAtMs: number): Announcement[] {
  if (!before?.isEnabled || after.isEnabled) return [];
  return [{ type: "webhook.disabled", atMs: momentOf(after, committedAtMs), state: [after.updatedAt] }];
}

/** Announces each suppression that is made. Deleting one announces nothing (D45c). */
function suppressionEvents({ before, after }: Pair<Suppression>, committedAtMs: number): Announcement[] {
  if (before !== undefined) return [];
  const type = after.reason === "unsubscribe" ? "recipient.unsubscribed" : "recipient.suppressed";
  return [{ type, atMs: momentOf({ updatedAt: after.createdAt }, committedAtMs), state: [] }];
}
