import type { Owner } from "../kernel/owner.ts";
import type { DeliveryMessage } from "./contract/messages.ts";
import type { Step } from "./domain/delivery.ts";
import type {
  ByChannel,
  ClaimedNotification,
  Notification,
  NotificationContent,
  Status,
  TimelineEntry,
} from "./domain/notification.ts";
import type { ReportedEvent } from "./domain/provider-status.ts";
import type { DueList, Postponement, SweepDecision } from "./domain/sweep.ts";
import type { Unsent } from "./domain/unsent.ts";

/** A delivery that was given up because it crashed its workers; kept for 14 days, so that it can be put back once they are mended. */
export interface DeadLetter extends DeliveryMessage {
  /** When it was given up. */
  readonly at: string;
}

export interface DeadLetterStore {
  add(deadLetter: DeadLetter): Promise<void>;
  /** Oldest first, at most `limit`. */
  list(limit: number): Promise<readonly DeadLetter[]>;
  remove(deadLetter: DeadLetter): Promise<void>;
}

export interface DeliveryQueue {
  /** One message, seen by a worker after `delaySeconds` (0 to 900). The owner is the message group (D25). Throws when the queue refuses. */
  enqueue(message: DeliveryMessage, delaySeconds?: number): Promise<void>;
}

export interface NotificationStatuses {
  /** Of an owner's notifications, strongly consistent; what is gone is not in the map. At most 500 ids. */
  statusesOf(owner: Owner, ids: readonly string[]): Promise<ReadonlyMap<string, Status>>;
  /** The same with all that a notification shows. */
  notificationsOf(owner: Owner, ids: readonly string[]): Promise<ReadonlyMap<string, Notification>>;
}

export interface NotificationKey {
  readonly owner: Owner;
  readonly id: string;
}

/** The sweep's finding, and the time of its next look. */
export interface Swept extends Pick<SweepDecision, "finding" | "delaySeconds"> {
  readonly traceId?: string | undefined;
  readonly accountId: string;
  readonly dueAt: number;
}

/** It was postponed, since its account is busy. */
export interface WaitingNotification extends NotificationKey {
  readonly accountId: string;
}

/** How an event names the message that it tells of; looked up in this order (D23). */
export interface ProviderReference {
  /** The id that we gave the provider: the notification's. */
  readonly callbackId?: string | undefined;
  /** The cloud provider's id. */
  readonly cloudMessageId?: string | undefined;
  /** The platform's id. */
  readonly providerMessageId?: string | undefined;
}

/** The notification behind one of the provider's ids. */
export interface CorrelatedNotification extends NotificationKey {
  readonly accountId: string;
  readonly conversationId: string;
}

/** The notification that an event was applied to. */
export interface AppliedEvent extends CorrelatedNotification {
  readonly traceId?: string | undefined;
  /**
   * No worker has noted that it gave the customer to the sender (D28): its call had no clear answer, it died, or could not. Stays so
   * until `noteHoldSettled`, so that a repeated event finds the same.
   */
  readonly isHoldDue: boolean;
}

export interface AddedNotification {
  /** When the sweep looks, epoch milliseconds. */
  readonly dueAt: number;
  /**
   * So long its delivery has to wait: its time is ahead, or a write of the store's is still on its way. Mostly 0; undefined when it is
   * too far ahead for the queue, and the sweep brings it there.
   */
  readonly delaySeconds?: number | undefined;
}

export interface ToAdd {
  readonly notification: Notification;
  readonly content: NotificationContent;
}

/** The side of a channel that stores: its contents are stored as they are, and read back by this alone. */
export interface ContentCodec<Content extends NotificationContent = NotificationContent> {
  /** Throws for what is no content of the channel. */
  parse(stored: unknown): Content;
}

export type ContentCodecs = ByChannel<ContentCodec>;

/** The outcome of a change that its sender asked for. */
export interface ChangedNotification {
  /** As it is now, changed or not. */
  readonly notification: Notification;
  /** The lifecycle did not allow it otherwise: then nothing was written. */
  readonly isDone: boolean;
}

/** Ids sort by time (D7): a page is a range of them, and begins with the newest. */
export interface RecentPage {
  /** At most 200. */
  readonly limit: number;
  /** All of them are older than this id. */
  readonly before?: string | undefined;
  /** None of them is older than this id. */
  readonly from?: string | undefined;
  /** What was stored a moment ago may be missing: for figures, at half the price. */
  readonly reads?: "eventual" | undefined;
  /** Only what is unsent in one of these ways; those that changed a moment ago may be missing, or there for how they were. */
  readonly unsent?: readonly Unsent[] | undefined;
}

