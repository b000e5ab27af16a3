import type { Clock } from "../../kernel/clock.ts";
import { notFound, Refusal } from "../../kernel/refusal.ts";
import type { Intakes } from "../channel.ts";
import { type Notification, ofChannel } from "../domain/notification.ts";
import { refuseTooFarAhead } from "../domain/send-at.ts";
import { type EnqueueDeps, enqueueOrLeaveToSweep } from "../enqueue-or-leave-to-sweep.ts";
import type { NotificationKey, NotificationStore } from "../ports.ts";
import { alreadyIs } from "./cancel-notification.ts";

export interface RescheduleNotificationDeps extends EnqueueDeps {
  readonly channels: Intakes;
  readonly notifications: Pick<NotificationStore, "get" | "findContent" | "reschedule">;
  readonly clock: Clock;
}

const notScheduled = (): Refusal => new Refusal("notification_not_scheduled", "notification was not scheduled");

/**
 * Moves a scheduled notification to another time, before its first attempt (D42). A queue message for the earlier time finds nothing to
 * claim, and another message arrives at the new time.
 * @throws Refusal `invalid_request`, `not_found`, `notification_not_scheduled` or `notification_not_pending`
 */
export async function rescheduleNotification(
  deps: RescheduleNotificationDeps,
  { owner, id }: NotificationKey,
  sendAt: string,
): Promise<Notification> {
  refuseTooFarAhead({ sendAt }, deps.clock.now());
  const seen = await deps.notifications.get(owner, id);
  if (seen === undefined) throw notFound();
  if (seen.sendAt === undefined) throw notScheduled();
  if (seen.status !== "pending") throw alreadyIs(seen.status);
  await renewFiles(deps, seen);
  const moved = await deps.notifications.reschedule({ owner, id }, sendAt);
  if (moved === undefined) throw notFound();
  const { notification, isDone, dueAt, delaySeconds } = moved;
  if (!isDone) throw alreadyIs(notification.status);
  const message = { owner, id, accountId: notification.accountId, dueAt };
  if (delaySeconds !== undefined) await enqueueOrLeaveToSweep(deps, message, delaySeconds);
  return notification;
}

/** Keeps the files longer, since the notification now leaves later. A missing file is reported only when the notification is sent. */
async function renewFiles(
  { channels, notifications }: RescheduleNotificationDeps,
  { owner, id, channel }: Notification,
): Promise<void> {
  const { renew } = ofChannel(channels, channel);
  const content = renew && (await notifications.findContent(owner, id));
  if (content) await renew(content);
}
