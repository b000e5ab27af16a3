import type { Owner } from "../kernel/owner.ts";
import type { DailyCount } from "../keys/domain/daily-count.ts";
import type { DeliveryMessage } from "./contract/messages.ts";
import type { Decision } from "./domain/decision.ts";
import type { Step } from "./domain/delivery.ts";
import type { Feedback } from "./domain/feedback.ts";
import type {
  ByChannel,
  ClaimedNotification,
  Notification,
  NotificationContent,
  Status,
  TimelineEntry,
} from "./domain/notification.ts";
import type { ReportedEvent } from "./domain/provider-status.ts";
import type { Resend } from "./domain/resend.ts";
import type { DueList, Postponement, SweepDecision } from "./domain/sweep.ts";
import type { Unsent } from "./domain/unsent.ts";

export interface UndecidedPage {
  /** A page has at most 100 notifications. */
  readonly limit: number;
  /** All notifications are newer than this id. */
  readonly after?: string | undefined;
}

/** A delivery that was given up because it crashed its workers. It is kept for 14 days, so that it can be put back when the fault is mended. */
export interface DeadLetter extends DeliveryMessage {
  /** The time at which the delivery was given up. */
  readonly at: string;
}

export interface DeadLetterStore {
  add(deadLetter: DeadLetter): Promise<void>;
  /** Lists the oldest first, at most `limit`. */
  list(limit: number): Promise<readonly DeadLetter[]>;
  remove(deadLetter: DeadLetter): Promise<void>;
}

export interface DeliveryQueue {
  /** A worker sees the message after `delaySeconds` (0 to 900). The owner is the message group (D25). It throws when the queue refuses. */
  enqueue(message: DeliveryMessage, delaySeconds?: number): Promise<void>;
}

export interface NotificationStatuses {
  /** Reads the statuses of at most 500 ids of one owner, strongly consistent; ids that are gone are not in the map. */
  statusesOf(owner: Owner, ids: readonly string[]): Promise<ReadonlyMap<string, Status>>;
  /** Reads like `statusesOf`, but returns the whole notification for each id that exists. */
  notificationsOf(owner: Owner, ids: readonly string[]): Promise<ReadonlyMap<string, Notification>>;
}

export interface NotificationKey {
  readonly owner: Owner;
  readonly id: string;
}

/** The sweep's decision about one notification. */
export interface Swept extends Pick<SweepDecision, "finding" | "delaySeconds"> {
  readonly traceId?: string | undefined;
  readonly accountId: string;
  readonly dueAt: number;
}

/** A notification that was postponed because its account has enough messages at work. */
export interface WaitingNotification extends NotificationKey {
  readonly accountId: string;
}

/** An event names its message by these ids, which are looked up in this order (D23). */
export interface ProviderReference {
  /** The notification's id, which we gave to the provider with the message. */
  readonly callbackId?: string | undefined;
  /** The cloud provider made this id. */
  readonly cloudMessageId?: string | undefined;
  /** The platform made this id. */
  readonly providerMessageId?: string | undefined;
}

/** The notification that one of the provider's ids led to. */
export interface CorrelatedNotification extends NotificationKey {
  readonly accountId: string;
  readonly conversationId: string;
}

/** The notification to which an event was applied. */
export interface AppliedEvent extends CorrelatedNotification {
  readonly traceId?: string | undefined;
  /** True until `noteAssignmentSettled`, if the worker could not assign the customer to the sender (D28). A repeated event sees it, too. */
  readonly isAssignmentDue: boolean;
}

export interface AddedNotification {
  /** The sweep looks at the notification at this epoch millisecond. */
  readonly dueAt: number;
  /**
   * The queue holds the message back for this many seconds; undefined when no message is needed: the time is too far ahead for the queue, so
   * that the sweep enqueues it, or the notification waits for a person or has ended.
   */
  readonly delaySeconds?: number | undefined;
}

/** The outcome of storing notifications that are counted. Only `added` has written anything. */
export type CountedAddition =
  | { readonly kind: "added"; readonly added: readonly AddedNotification[] }
  /** An earlier request has stored these already. They are counted. */
  | { readonly kind: "there"; readonly ids: ReadonlySet<string> }
  /** The count has room for only `left` notifications, which are fewer than were to be added. */
  | { readonly kind: "full"; readonly left: number };

export interface ToAdd {
  readonly notification: Notification;
  readonly content: NotificationContent;
}

