import type { Acceptance, AcceptedRequest } from "../../channels/channel.ts";
import { Refusal } from "../../domain/errors.ts";
import { type ChannelName, isChatContent, type Notification } from "../../domain/notification.ts";
import type { Clock } from "../../ports/clock.ts";
import type { NotificationKey, NotificationStore } from "../../ports/notification-store.ts";
import { type EnqueueDeps, enqueueOrLeaveToSweep } from "./enqueue-or-leave-to-sweep.ts";

export interface StoreAndQueueDeps extends EnqueueDeps {
  readonly notifications: Pick<NotificationStore, "add" | "get" | "content">;
  readonly clock: Clock;
}

export interface NewNotification extends Acceptance {
  readonly channel: ChannelName;
  readonly accepted: AcceptedRequest;
}

/** An accepted request becomes durable, then known to its channel, then queued: a crash between any two is mended by the sweep or by the repeated request. */
export async function storeAndQueue(
  deps: StoreAndQueueDeps,
  { owner, id }: NotificationKey,
  { channel, accepted: { accountId, content }, maxAttempts, beforeQueued }: NewNotification,
): Promise<Notification> {
  const now = new Date(deps.clock.now()).toISOString();
  const state = { status: "pending", attempts: 0, maxAttempts, accountId, createdAt: now, updatedAt: now } as const;
  const conversation = isChatContent(content) ? { conversationId: content.conversationId } : {};
  const notification: Notification = { owner, id, channel, ...state, ...conversation };
  // Stored before it is queued: a worker may pick the message up within milliseconds.
  const dueAt = await deps.notifications.add(notification, content);
  if (dueAt === undefined) return resume(deps, { owner, id }, beforeQueued);
  await beforeQueued?.(notification, content);
  // The answer is 202 from here on: what is stored will be delivered, with the queue's help or without (D22).
  await enqueueOrLeaveToSweep(deps, { owner, id, accountId, dueAt });
  deps.metrics.count("accepted");
  return notification;
}

/** An earlier, interrupted request stored it; whether it also reached the queue nobody knows, and a second message does no harm. */
async function resume(
  deps: StoreAndQueueDeps,
  { owner, id }: NotificationKey,
  beforeQueued: Acceptance["beforeQueued"],
): Promise<Notification> {
  const stored = await deps.notifications.get(owner, id);
  if (stored === undefined) throw new Error("a stored notification cannot be read");
  if (stored.status !== "pending") return stored;
  if (beforeQueued) await beforeQueued(stored, await deps.notifications.content(owner, id));
  await enqueueOrLeaveToSweep(deps, { owner, id, accountId: stored.accountId });
  return stored;
}

/** What changes by itself, such as a service window, must not refuse the repetition of a request that was accepted. */
export async function unlessStored(
  deps: StoreAndQueueDeps,
  key: NotificationKey,
  { accept, beforeQueued }: { accept: () => Promise<Notification>; beforeQueued: Acceptance["beforeQueued"] },
): Promise<Notification> {
  try {
    return await accept();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if ((await deps.notifications.get(key.owner, key.id)) === undefined) throw error;
    return resume(deps, key, beforeQueued);
  }
}
