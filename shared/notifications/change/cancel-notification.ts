import type { Clock } from "../../kernel/clock.ts";
import { notFound, Refusal } from "../../kernel/refusal.ts";
import { isHandedOver, isUndecided } from "../domain/approval.ts";
import type { Notification, Status } from "../domain/notification.ts";
import type { NotificationKey, NotificationStore } from "../ports.ts";

export interface CancelNotificationDeps {
  readonly notifications: Pick<NotificationStore, "get" | "cancel" | "decide">;
  readonly clock: Clock;
}

export const alreadyIs = (status: Status): Refusal =>
  new Refusal("notification_not_pending", `notification is already ${status}`);

/**
 * Cancels a pending notification; its queue message then finds nothing to claim. Canceling it a second time changes nothing (D42). One that
 * waits for a person is canceled only while nobody has decided, and not while it is on its way to the queue after the approval (D47e): it
 * is in flight then, although its status is `pending` still.
 * @throws Refusal `not_found` or `notification_not_pending`
 */
export async function cancelNotification(
  { notifications, clock }: CancelNotificationDeps,
  key: NotificationKey,
): Promise<Notification> {
  const seen = await notifications.get(key.owner, key.id);
  if (seen === undefined) throw notFound();
  if (seen.status === "canceled") return seen;
  if (isHandedOver(seen, clock.now())) throw alreadyIs(seen.status);
  const changed = await (isUndecided(seen)
    ? notifications.decide(key, { approval: "withdrawn" })
    : notifications.cancel(key));
  if (changed === undefined) throw notFound();
  const { notification, isDone } = changed;
  if (isDone || notification.status === "canceled") return notification;
  throw alreadyIs(notification.status);
}
