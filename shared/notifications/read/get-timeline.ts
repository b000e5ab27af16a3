import { notFound } from "../../kernel/refusal.ts";
import { addressesOf, type Notification } from "../domain/notification.ts";
import { type TimelineEvent, timelineOf } from "../domain/timeline.ts";
import type { NotificationKey, NotificationStore } from "../ports.ts";

export interface GetTimelineDeps {
  readonly notifications: Pick<NotificationStore, "get" | "findContent">;
}

export interface Timeline {
  readonly notification: Notification;
  readonly events: readonly TimelineEvent[];
  /** `addresses` are in the order of the recipients' records, and empty when the content has expired. */
  readonly addresses: readonly string[];
}

/** Returns the timeline. `names` says whether recipients are always named, or only if some have results of their own, which saves a read. */
export async function getTimeline(
  { notifications }: GetTimelineDeps,
  { owner, id, names = "always" }: NotificationKey & { readonly names?: "always" | "if-different" },
): Promise<Timeline> {
  const notification = await notifications.get(owner, id);
  if (notification === undefined) throw notFound();
  const areNamed = names === "always" || notification.recipients !== undefined;
  const content = areNamed ? await notifications.findContent(owner, id) : undefined;
  const addresses = content === undefined ? [] : addressesOf(content);
  return { notification, events: timelineOf(notification), addresses };
}
