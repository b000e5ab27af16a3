import type { Owner } from "../../kernel/owner.ts";
import type { SenderRequest } from "../../kernel/sender-request.ts";
import { type Feedback, lastOfEach } from "./feedback.ts";
import type { ProviderTimes } from "./provider-times.ts";

/** Each channel registers under its name. Notifications know no channel by its name. */
export type ChannelName = string;

/** One part for each channel, by the channel's name. */
export type ByChannel<Part> = Readonly<Record<ChannelName, Part>>;

/** Throws when the channel is not registered, because then no code can handle its stored content. */
export function ofChannel<Part>(parts: ByChannel<Part>, channel: ChannelName): Part {
  const part = Object.hasOwn(parts, channel) ? parts[channel] : undefined;
  if (part === undefined) throw new Error(`there is no channel ${channel}`);
  return part;
}

export const STATUSES = ["pending", "processing", "submitted", "sent", "failed", "canceled"] as const;
export type Status = (typeof STATUSES)[number];

/** The response of the mail server or the provider to an attempt, without credentials. */
export interface AttemptReport {
  /** The attempt ended at this stage of the conversation with the provider, or at `content` when it was complete. */
  readonly stage?: string | undefined;
  readonly code?: number | undefined;
  readonly text?: string | undefined;
  /** `isInDoubt` is set when the provider may have taken the mail without saying so. */
  readonly isInDoubt?: boolean | undefined;
}

/** An entry has the facts of one attempt that the notification keeps. */
export interface TimelineEntry extends AttemptReport {
  readonly at: string;
  readonly attempt: number;
  readonly to: Status;
  readonly durationMs: number;
  readonly retryAt?: string | undefined;
  /** Nobody was left to send to, so nothing was tried and no attempt was counted: `attempt` is the number of the one before. */
  readonly isLeftOut?: boolean | undefined;
}

/** `refused` is final, and `deferred` may be tried again. `suppressed` recipients are judged at every attempt (D45d). */
export const RECIPIENT_RESULTS = ["accepted", "refused", "deferred", "suppressed"] as const;
export type RecipientResult = (typeof RECIPIENT_RESULTS)[number];

/** `to` names one recipient: it counts from 0 through recipient, cc and bcc of the accepted request. */
export interface RecipientRecord {
  readonly to: number;
  readonly result: RecipientResult;
  /** The number of the attempt with this result; older records lack it. */
  readonly attempt?: number | undefined;
  readonly code?: number | undefined;
  readonly text?: string | undefined;
}

/** The provider's ids of the message, and the times that the provider's events have reported. */
export interface ProviderTrace extends ProviderTimes {
  /** The cloud provider's id of the message, from the answer to the send. */
  readonly cloudMessageId?: string | undefined;
  /** The platform's id of the message, from the provider's first event. */
  readonly providerMessageId?: string | undefined;
}

/** What became of the approval that a notification needs (D47e). `withdrawn` means that its sender canceled it while it waited. */
export const APPROVALS = ["requested", "approved", "declined", "expired", "withdrawn"] as const;
export type Approval = (typeof APPROVALS)[number];

