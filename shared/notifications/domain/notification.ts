import type { Owner } from "../../kernel/owner.ts";
import type { SenderRequest } from "../../kernel/sender-request.ts";
import type { ProviderTimes } from "./provider-times.ts";

/** As a channel is registered; notifications know none by its name. */
export type ChannelName = string;

/** A part of every channel, by its name. */
export type ByChannel<Part> = Readonly<Record<ChannelName, Part>>;

/** Throws where nobody has registered the channel: what is stored of it nobody here can handle. */
export function ofChannel<Part>(parts: ByChannel<Part>, channel: ChannelName): Part {
  const part = Object.hasOwn(parts, channel) ? parts[channel] : undefined;
  if (part === undefined) throw new Error(`there is no channel ${channel}`);
  return part;
}

export const STATUSES = ["pending", "processing", "submitted", "sent", "failed", "canceled"] as const;
export type Status = (typeof STATUSES)[number];

/** The other side's response to an attempt, without credentials. */
export interface AttemptReport {
  /** Where the attempt ended: a stage of the conversation with the provider, or `content` for a complete one. */
  readonly stage?: string | undefined;
  readonly code?: number | undefined;
  readonly text?: string | undefined;
  /** The provider may have taken the mail, and did not say so. */
  readonly isInDoubt?: boolean | undefined;
}

/** One attempt as the notification remembers it. */
export interface TimelineEntry extends AttemptReport {
  readonly at: string;
  readonly attempt: number;
  readonly to: Status;
  readonly durationMs: number;
  readonly retryAt?: string | undefined;
}

/** `refused` is final, `deferred` may be tried again. */
export type RecipientResult = "accepted" | "refused" | "deferred";

/** The result for one recipient: `to` counts from 0 in the order recipient, cc, bcc of the accepted request. */
export interface RecipientRecord {
  readonly to: number;
  readonly result: RecipientResult;
  /** The attempt that said so; unknown of older records. */
  readonly attempt?: number | undefined;
  readonly code?: number | undefined;
  readonly text?: string | undefined;
}

/** The message at the provider, and what its events have reported. */
export interface ProviderTrace extends ProviderTimes {
  /** The cloud provider's id, from its answer. */
  readonly cloudMessageId?: string | undefined;
  /** The platform's id, learned from the first event. */
  readonly providerMessageId?: string | undefined;
}

export interface Notification {
  readonly owner: Owner;
  readonly id: string;
  readonly channel: ChannelName;
  readonly status: Status;
  /** Raised by the claim itself (D19). */
  readonly attempts: number;
  readonly maxAttempts: number;
  readonly lastError?: string | undefined;
  /** The kind of error by which its worker crashed last, if one did. */
  readonly lastCrash?: string | undefined;
  readonly accountId: string;
  /** Kept as soon as one recipient was not accepted at once; absent means all share the status. */
  readonly recipients?: readonly RecipientRecord[] | undefined;
  readonly history?: readonly TimelineEntry[] | undefined;
  /** The address it goes to first of all; older notifications have it in their content alone. */
  readonly recipient?: string | undefined;
  /** With its copies; absent means one, or an older notification. */
  readonly recipientCount?: number | undefined;
  /** As `oneLine`; older notifications have none. */
  readonly title?: string | undefined;
  /** The template that it was made of; older notifications have none. */
  readonly templateId?: string | undefined;
  /** The first of the variables that its template printed without having them. */
  readonly absent?: readonly string[] | undefined;
  /** Chat only: where the message is part of the history. */
  readonly conversationId?: string | undefined;
  /** Chat only: what the provider has told (D26). */
  readonly provider?: ProviderTrace | undefined;
  /** D42: not before this time, RFC 3339 in UTC; absent means at once. */
  readonly sendAt?: string | undefined;
  /** When `sendAt` was changed last, in epoch milliseconds. */
  readonly movedAtMs?: number | undefined;
  /** D44: the sender's own pairs. */
  readonly metadata?: Readonly<Record<string, string>> | undefined;
  /** D42a: the notification whose content this one sends again. */
  readonly resentFrom?: string | undefined;
  /** While a retry waits: when its attempt begins. */
  readonly nextAttemptAt?: string | undefined;
  /** Of the request that was accepted; its log lines, and those of all that came of it, have it. */
  readonly traceId?: string | undefined;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** As stores keep it, `nextAt` in epoch milliseconds; undefined unless a retry waits. */
export const nextAttemptOf = ({
  status,
  attempts,
  nextAt,
}: Pick<Notification, "status" | "attempts"> & { readonly nextAt?: number | undefined }): string | undefined =>
  status === "pending" && attempts > 0 && nextAt !== undefined ? new Date(nextAt).toISOString() : undefined;

/** The time that its sender gave, in epoch milliseconds. */
export const givenTimeMs = ({ sendAt }: Pick<Notification, "sendAt">): number | undefined =>
  sendAt === undefined ? undefined : Date.parse(sendAt);

/**
 * When it is to leave, in epoch milliseconds: at its acceptance, or at the later time that its sender gave; a time that was past when it
 * was given means at once. What waits, and how long anything took, counts from here.
 */
export const leavesAtMs = ({
  createdAt,
  movedAtMs = 0,
  sendAt,
}: Pick<Notification, "createdAt" | "sendAt" | "movedAtMs">): number =>
  Math.max(Date.parse(createdAt), movedAtMs, givenTimeMs({ sendAt }) ?? 0);

/** Its sender gave a time that was ahead when it was accepted, or when it was moved. */
export const isForLater = (notification: Pick<Notification, "createdAt" | "sendAt" | "movedAtMs">): boolean =>
  leavesAtMs(notification) > Date.parse(notification.createdAt);

/** As its first answer showed it, whatever has become of it since. */
export const asAccepted = (notification: Notification): Notification => {
  const { owner, id, channel, maxAttempts, accountId, conversationId, createdAt } = notification;
  const { sendAt, metadata, resentFrom } = notification;
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
  };
};

/** A notification in a worker's hands. Only the holder of the fence may record a result. */
export interface ClaimedNotification extends Notification {
  readonly status: "processing";
  readonly fence: string;
}

/** The accepted content, frozen: whom it goes to. Whatever else it holds its channel knows alone, and stores. */
export interface NotificationContent {
  readonly channel: ChannelName;
  /** The address that it goes to first of all. */
  readonly recipient: string;
  /** Those who get a copy: that all see, and that nobody sees. */
  readonly cc?: readonly string[] | undefined;
  readonly bcc?: readonly string[] | undefined;
  readonly madeBy?: SenderRequest | undefined;
}

/** Sent, and yet not to everybody: a server refused some of the recipients, or deferred them until no attempt was left (D21). */
export const isPartlyDelivered = ({ status, recipients = [] }: Pick<Notification, "status" | "recipients">): boolean =>
  status === "sent" && recipients.some(({ result }) => result !== "accepted");

/** Every address, in the order of the recipients' records. */
export const addressesOf = ({ recipient, cc = [], bcc = [] }: NotificationContent): readonly string[] => [
  recipient,
  ...cc,
  ...bcc,
];

const FINAL: ReadonlySet<Status> = new Set(["sent", "failed", "canceled"]);
export const isFinal = (status: Status): boolean => FINAL.has(status);
