import { notFound } from "../../kernel/refusal.ts";
import type { DescribedNotification } from "../domain/named-notification.ts";
import type { Notification } from "../domain/notification.ts";
import type { NotificationKey, NotificationStore } from "../ports.ts";
import { type Names, named } from "./named-notifications.ts";

export interface DescribeNotificationDeps {
  readonly notifications: Pick<NotificationStore, "get" | "findContent">;
  readonly names: Names;
}

/** Returns all that is known of a notification, except its message. */
export async function describeNotification(
  { notifications, names }: DescribeNotificationDeps,
  { owner, id }: NotificationKey,
): Promise<DescribedNotification> {
  const [state, content] = await Promise.all([notifications.get(owner, id), notifications.findContent(owner, id)]);
  if (state === undefined) throw notFound();
  const recipient = state.recipient ?? content?.recipient;
  const notification: Notification = { ...state, recipient };
  const [one = { notification }] = await named(names, [notification]);
  return { ...one, madeBy: content?.madeBy, isContentKept: content !== undefined };
}
