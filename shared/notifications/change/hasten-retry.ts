import { notFound, Refusal } from "../../kernel/refusal.ts";
import type { Notification } from "../domain/notification.ts";
import { type EnqueueDeps, enqueueOrLeaveToSweep } from "../enqueue-or-leave-to-sweep.ts";
import type { NotificationKey, NotificationStore } from "../ports.ts";
import { alreadyIs } from "./cancel-notification.ts";

export interface HastenRetryDeps extends EnqueueDeps {
  readonly notifications: Pick<NotificationStore, "hasten">;
}

/**
 * Lets the waiting retry begin now; later attempts wait as usual. The queue still holds the message of the planned retry. That message
 * finds nothing to claim, or makes the same attempt a moment earlier.
 * @throws Refusal `not_found`, `notification_not_pending` or `notification_not_retrying`
 */
export async function hastenRetry(deps: HastenRetryDeps, { owner, id }: NotificationKey): Promise<Notification> {
  const hastened = await deps.notifications.hasten({ owner, id });
  if (hastened === undefined) throw notFound();
  const { notification, isDone, dueAt, delaySeconds } = hastened;
  if (!isDone && notification.status !== "pending") throw alreadyIs(notification.status);
  if (!isDone) throw new Refusal("notification_not_retrying", "notification does not wait for a retry");
  await enqueueOrLeaveToSweep(deps, { owner, id, accountId: notification.accountId, dueAt }, delaySeconds);
  return notification;
}
