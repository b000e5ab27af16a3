import { notFound } from "../../kernel/refusal.ts";
import { type ByChannel, type Notification, type NotificationContent, ofChannel } from "../domain/notification.ts";
import type { Resend } from "../domain/resend.ts";
import type { NotificationKey, NotificationStore } from "../ports.ts";

/** An expander is the side of a channel that gives back what was sent: the request of a notification without its text (D53). */
export interface Expander<Expanded extends object = object> {
  /** Once the content has expired, the expander gives back only the fields that the notification's record has. */
  expand(notification: Notification, content: NotificationContent | undefined): Promise<Expanded>;
}

export interface ExpandNotificationDeps<Expanded extends object = object> {
  readonly notifications: Pick<NotificationStore, "get" | "findContent" | "resendsOf">;
  readonly expanders: ByChannel<Expander<Expanded>>;
}

export interface ExpandedNotification<Expanded extends object = object> {
  readonly notification: Notification;
  readonly request: Expanded;
  /** The notifications that send this one again, newest first. */
  readonly resends: readonly Resend[];
}

/** Returns a notification with its request and its resends (D53). */
export async function expandNotification<Expanded extends object>(
  { notifications, expanders }: ExpandNotificationDeps<Expanded>,
  { owner, id }: NotificationKey,
): Promise<ExpandedNotification<Expanded>> {
  const [notification, content] = await Promise.all([
    notifications.get(owner, id),
    notifications.findContent(owner, id),
  ]);
  if (notification === undefined) throw notFound();
  const [request, resends] = await Promise.all([
    ofChannel(expanders, notification.channel).expand(notification, content),
    notifications.resendsOf(notification),
  ]);
  return { notification, request, resends };
}
