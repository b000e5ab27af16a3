import type { Owner } from "../../kernel/owner.ts";
import { notFound } from "../../kernel/refusal.ts";
import type { Notification } from "../domain/notification.ts";
import type { NotificationStore } from "../ports.ts";

export interface GetNotificationDeps {
  readonly notifications: Pick<NotificationStore, "get">;
}

export async function getNotification(
  { notifications }: GetNotificationDeps,
  owner: Owner,
  id: string,
): Promise<Notification> {
  const notification = await notifications.get(owner, id);
  if (notification === undefined) throw notFound();
  return notification;
}
