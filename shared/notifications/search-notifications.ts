import type { Owner } from "../kernel/owner.ts";
import type { NamedNotification } from "./domain/named-notification.ts";
import type { Notification } from "./domain/notification.ts";
import { isListed, termsIn } from "./domain/notification-filter.ts";
import {
  type ListNotificationsDeps,
  listNotifications,
  type NotificationListing,
  type NotificationPage,
} from "./list-notifications.ts";
import { type Names, named } from "./named-notifications.ts";
import type { NotificationStore } from "./ports.ts";

export interface SearchNotificationsDeps extends ListNotificationsDeps {
  readonly notifications: ListNotificationsDeps["notifications"] & Pick<NotificationStore, "get">;
  readonly names: Names;
}

export interface NotificationSearch extends Omit<NotificationListing, "terms"> {
  /** Parts of words, or a whole id. */
  readonly text?: string | undefined;
}

export interface FoundPage extends Omit<NotificationPage, "notifications"> {
  readonly notifications: readonly NamedNotification[];
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** A page of the owner's notifications, newest first. A whole id is found however old it is; otherwise a page looks no further than a list's. */
export async function searchNotifications(
  { notifications, names }: SearchNotificationsDeps,
  owner: Owner,
  { text = "", ...listing }: NotificationSearch,
): Promise<FoundPage> {
  const terms = termsIn(text);
  const byId = await theOne(notifications, owner, { terms, ...listing });
  if (byId) return { notifications: await named(names, [byId]) };
  const { notifications: found, ...page } = await listNotifications({ notifications }, owner, { ...listing, terms });
  return { notifications: await named(names, found), ...page };
}

async function theOne(
  notifications: Pick<NotificationStore, "get">,
  owner: Owner,
  { terms = [], before, limit: _, ...filter }: NotificationListing,
): Promise<Notification | undefined> {
  const [id] = terms;
  if (terms.length !== 1 || id === undefined || before !== undefined || !UUID.test(id)) return undefined;
  const one = await notifications.get(owner, id);
  return one && isListed(one, filter) ? one : undefined;
}