/** A codec is the side of a channel that reads stored contents. Contents are stored as they are, so it only reads. */
export interface ContentCodec<Content extends NotificationContent = NotificationContent> {
  /** Throws when the stored value is no content of the channel. */
  parse(stored: unknown): Content;
}

export type ContentCodecs = ByChannel<ContentCodec>;

/** The result of a change that the sender asked for. */
export interface ChangedNotification {
  /** `notification` is the present notification, changed or not. */
  readonly notification: Notification;
  /** `isDone` is false when the lifecycle did not allow the change; then nothing was written. */
  readonly isDone: boolean;
}

export interface NotedFeedback {
  /** The report that the notification keeps: the new one, or the one of its kind that was noted of the recipient before. */
  readonly feedback: Feedback;
  /** False when one was noted before; then nothing was written. */
  readonly isNew: boolean;
}

/** Ids sort by time (D7), so a page is a range of ids that begins with the newest. */
export interface RecentPage {
  /** A page has at most 200 notifications. */
  readonly limit: number;
  /** All notifications are older than this id. */
  readonly before?: string | undefined;
  /** No notification is older than this id. */
  readonly from?: string | undefined;
  /** `eventual` reads cost half the price and may miss what was stored a moment ago, which is good enough for figures. */
  readonly reads?: "eventual" | undefined;
  /** Reads only notifications in these lists of unsent ones, which may be a moment out of date. */
  readonly unsent?: readonly Unsent[] | undefined;
}

/** A page of what an owner has due. */
export interface OwnDuePage {
  /** What was planned before the last move of the owner's clock counts as due when it is due so many milliseconds from now. */
  readonly soonMs: number;
  readonly limit: number;
  /** The place where the page begins: `next` of the page before. */
  readonly after?: Readonly<Record<string, unknown>> | undefined;
}

export interface OwnDue {
  readonly keys: readonly NotificationKey[];
  /** Absent on the last page. */
  readonly next?: Readonly<Record<string, unknown>>;
}

