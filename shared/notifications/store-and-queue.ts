import type { Clock } from "../kernel/clock.ts";
import { currentTrace, noteAccepted } from "../kernel/trace.ts";
import type { Acceptance, AcceptedRequest } from "./channel.ts";
import { asAccepted, leavesAtMs, type Notification, recipientOf } from "./domain/notification.ts";
import { queueDelaySeconds } from "./domain/sweep.ts";
import { type EnqueueDeps, enqueueOrLeaveToSweep } from "./enqueue-or-leave-to-sweep.ts";
import type { NotificationKey, NotificationStore } from "./ports.ts";

export interface StoreAndQueueDeps extends EnqueueDeps {
  readonly notifications: Pick<NotificationStore, "add" | "get" | "findContent">;
  readonly clock: Clock;
}

export interface NewNotification extends Acceptance {
  readonly accepted: AcceptedRequest;
  readonly options?: Pick<Notification, "sendAt" | "metadata" | "resentFrom">;
}

/** An accepted request becomes durable, then known to its channel, then queued: a crash between any two is mended by the sweep or by the repeated request. */
export async function storeAndQueue(
  deps: StoreAndQueueDeps,
  { owner, id, isRepeat }: RepeatableKey,
  { accepted: { accountId, content }, maxAttempts, beforeQueued, options }: NewNotification,
): Promise<Notification> {
  const now = new Date(deps.clock.now()).toISOString();
  const state = { status: "pending", attempts: 0, maxAttempts, accountId, createdAt: now, updatedAt: now } as const;
  const conversation = content.channel === "chat" ? { conversationId: content.conversationId } : {};
  const notification: Notification = {
    ...{ owner, id, channel: content.channel, ...state, ...conversation, ...options },
    recipient: recipientOf(content),
    traceId: currentTrace()?.traceId,
  };
  // Stored before it is queued: a worker may pick the message up within milliseconds.
  const added = await deps.notifications.add(notification, content, isRepeat === undefined ? "new" : undefined);
  if (added === undefined) return resume(deps, await deps.notifications.get(owner, id), beforeQueued);
  noteAccepted(id);
  await beforeQueued?.(notification, content);
  // The answer is 202 from here on: what is stored will be delivered, with the queue's help or without (D22).
  const { dueAt, delaySeconds } = added;
  if (delaySeconds !== undefined) await enqueueOrLeaveToSweep(deps, { owner, id, accountId, dueAt }, delaySeconds);
  deps.metrics.count("accepted");
  return notification;
}

/** The key of a notification that is to be accepted, and whether an interrupted request may have stored it; undefined for an id of this request alone. */
export interface RepeatableKey extends NotificationKey {
  readonly isRepeat?: boolean | undefined;
}

/**
 * A repeat of an interrupted request finds what that one stored, before anything is looked at that may have changed meanwhile: accounts,
 * templates, windows. A refusal means therefore that nothing was stored under the key.
 */
export async function unlessStored(
  deps: StoreAndQueueDeps,
  { owner, id, isRepeat }: RepeatableKey,
  { accept, beforeQueued }: { accept: () => Promise<Notification>; beforeQueued: Acceptance["beforeQueued"] },
): Promise<Notification> {
  const stored = isRepeat ? await deps.notifications.get(owner, id) : undefined;
  return stored === undefined ? accept() : resume(deps, stored, beforeQueued);
}

/** Nobody knows whether the interrupted request reached the queue, and a second message does no harm. */
async function resume(
  deps: StoreAndQueueDeps,
  stored: Notification | undefined,
  beforeQueued: Acceptance["beforeQueued"],
): Promise<Notification> {
  if (stored === undefined) throw new Error("a stored notification cannot be read");
  const { owner, id, accountId } = stored;
  noteAccepted(id);
  if (stored.status === "pending") {
    const content = beforeQueued && (await deps.notifications.findContent(owner, id));
    if (content) await beforeQueued(stored, content);
    const delaySeconds = queueDelaySeconds(leavesAtMs(stored), deps.clock.now());
    if (delaySeconds !== undefined) await enqueueOrLeaveToSweep(deps, { owner, id, accountId }, delaySeconds);
  }
  return asAccepted(stored);
}
