import type { Intakes } from "../../channels/channel.ts";
import type { NotificationRequest } from "../../contract/notifications.ts";
import type { CallerOrigin } from "../../domain/allowed-domains.ts";
import type { Notification } from "../../domain/notification.ts";
import type { Clock } from "../../ports/clock.ts";
import type { NotificationStore } from "../../ports/notification-store.ts";
import { type EnqueueDeps, enqueueOrLeaveToSweep } from "./enqueue-or-leave-to-sweep.ts";

export interface SubmitNotificationDeps extends EnqueueDeps {
  readonly channels: Intakes;
  readonly notifications: NotificationStore;
  readonly clock: Clock;
}

export interface Submission {
  readonly owner: string;
  /** Chosen before: a request that is carried out twice under one idempotency key creates one notification. */
  readonly id: string;
  readonly caller: CallerOrigin;
}

export async function submitNotification(
  deps: SubmitNotificationDeps,
  { owner, id, caller }: Submission,
  request: NotificationRequest,
): Promise<Notification> {
  const channel = deps.channels[request.channel];
  const { accountId, content } = await channel.check(owner, request, caller);
  const now = new Date(deps.clock.now()).toISOString();
  const notification: Notification = {
    owner,
    id,
    channel: request.channel,
    status: "pending",
    attempts: 0,
    maxAttempts: channel.maxAttempts,
    accountId,
    createdAt: now,
    updatedAt: now,
  };
  // Stored before it is queued: a worker may pick the message up within milliseconds.
  const isNew = await deps.notifications.add(notification, content);
  if (!isNew) return resume(deps, notification);
  // The answer is 202 from here on: what is stored will be delivered, with the queue's help or without (D22).
  await enqueueOrLeaveToSweep(deps, { owner, id, accountId });
  deps.metrics.count("accepted");
  return notification;
}

/** An earlier, interrupted request stored it; whether it also reached the queue nobody knows, and a second message does no harm. */
async function resume(deps: SubmitNotificationDeps, { owner, id }: Notification): Promise<Notification> {
  const stored = await deps.notifications.get(owner, id);
  if (stored === undefined) throw new Error("a stored notification cannot be read");
  if (stored.status === "pending") await enqueueOrLeaveToSweep(deps, { owner, id, accountId: stored.accountId });
  return stored;
}
