import type { Clock } from "../../kernel/clock.ts";
import { type CallingKey, needsApproval } from "../../kernel/key-terms.ts";
import type { SenderRequest } from "../../kernel/sender-request.ts";
import { currentTrace, noteAccepted } from "../../kernel/trace.ts";
import { dailyCountOf, dailyLimitReached } from "../../keys/domain/daily-count.ts";
import type { Acceptance, AcceptedRequest } from "../channel.ts";
import type { DeliveryMessage } from "../contract/messages.ts";
import { awaitingApproval, isUndecided } from "../domain/approval.ts";
import {
  addressesOf,
  asAccepted,
  leavesAtMs,
  type Notification,
  type NotificationContent,
} from "../domain/notification.ts";
import { queueDelaySeconds } from "../domain/sweep.ts";
import { type EnqueueDeps, enqueueOrLeaveToSweep } from "../enqueue-or-leave-to-sweep.ts";
import type {
  AddedNotification,
  CountedNotificationStore,
  NotificationKey,
  NotificationStore,
  ToAdd,
} from "../ports.ts";

export interface StoreAndQueueDeps extends EnqueueDeps {
  readonly notifications: Pick<NotificationStore, "add" | "get" | "findContent">;
  /** Functions that take API keys have this. */
  readonly countedNotifications?: CountedNotificationStore | undefined;
  readonly clock: Clock;
}

/** `isRepeat` says whether an interrupted request may have stored the notification; it is undefined when the id belongs to this request only. */
export interface RepeatableKey extends NotificationKey {
  readonly isRepeat?: boolean | undefined;
  /** The request that made the content is stored with it. */
  readonly madeBy?: SenderRequest | undefined;
  /** The API key that the request was made with. Its limits hold for what is created. */
  readonly callingKey?: CallingKey | undefined;
}

export interface NewNotification {
  readonly accepted: AcceptedRequest;
  /** The intake of the channel that accepted the request. */
  readonly acceptance: Acceptance;
  readonly options?: Pick<Notification, "sendAt" | "metadata" | "resentFrom">;
}

/** A notification that is stored, and whose channel has done its part after storing, but that is not queued yet. */
export interface StoredNotification {
  /** The notification as the caller gets it. */
  readonly notification: Notification;
  /** `message` is undefined when no message is needed: the notification has ended, waits for a person, or is too far ahead for the queue. */
  readonly message?: { readonly keys: DeliveryMessage; readonly delaySeconds: number } | undefined;
}

/**
 * Stores the notification, calls its channel's `beforeQueued`, and queues it, in this order. After a crash, the sweep or a repeated request
 * continues.
 */
export async function storeAndQueue(
  deps: StoreAndQueueDeps,
  key: RepeatableKey,
  accepted: NewNotification,
): Promise<Notification> {
  return queued(deps, await stored(deps, key, accepted));
}

/**
 * Stores the notification. It is queued only afterwards, because a worker may get the message within milliseconds.
 * @throws Refusal `daily_limit_reached`
 */
export async function stored(
  deps: StoreAndQueueDeps,
  key: RepeatableKey,
  accepted: NewNotification,
): Promise<StoredNotification> {
  const notification = newNotification(deps, key, accepted);
  const content = newContent(key, accepted);
  const added = await addedOrThere(deps, key, { notification, content });
  if (added === undefined) return resumed(deps, await deps.notifications.get(key.owner, key.id), accepted.acceptance);
  return settled(deps, notification, { ...accepted, added });
}

/** A key with a daily limit sends nothing where nobody counts. */
export function countedStoreOf({ countedNotifications }: StoreAndQueueDeps): CountedNotificationStore {
  if (countedNotifications === undefined) throw new Error("a key with a daily limit was used where nothing is counted");
  return countedNotifications;
}

/** Returns undefined when an earlier request has stored the notification. */
async function addedOrThere(
  deps: StoreAndQueueDeps,
  { owner, callingKey, isRepeat }: RepeatableKey,
  { notification, content }: ToAdd,
): Promise<AddedNotification | undefined> {
  const { notifications, clock } = deps;
  const count = dailyCountOf(owner, callingKey, clock.now());
  if (count === undefined) return notifications.add(notification, content, isRepeat === undefined ? "new" : undefined);
  const counted = await countedStoreOf(deps).addCounted([{ notification, content }], count);
  if (counted.kind === "full") throw dailyLimitReached(clock.now());
  return counted.kind === "added" ? counted.added[0] : undefined;
}

