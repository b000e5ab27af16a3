import { notFound } from "../../kernel/refusal.ts";
import { addressesOf, type Notification } from "../domain/notification.ts";
import type { Resend } from "../domain/resend.ts";
import { type TimelineEvent, timelineOf } from "../domain/timeline.ts";
import type { NotificationKey, NotificationStore } from "../ports.ts";

export interface GetTimelineDeps {
  readonly notifications: Pick<NotificationStore, "get" | "findContent" | "resendsOf">;
}

export interface Timeline {
  readonly notification: Notification & { readonly resends: readonly Resend[] };
  readonly events: readonly TimelineEvent[];
  /** `addresses` are in the order of the recipients' records, and empty when the content has expired. */
  readonly addresses: readonly string[];
}

/** Returns the timeline. `names` says whether recipients are always named, or only if some have results of their own, which saves a read. */
export async function getTimeline(
  { notifications }: GetTimelineDeps,
  { owner, id, names = "always" }: NotificationKey & { readonly names?: "always" | "if-different" },
): Promise<Timeline> {
  const found = await notifications.get(owner, id);
  if (found === undefined) throw notFound();
  const areNamed = names === "always" || found.recipients !== undefined || found.feedback !== undefined;
  const [resends, content] = await Promise.all([
    notifications.resendsOf(found),
    areNamed ? notifications.findContent(owner, id) : undefined,
  ]);
  const addresses = content === undefined ? [] : addressesOf(content);
  const notification = { ...found, resends };
  return { notification, events: timelineOf(notification), addresses };
}