export interface NotificationStore {
  /**
   * Stores content, for chat the entry by which events find it, then state (`pending`), and makes it due for the sweep.
   * Undefined when the id is taken: an earlier, interrupted request with the same idempotency key got that far.
   * An id that is `new` was made for this request alone, so that nothing can be stored under it: then all of it is written at once.
   */
  add(notification: Notification, content: NotificationContent, id?: "new"): Promise<AddedNotification | undefined>;
  /**
   * Stores several, at most 100, all or none: their contents first, then all states at once. Answers in their order; undefined when one of
   * the ids is taken, by an earlier request with the same idempotency key: that one has stored them all.
   */
  addTogether(all: readonly ToAdd[]): Promise<readonly AddedNotification[] | undefined>;
  get(owner: Owner, id: string): Promise<Notification | undefined>;
  /**
   * One conditional write: `pending` and due, or `processing` with its lease over, and attempts left, becomes `processing`
   * with one attempt more, a fresh lease and a new fence (D19). Undefined when there is nothing to claim. `dueAt` is when the sweep
   * looks, as far as the message knows: unless that is in time, the sweep is to look when the lease ends.
   */
  claim(owner: Owner, id: string, dueAt?: number): Promise<ClaimedNotification | undefined>;
  /** Undefined when it has expired, or when the request that was to store it has failed. */
  findContent(owner: Owner, id: string): Promise<NotificationContent | undefined>;
  /** The owner's notifications, newest first; fewer than `limit` mean that there are no more. */
  listRecent(owner: Owner, page: RecentPage): Promise<readonly Notification[]>;
  /** Records the result of an attempt, and its entry of the timeline. Answers false when the fence is no longer ours: another worker has taken over. */
  record(claimed: ClaimedNotification, step: Step, entry?: TimelineEntry): Promise<boolean>;
  /** At most `limit` keys of this shard of the list whose time has come, oldest first. */
  due(list: DueList, shard: number, limit: number): Promise<readonly NotificationKey[]>;
  /**
   * Decides what the sweep does with one due notification, and moves its next look ahead in the same conditional write, so that
   * two sweeps never act on the same finding. Undefined when somebody else has just changed it.
   */
  sweep(key: NotificationKey): Promise<Swept | undefined>;
  /**
   * Lets a notification wait for its account, unclaimed, and keeps the sweep from it for half a lease at least. Its message ends. False
   * when another message speaks for the notification now, a worker has it, or its time has not come.
   */
  postpone(key: NotificationKey, postponement: Postponement): Promise<boolean>;
  /** At most `limit` of those that wait for an account, the oldest first as far as that is cheap. May miss what has just been postponed. */
  listWaiting(accountId: string, limit: number): Promise<readonly WaitingNotification[]>;
  /** It no longer waits for its account: what was read could not be claimed. */
  endWaiting(key: NotificationKey): Promise<void>;
  /** Cancels a notification that is `pending`: of a claim and a cancellation one wins. Undefined when it is gone. */
  cancel(key: NotificationKey): Promise<ChangedNotification | undefined>;
  /** Lets a retry that waits begin now. Undefined when it is gone. */
  hasten(key: NotificationKey): Promise<(ChangedNotification & AddedNotification) | undefined>;
  /** Moves a notification that was given a time, before its first attempt, and keeps all of it for as much longer. Undefined when it is gone. */
  reschedule(key: NotificationKey, sendAt: string): Promise<(ChangedNotification & AddedNotification) | undefined>;
  /**
   * Ends a notification that nobody is delivering: `pending`, or `processing` with its lease over. Answers false when it is
   * finished or in a living worker's hands.
   */
  giveUp(owner: Owner, id: string, cause: string): Promise<boolean>;
  /** Remembers on a notification that is not finished how its worker crashed, for its timeline; throws when that takes long. */
  noteCrash(key: NotificationKey, kind: string): Promise<void>;
  /** Makes a notification that failed for one of these causes `pending` again, with all its attempts before it; false for any other. */
  revive(owner: Owner, id: string, causes: readonly string[]): Promise<boolean>;
  /**
   * Applies one event (D26), whatever the notification's state, and remembers the platform's id. Undefined
   * when no notification is known by any of the ids: of a message that is not ours, or whose ids are not written yet.
   */
  applyProviderEvent(reference: ProviderReference, event: ReportedEvent): Promise<AppliedEvent | undefined>;
  /** The hold has been seen to: no later event has to. */
  noteHoldSettled(owner: Owner, id: string): Promise<void>;
  /** The notification that an id of the provider, or our own, stands for. */
  findByProviderReference(reference: ProviderReference): Promise<CorrelatedNotification | undefined>;
}

export const DUE_SHARDS = 32;
/** Notifications that were put back, or claimed after that, are few beside those that are accepted. */
const FEW_SHARDS = 4;
const LONG_LISTS: ReadonlySet<DueList> = new Set(["fresh", "scheduled"]);
export const shardsIn = (list: DueList): number => (LONG_LISTS.has(list) ? DUE_SHARDS : FEW_SHARDS);
