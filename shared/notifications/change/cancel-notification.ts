import { notFound, Refusal } from "../../kernel/refusal.ts";
import type { Notification, Status } from "../domain/notification.ts";
import type { NotificationKey, NotificationStore } from "../ports.ts";

export interface CancelNotificationDeps {
  readonly notifications: Pick<NotificationStore, "get" | "cancel">;
}

export const alreadyIs = (status: Status): Refusal =>
  new Refusal("notification_not_pending", `notification is already ${status}`);

/**
 * Cancels a pending notification; its queue message then finds nothing to claim. Canceling it a second time changes nothing (D42).
 * @throws Refusal `not_found` or `notification_not_pending`
 */
export async function cancelNotification(
  { notifications }: CancelNotificationDeps,
  key: NotificationKey,
): Promise<Notification> {
  const seen = await notifications.get(key.owner, key.id);
  if (seen === undefined) throw notFound();
  if (seen.status === "canceled") return seen;
  const changed = await notifications.cancel(key);
  if (changed === undefined) throw notFound();
  const { notification, isDone } = changed;
  if (isDone || notification.status === "canceled") return notification;
  throw alreadyIs(notification.status);
}