export function newNotification(
  { clock }: Pick<StoreAndQueueDeps, "clock">,
  { owner, id, callingKey }: RepeatableKey,
  { accepted, acceptance: { maxAttempts }, options }: NewNotification,
): Notification {
  const { accountId, from, accountAddress, content, title, conversationId, templateId, templateVersion, absent } =
    accepted;
  const nowMs = clock.now();
  const now = new Date(nowMs).toISOString();
  const state = { status: "pending", attempts: 0, maxAttempts, accountId, createdAt: now, updatedAt: now } as const;
  const recipientCount = addressesOf(content).length;
  const conversation = conversationId === undefined ? {} : { conversationId };
  return {
    owner,
    id,
    channel: content.channel,
    ...state,
    ...conversation,
    ...options,
    ...(needsApproval(callingKey) && awaitingApproval(nowMs)),
    recipient: content.recipient,
    ...(recipientCount > 1 && { recipientCount }),
    from,
    leftFrom: from === undefined ? accountAddress : undefined,
    title,
    templateId,
    templateVersion,
    absent,
    traceId: currentTrace()?.traceId,
  };
}

/** Adds to the content the request that made it (`madeBy`). */
export const newContent = (
  { madeBy }: Pick<RepeatableKey, "madeBy">,
  { accepted: { content } }: NewNotification,
): NotificationContent => ({ ...content, madeBy });

/** Lets the channel do its part after storing, before the notification is queued. */
export async function settled(
  { metrics }: Pick<StoreAndQueueDeps, "metrics">,
  notification: Notification,
  { accepted, acceptance, added }: NewNotification & { readonly added: AddedNotification },
): Promise<StoredNotification> {
  const { owner, id, accountId } = notification;
  noteAccepted(id);
  await acceptance.beforeQueued?.(notification, accepted.content);
  metrics.count("accepted");
  const { dueAt, delaySeconds } = added;
  const keys = { owner, id, accountId, dueAt };
  return { notification, message: delaySeconds === undefined ? undefined : { keys, delaySeconds } };
}

/** Queues a stored notification. The answer is 202 even if the queue refuses, because the sweep finds the stored notification (D22). */
export async function queued(deps: EnqueueDeps, { notification, message }: StoredNotification): Promise<Notification> {
  if (message) await enqueueOrLeaveToSweep(deps, message.keys, message.delaySeconds);
  return notification;
}

/**
 * Finishes what an earlier request with the same idempotency key has stored, and answers like that request; undefined when nothing
 * was stored. Call it before any check of accounts, templates or service windows, because these may have changed meanwhile: then a
 * refusal always means that nothing is stored for the key.
 */
export async function storedBefore(
  deps: StoreAndQueueDeps,
  { owner, id }: NotificationKey,
  acceptance: Acceptance,
): Promise<Notification | undefined> {
  const found = await deps.notifications.get(owner, id);
  return found && queued(deps, await resumed(deps, found, acceptance));
}

/** Queues a notification that an interrupted request has stored. If that request has queued it too, the second message does no harm. */
export async function resumed(
  { clock, notifications }: StoreAndQueueDeps,
  found: Notification | undefined,
  { beforeQueued }: Acceptance,
): Promise<StoredNotification> {
  if (found === undefined) throw new Error("a stored notification cannot be read");
  const { owner, id, accountId, status } = found;
  noteAccepted(id);
  const notification = asAccepted(found);
  if (status !== "pending") return { notification };
  const content = beforeQueued && (await notifications.findContent(owner, id));
  if (content) await beforeQueued(found, content);
  const delaySeconds = isUndecided(found) ? undefined : queueDelaySeconds(leavesAtMs(found), clock.now());
  const keys = { owner, id, accountId };
  return { notification, message: delaySeconds === undefined ? undefined : { keys, delaySeconds } };
}
