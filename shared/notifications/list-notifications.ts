import type { Owner } from "../kernel/owner.ts";
import type { ListNotificationsQuery } from "./contract/panel-notifications.ts";
import type { Notification } from "./domain/notification.ts";
import type { NotificationStore } from "./ports.ts";

/** How many are looked at for one page: a filter that matches little answers a short page with a cursor, not a slow one. */
const PAGES_LOOKED_AT = 5;
const LOOKED_AT_ONCE = 100;

export interface ListNotificationsDeps {
  readonly notifications: Pick<NotificationStore, "listRecent">;
}

export interface NotificationPage {
  readonly notifications: readonly Notification[];
  /** The last id looked at; undefined when there is nothing older. */
  readonly nextCursor?: string | undefined;
}

export async function listNotifications(
  { notifications }: ListNotificationsDeps,
  owner: Owner,
  { status, channel, limit, cursor }: ListNotificationsQuery,
): Promise<NotificationPage> {
  const isAsked = (one: Notification) => (!status || one.status === status) && (!channel || one.channel === channel);
  const found: Notification[] = [];
  let before = cursor;
  for (let page = 0; page < PAGES_LOOKED_AT; page++) {
    const seen = await notifications.listRecent(owner, { limit: LOOKED_AT_ONCE, before });
    for (const one of seen) {
      before = one.id;
      if (isAsked(one) && found.push(one) === limit) return { notifications: found, nextCursor: before };
    }
    if (seen.length < LOOKED_AT_ONCE) return { notifications: found };
  }
  return { notifications: found, nextCursor: before };
}
