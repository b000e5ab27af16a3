import type { Clock } from "../kernel/clock.ts";
import type { SenderRequest } from "../kernel/sender-request.ts";
import { currentTrace, noteAccepted } from "../kernel/trace.ts";
import type { Acceptance, AcceptedRequest } from "./channel.ts";
import type { DeliveryMessage } from "./contract/messages.ts";
import {
  addressesOf,
  asAccepted,
  leavesAtMs,
  type Notification,
  type NotificationContent,
} from "./domain/notification.ts";
import { queueDelaySeconds } from "./domain/sweep.ts";
import { type EnqueueDeps, enqueueOrLeaveToSweep } from "./enqueue-or-leave-to-sweep.ts";
import type { AddedNotification, NotificationKey, NotificationStore } from "./ports.ts";

export interface StoreAndQueueDeps extends EnqueueDeps {
  readonly notifications: Pick<NotificationStore, "add" | "get" | "findContent">;
  readonly clock: Clock;
}

/** The key of a notification that is to be accepted, and whether an interrupted request may have stored it; undefined for an id of this request alone. */
export interface RepeatableKey extends NotificationKey {
  readonly isRepeat?: boolean | undefined;
  /** Kept with the content. */
  readonly madeBy?: SenderRequest | undefined;
}

export interface NewNotification {
  readonly accepted: AcceptedRequest;
  /** Of its channel. */
  readonly acceptance: Acceptance;
  readonly options?: Pick<Notification, "sendAt" | "metadata" | "resentFrom">;
}

/** A notification that is durable, known to its channel, and not queued yet. */
export interface StoredNotification {
  /** As it is answered. */
  readonly notification: Notification;
  /** Undefined when it needs none: it has ended, or is too far ahead for the queue. */
  readonly message?: { readonly keys: DeliveryMessage; readonly delaySeconds: number } | undefined;
}

/** An accepted request becomes durable, then known to its channel, then queued: a crash between any two is mended by the sweep or by the repeated request. */
export async function storeAndQueue(
  deps: StoreAndQueueDeps,
  key: RepeatableKey,
  accepted: NewNotification,
): Promise<Notification> {
  return queued(deps, await stored(deps, key, accepted));
}

/** Stored before it is queued: a worker may pick the message up within milliseconds. */
export async function stored(
  deps: StoreAndQueueDeps,
  key: RepeatableKey,
  accepted: NewNotification,
): Promise<StoredNotification> {
  const notification = newNotification(deps, key, accepted);
  const content = newContent(key, accepted);
  const idIs = key.isRepeat === undefined ? "new" : undefined;
  const added = await deps.notifications.add(notification, content, idIs);
  if (added === undefined) return resumed(deps, await deps.notifications.get(key.owner, key.id), accepted.acceptance);
  return settled(deps, notification, { ...accepted, added });
}

export function newNotification(
  { clock }: Pick<StoreAndQueueDeps, "clock">,
  { owner, id }: NotificationKey,
  { accepted, acceptance: { maxAttempts }, options }: NewNotification,
): Notification {
  const { accountId, content, title, conversationId, templateId, absent } = accepted;
  const now = new Date(clock.now()).toISOString();
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
    recipient: content.recipient,
    ...(recipientCount > 1 && { recipientCount }),
    title,
    templateId,
    absent,
    traceId: currentTrace()?.traceId,
  };
}

/** A content that is sent again was made by another request before. */
export const newContent = (
  { madeBy }: Pick<RepeatableKey, "madeBy">,
  { accepted: { content } }: NewNotification,
): NotificationContent => ({ ...content, madeBy });

/** A notification that was just stored becomes known to its channel. */
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

/** The answer is 202 from here on: what is stored will be delivered, with the queue's help or without (D22). */
export async function queued(deps: EnqueueDeps, { notification, message }: StoredNotification): Promise<Notification> {
  if (message) await enqueueOrLeaveToSweep(deps, message.keys, message.delaySeconds);
  return notification;
}

/**
 * The same for what an earlier request under the same key has stored: its work is finished, and the answer is its own. Undefined when that
 * one stored nothing. Asked before anything is looked at that may have changed meanwhile (accounts, templates, windows), so that a refusal
 * means that nothing is stored under the key.
 */
export async function storedBefore(
  deps: StoreAndQueueDeps,
  { owner, id }: NotificationKey,
  acceptance: Acceptance,
): Promise<Notification | undefined> {
  const found = await deps.notifications.get(owner, id);
  return found && queued(deps, await resumed(deps, found, acceptance));
}

/** Nobody knows whether the interrupted request reached the queue, and a second message does no harm. */
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
  const delaySeconds = queueDelaySeconds(leavesAtMs(found), clock.now());
  const keys = { owner, id, accountId };
  return { notification, message: delaySeconds === undefined ? undefined : { keys, delaySeconds } };
}
