import { boundCursors } from "../../kernel/bound-cursors.ts";
import type { Cursors } from "../../kernel/cursors.ts";
import type { Owner } from "../../kernel/owner.ts";
import type { NamedNotification } from "../domain/named-notification.ts";
import type { Notification } from "../domain/notification.ts";
import { isListed, termsIn } from "../domain/notification-filter.ts";
import type { NotificationStore } from "../ports.ts";
import {
  type ListNotificationsDeps,
  listNotifications,
  type NotificationListing,
  type NotificationPage,
} from "./list-notifications.ts";
import { type Names, named } from "./named-notifications.ts";

export interface SearchNotificationsDeps extends ListNotificationsDeps {
  readonly notifications: ListNotificationsDeps["notifications"] & Pick<NotificationStore, "get">;
  readonly names: Names;
  readonly cursors: Cursors;
}

export interface NotificationSearch extends Omit<NotificationListing, "terms" | "before"> {
  /** `text` holds parts of words, or a whole id. */
  readonly text?: string | undefined;
  readonly cursor?: string | undefined;
}

export interface FoundPage extends Pick<NotificationPage, "lookedBackTo"> {
  readonly notifications: readonly NamedNotification[];
  readonly nextCursor?: string | undefined;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Returns a page of the owner's notifications, newest first. A whole id is found at any age; other searches look back as far as the
 * list does, whose answer says how far (`lookedBackTo`). A cursor is valid only for this owner and these filters (D31).
 */
export async function searchNotifications(
  { notifications, explain, names, cursors }: SearchNotificationsDeps,
  owner: Owner,
  { text = "", cursor, ...filters }: NotificationSearch,
): Promise<FoundPage> {
  const terms = termsIn(text);
  const bound = boundCursors(cursors, owner, queryOf({ ...filters, terms }));
  const before = bound.read(cursor);
  const listing = { ...filters, terms, before };
  const byId = await theOne({ notifications, explain }, owner, listing);
  if (byId) return { notifications: await named(names, [byId]) };
  const {
    notifications: found,
    next,
    lookedBackTo,
  } = await listNotifications({ notifications, explain }, owner, listing);
  return {
    notifications: await named(names, found),
    ...bound.next(next),
    ...(next !== undefined && { lookedBackTo }),
  };
}

function queryOf({ terms, metadata, ...filter }: NotificationListing): string {
  const { statuses, channel, reason, accountId, templateId, sinceMs, untilMs } = filter;
  const filters = [terms, statuses, channel, reason, accountId, templateId, sinceMs, untilMs, metadata];
  return JSON.stringify(["panel-notifications", ...filters]);
}

async function theOne(
  { notifications, explain }: Pick<SearchNotificationsDeps, "notifications" | "explain">,
  owner: Owner,
  { terms = [], before, limit: _, ...filter }: NotificationListing,
): Promise<Notification | undefined> {
  const [id] = terms;
  if (terms.length !== 1 || id === undefined || before !== undefined || !UUID.test(id)) return undefined;
  const one = await notifications.get(owner, id);
  return one && isListed(one, filter, { explain }) ? one : undefined;
}