export interface NotificationStore {
  /**
   * Stores the content, the state (`pending`, due for the sweep), and for chat the item by which events find the notification.
   * Undefined means that the id exists: an interrupted request with the same idempotency key has stored the notification.
   * An id that is `new` was made for this request alone, so everything is written at once.
   */
  add(notification: Notification, content: NotificationContent, id?: "new"): Promise<AddedNotification | undefined>;
  /** Stores all (at most 100) or none, and returns in the same order; undefined when an earlier request with the key has stored them. */
  addTogether(all: readonly ToAdd[]): Promise<readonly AddedNotification[] | undefined>;
  get(owner: Owner, id: string): Promise<Notification | undefined>;
  /**
   * One conditional write claims a due `pending` notification, or a `processing` one whose lease is over, while attempts are left (D19).
   * It counts the attempt, and sets a new lease and fencing token. Undefined means that there is nothing to claim. `dueAt` is the time
   * of the sweep's next look, as the message says; if that is not before the end of the lease, the claim moves it to that end.
   */
  claim(owner: Owner, id: string, dueAt?: number): Promise<ClaimedNotification | undefined>;
  /** Returns undefined when the content has expired, or the request that should store it has failed. */
  findContent(owner: Owner, id: string): Promise<NotificationContent | undefined>;
  /** Lists the owner's notifications, newest first; fewer than `limit` mean that there are no more. */
  listRecent(owner: Owner, page: RecentPage): Promise<readonly Notification[]>;
  /** Records the result of an attempt and its timeline entry; false when another worker has the fencing token by now. */
  record(claimed: ClaimedNotification, step: Step, entry?: TimelineEntry): Promise<boolean>;
  /** Lists at most `limit` due keys of this shard of the list, oldest first. */
  due(list: DueList, shard: number, limit: number): Promise<readonly NotificationKey[]>;
  /** Lists what an owner of test mode has due, the earliest first. No other list has it. A page may be shorter than its limit. */
  ownDue(owner: Owner, page: OwnDuePage): Promise<OwnDue>;
  /**
   * Decides what the sweep does with one due notification, and moves the next look ahead in the same conditional write, so that two sweeps never
   * act on the same decision. What was planned before the last move of the owner's clock counts as due. Undefined means that somebody else has
   * just changed the notification.
   */
  sweep(key: NotificationKey): Promise<Swept | undefined>;
  /** Lets an unclaimed notification wait for its account; false when another message or a worker has it, or its time is later. */
  postpone(key: NotificationKey, postponement: Postponement): Promise<boolean>;
  /** Lists at most `limit` notifications that wait for an account, roughly oldest first. It may miss those postponed a moment ago. */
  listWaiting(accountId: string, limit: number): Promise<readonly WaitingNotification[]>;
  /** Removes a notification from those that wait for the account, because it could not be claimed. */
  endWaiting(key: NotificationKey): Promise<void>;
  /**
   * Cancels a `pending` notification; if a worker claims it at the same moment, either the claim or the cancellation succeeds. Undefined means
   * that the notification is gone.
   */
  cancel(key: NotificationKey): Promise<ChangedNotification | undefined>;
  /**
   * Decides about a notification that waits for a person, in one conditional write: of any number of decisions at the same moment, one is done.
   * Undefined when the notification is gone.
   */
  decide(key: NotificationKey, decision: Decision): Promise<(ChangedNotification & AddedNotification) | undefined>;
  /** Lists what waits for a person, oldest first; fewer than `limit` mean the end. It may miss what was accepted a moment ago. */
  listUndecided(owner: Owner, page: UndecidedPage): Promise<readonly Notification[]>;
  /** Lets a waiting retry begin now; undefined when the notification is gone. */
  hasten(key: NotificationKey): Promise<(ChangedNotification & AddedNotification) | undefined>;
  /** Moves a scheduled notification to `sendAt`, before its first attempt, and keeps content and record longer; undefined when it is gone. */
  reschedule(key: NotificationKey, sendAt: string): Promise<(ChangedNotification & AddedNotification) | undefined>;
  /** Ends a `pending` notification, or a `processing` one whose lease is over, as `failed`; false when it has ended or a living worker has it. */
  giveUp(owner: Owner, id: string, cause: string): Promise<boolean>;
  /**
   * Notes that the notification `again`, which is stored afterwards, sends this one again. A second note of the same changes nothing, and of
   * many, the newest `MAX_RESENDS` are kept. Does nothing when the notification is gone.
   */
  noteResend(key: NotificationKey, again: string): Promise<void>;
  /** Reads the resends that the notification's record names, newest first; those that were never stored are left out. */
  resendsOf(notification: Pick<Notification, "owner" | "resentAs">): Promise<readonly Resend[]>;
  /** Stores how the worker of an unfinished notification crashed, for the timeline. Throws when that takes long. */
  noteCrash(key: NotificationKey, kind: string): Promise<void>;
  /** Makes a notification that failed for one of `causes` `pending` again, with no attempts counted; false for any other notification. */
  revive(owner: Owner, id: string, causes: readonly string[]): Promise<boolean>;
  /**
   * Notes a report of a recipient in any status, unless one of its kind was noted of this recipient before (D45f): one conditional write
   * decides. Undefined means that the notification is gone.
   */
  noteFeedback(key: NotificationKey, feedback: Feedback): Promise<NotedFeedback | undefined>;
  /** Notes that the suppression which a report asks for was made. */
  settleFeedback(key: NotificationKey, feedback: Feedback): Promise<void>;
  /** Applies one event in any status (D26), and stores the platform's id; undefined when none of the ids is known, or not written yet. */
  applyProviderEvent(reference: ProviderReference, event: ReportedEvent): Promise<AppliedEvent | undefined>;
  /** Notes that the customer was assigned to the sender, so that no later event repeats the assignment. */
  noteAssignmentSettled(owner: Owner, id: string): Promise<void>;
  /**
   * Lists the notifications whose mails have this id of the provider. It may miss those sent a moment ago. Anybody's server may have given an
   * id twice, so there may be several, of any owners; a few are listed.
   */
  findByMailId(mailId: string): Promise<readonly NotificationKey[]>;
  /** Finds the notification by an id of the provider or of our own. */
  findByProviderReference(reference: ProviderReference): Promise<CorrelatedNotification | undefined>;
}

/** Stores the notifications of API keys with a daily limit. */
export interface CountedNotificationStore {
  /**
   * Stores all (1 to 100) or none, and counts them in the transaction that stores them, so the count is exact whatever is
   * interrupted and however many write at the same time (D47d).
   */
  addCounted(all: readonly ToAdd[], count: DailyCount): Promise<CountedAddition>;
}

export const DUE_SHARDS = 32;
/** The number of shards of the lists that have few notifications. */
const FEW_SHARDS = 4;
const LONG_LISTS: ReadonlySet<DueList> = new Set(["fresh", "scheduled"]);
export const shardsIn = (list: DueList): number => (LONG_LISTS.has(list) ? DUE_SHARDS : FEW_SHARDS);
