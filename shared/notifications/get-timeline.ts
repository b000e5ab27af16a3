import type { Owner } from "../kernel/owner.ts";
import { notFound } from "../kernel/refusal.ts";
import { addressesOf, type Notification } from "./domain/notification.ts";
import { type TimelineEvent, timelineOf } from "./domain/timeline.ts";
import type { NotificationStore } from "./ports.ts";

export interface GetTimelineDeps {
  readonly notifications: Pick<NotificationStore, "get" | "findContent">;
}

export interface Timeline {
  readonly notification: Notification;
  readonly events: readonly TimelineEvent[];
  /** In the order of the recipients' records; empty once the content has expired. */
  readonly addresses: readonly string[];
}

export async function getTimeline({ notifications }: GetTimelineDeps, owner: Owner, id: string): Promise<Timeline> {
  const notification = await notifications.get(owner, id);
  if (notification === undefined) throw notFound();
  // Addresses are only asked for when there is something to say of single recipients.
  const content = notification.recipients ? await notifications.findContent(owner, id) : undefined;
  const addresses = content === undefined ? [] : addressesOf(content);
  return { notification, events: timelineOf(notification), addresses };
}