export interface Notification {
  readonly owner: Owner;
  readonly id: string;
  readonly channel: ChannelName;
  readonly status: Status;
  /** The claim itself raises the count of attempts (D19). */
  readonly attempts: number;
  readonly maxAttempts: number;
  readonly lastError?: string | undefined;
  /** `lastCrash` is the kind of error that crashed the worker last; undefined when none crashed. */
  readonly lastCrash?: string | undefined;
  readonly accountId: string;
  /** The request chose this sender's address among those of its account; without it, the account's own is the sender (D52). */
  readonly from?: string | undefined;
  /**
   * The account's own address at acceptance, and from the last attempt on the address that the mail left from (D53). A resend leaves from the
   * account's present address.
   */
  readonly leftFrom?: string | undefined;
  /** `recipients` is kept once a recipient was not accepted at once. When it is absent, all recipients share the status. */
  readonly recipients?: readonly RecipientRecord[] | undefined;
  readonly history?: readonly TimelineEntry[] | undefined;
  /** What was reported of recipients after the mail had left, in the order of the reports (D45b). */
  readonly feedback?: readonly Feedback[] | undefined;
  /** The first recipient. Older notifications have it in their content only. */
  readonly recipient?: string | undefined;
  /** `recipientCount` counts the recipients with copies. It is absent for one recipient, and for older notifications. */
  readonly recipientCount?: number | undefined;
  /** The title is made by `oneLine`; older notifications have none. */
  readonly title?: string | undefined;
  /** The id of the template that the content was made of. Older notifications lack the id. */
  readonly templateId?: string | undefined;
  /** The version of the template that was used. Older notifications and chat messages lack the version. */
  readonly templateVersion?: number | undefined;
  /** `absent` names the first variables that the template printed although the request had no value for them. */
  readonly absent?: readonly string[] | undefined;
  /** A chat message belongs to this conversation; a mail has none. */
  readonly conversationId?: string | undefined;
  /** The reports of the provider's events about a chat message (D26); a mail has none. */
  readonly provider?: ProviderTrace | undefined;
  /** The notification leaves at this RFC 3339 time in UTC or later; without it, at once (D42). */
  readonly sendAt?: string | undefined;
  /** The epoch millisecond at which `sendAt` was last changed. */
  readonly movedAtMs?: number | undefined;
  /** Set when a person has to approve the notification before it leaves, and kept after the decision. */
  readonly approval?: Approval | undefined;
  /** The epoch millisecond until which a person may decide. It is present exactly while nobody has decided. */
  readonly approvalUntil?: number | undefined;
  /** The epoch millisecond of the decision. */
  readonly decidedAtMs?: number | undefined;
  /** The caller's own names and values, which are kept with the notification (D44). */
  readonly metadata?: Readonly<Record<string, string>> | undefined;
  /** The id of the notification whose content this one sends again (D42a). */
  readonly resentFrom?: string | undefined;
  /** The ids of the newest resends, as `noteResend` noted them: a resend that was never stored has an id here, too. */
  readonly resentAs?: readonly string[] | undefined;
  /** The next attempt begins at this time, while a retry waits. */
  readonly nextAttemptAt?: string | undefined;
  /** The trace id of the accepted request. All log lines about the notification have this id, too. */
  readonly traceId?: string | undefined;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** Turns the stored `nextAt` (epoch milliseconds) into a time; undefined unless a retry waits. */
export const nextAttemptOf = ({
  status,
  attempts,
  nextAt,
}: Pick<Notification, "status" | "attempts"> & { readonly nextAt?: number | undefined }): string | undefined =>
  status === "pending" && attempts > 0 && nextAt !== undefined ? new Date(nextAt).toISOString() : undefined;

/** The time that the sender gave is converted to epoch milliseconds. */
export const givenTimeMs = ({ sendAt }: Pick<Notification, "sendAt">): number | undefined =>
  sendAt === undefined ? undefined : Date.parse(sendAt);

/** Returns when the notification leaves: at its acceptance or approval, or at a later time that its sender gave. Waiting times count from here. */
export const leavesAtMs = ({ decidedAtMs = 0, ...notification }: Dated): number =>
  Math.max(plannedAtMs(notification), decidedAtMs);

type Dated = Pick<Notification, "createdAt" | "sendAt" | "movedAtMs" | "decidedAtMs">;

/** Returns when the notification leaves if nobody has to approve it. */
export const plannedAtMs = ({ createdAt, movedAtMs = 0, sendAt }: Omit<Dated, "decidedAtMs">): number =>
  Math.max(Date.parse(createdAt), movedAtMs, givenTimeMs({ sendAt }) ?? 0);

/** `isForLater` is true when the sender gave a time that was ahead at the acceptance or at the last move. */
export const isForLater = (notification: Pick<Notification, "createdAt" | "sendAt" | "movedAtMs">): boolean =>
  plannedAtMs(notification) > Date.parse(notification.createdAt);

/** Returns the notification as it was when it was accepted, whatever has become of it since. */
export const asAccepted = (notification: Notification): Notification => {
  const { owner, id, channel, maxAttempts, accountId, conversationId, createdAt } = notification;
  const { sendAt, metadata, resentFrom, approval } = notification;
  return {
    owner,
    id,
    channel,
    status: "pending",
    attempts: 0,
    maxAttempts,
    accountId,
    conversationId,
    createdAt,
    updatedAt: createdAt,
    sendAt,
    metadata,
    resentFrom,
    ...(approval !== undefined && { approval: "requested" as const }),
  };
};

/** A worker has claimed this notification. Only the holder of the fencing token may record a result. */
export interface ClaimedNotification extends Notification {
  readonly status: "processing";
  readonly fence: string;
  /** The epoch millisecond at which the attempt was due. */
  readonly attemptDueMs?: number | undefined;
}

/** The accepted content. It changes only when a person edits what waits for approval. Only its channel knows the fields that are not listed here. */
export interface NotificationContent {
  readonly channel: ChannelName;
  /** The address of the first recipient. */
  readonly recipient: string;
  /** Everybody sees the `cc` addresses, and nobody sees the `bcc` addresses. */
  readonly cc?: readonly string[] | undefined;
  readonly bcc?: readonly string[] | undefined;
  readonly madeBy?: SenderRequest | undefined;
  /** The epoch millisecond at which a person approved it with other words than the accepted ones. */
  readonly editedAtMs?: number | undefined;
}

type Reaching = Pick<Notification, "status" | "recipients" | "recipientCount" | "feedback">;

/** The number of recipients with copies. Some may have records of their own, and the others none. */
export const countOf = ({ recipients = [], recipientCount = 1 }: Omit<Reaching, "status">): number =>
  Math.max(recipientCount, recipients.length);

/** What is known of one recipient: the result of the attempts, and what was reported afterwards. */
export interface RecipientState {
  readonly to: number;
  readonly record?: RecipientRecord | undefined;
  readonly report?: Feedback | undefined;
}

/** Returns what is known of every recipient, in order. */
export function recipientStates(notification: Omit<Reaching, "status">): readonly RecipientState[] {
  const records = new Map((notification.recipients ?? []).map((record) => [record.to, record]));
  const reports = lastOfEach(notification.feedback);
  return Array.from({ length: countOf(notification) }, (_, to) => ({
    to,
    record: records.get(to),
    report: reports.get(to),
  }));
}

/** True while nothing speaks against the recipient's having the mail and wanting it. */
const hasIt = ({ record, report }: RecipientState): boolean =>
  (record === undefined || record.result === "accepted") && (report === undefined || report.kind === "delivered");

/**
 * `isPartlyDelivered` is true for a sent notification that some recipients have, while a server refused others, or deferred them to the end
 * (D21), or it came back from others, or others complained (D45b).
 */
export function isPartlyDelivered(notification: Reaching): boolean {
  if (notification.status !== "sent") return false;
  const states = recipientStates(notification);
  const isSomebodyUnknown = notification.feedback?.some(({ to }) => to === undefined) ?? false;
  return states.some(hasIt) && (isSomebodyUnknown || !states.every(hasIt));
}

/** Lists every address, in the order of the recipients' records. */
export const addressesOf = ({ recipient, cc = [], bcc = [] }: NotificationContent): readonly string[] => [
  recipient,
  ...cc,
  ...bcc,
];

const FINAL: ReadonlySet<Status> = new Set(["sent", "failed", "canceled"]);
export const isFinal = (status: Status): boolean => FINAL.has(status);
