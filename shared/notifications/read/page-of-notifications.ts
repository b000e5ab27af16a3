import { boundCursors } from "../../kernel/bound-cursors.ts";
import type { Cursors } from "../../kernel/cursors.ts";
import type { Owner } from "../../kernel/owner.ts";
import type { Notification } from "../domain/notification.ts";
import type { NotificationFilter } from "../domain/notification-filter.ts";
import { type ListNotificationsDeps, listNotifications } from "./list-notifications.ts";

export interface PageOfNotificationsDeps extends ListNotificationsDeps {
  readonly cursors: Cursors;
}

export interface PageRequest extends NotificationFilter {
  readonly metadata: Readonly<Record<string, string>>;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

export interface FoundNotifications {
  readonly notifications: readonly Notification[];
  /** There may be a next page even when this one has fewer than `limit`, or none. */
  readonly nextCursor?: string | undefined;
}

/** Returns one page (D46a). Its cursor is valid only for this owner and these filters (D31). */
export async function pageOfNotifications(
  { notifications, explain, cursors }: PageOfNotificationsDeps,
  owner: Owner,
  { limit, cursor, metadata, ...filter }: PageRequest,
): Promise<FoundNotifications> {
  const pairs = Object.entries(metadata).sort(([a], [b]) => (a < b ? -1 : 1));
  const { status, channel, recipient, sinceMs, untilMs } = filter;
  const query = JSON.stringify(["notifications", status, channel, recipient, sinceMs, untilMs, pairs]);
  const bound = boundCursors(cursors, owner, query);
  const before = bound.read(cursor);
  const page = await listNotifications({ notifications, explain }, owner, { ...filter, metadata, limit, before });
  const { notifications: found, next } = page;
  return { notifications: found, ...bound.next(next) };
}
