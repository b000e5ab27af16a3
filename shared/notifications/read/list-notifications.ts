import type { Owner } from "../../kernel/owner.ts";
import type { Explanations } from "../domain/explanation/explain.ts";
import type { Notification } from "../domain/notification.ts";
import {
  isListed,
  isLookedThrough,
  type NotificationFilter,
  newestId,
  oldestId,
  unsentIn,
} from "../domain/notification-filter.ts";
import type { NotificationStore } from "../ports.ts";

/** One page makes at most this many reads. A filter that matches little gets a short page with a cursor instead of a slow one. */
const READS = 2;
const LOOKED_AT_ONCE = 100;
/** One page reads at most this many contents to find the recipients of older notifications. */
const MOST_CONTENTS = 100;
const CONTENTS_AT_ONCE = 10;

export interface ListNotificationsDeps extends Pick<Explanations, "explain"> {
  readonly notifications: Pick<NotificationStore, "listRecent" | "findContent">;
}

export interface NotificationListing extends NotificationFilter {
  readonly limit: number;
  /** The last id that was looked at. */
  readonly before?: string | undefined;
}

export interface NotificationPage {
  readonly notifications: readonly Notification[];
  /** The last id that was looked at; undefined when there is nothing older. */
  readonly next?: string | undefined;
  /** The time at which the last notification that was looked at was accepted. */
  readonly lookedBackTo?: string | undefined;
}

/** Lists the owner's notifications, newest first, each with its recipient unless its content has expired. */
export async function listNotifications(
  { notifications, explain }: ListNotificationsDeps,
  owner: Owner,
  { limit, before, ...filter }: NotificationListing,
): Promise<NotificationPage> {
  const list: List = { limit, filter, explain, recipients: new Recipients(notifications), found: [] };
  const range = { before: newestId(filter, before), from: oldestId(filter), unsent: unsentIn(filter) };
  // Reading one more than the page holds tells whether another page follows.
  const size = isLookedThrough(filter) ? LOOKED_AT_ONCE : limit + 1;
  let last: Notification | undefined;
  for (let read = 0; read < READS; read++) {
    const seen = await notifications.listRecent(owner, { limit: size, ...range, ...(last && { before: last.id }) });
    const end = await takeFrom(seen, list);
    last = seen.at(-1);
    const isAllSeen = seen.length < size;
    if (end !== undefined || isAllSeen) return pageUntil(isAllSeen && end?.id === last?.id ? undefined : end, list);
  }
  return pageUntil(last, list);
}

/** A page without an `end` is the last one. */
const pageUntil = (end: Notification | undefined, { found }: List): NotificationPage => ({
  notifications: found,
  ...(end && { next: end.id, lookedBackTo: end.createdAt }),
});

interface List extends Pick<Explanations, "explain"> {
  readonly limit: number;
  readonly filter: NotificationFilter;
  readonly recipients: Recipients;
  readonly found: Notification[];
}

/** Returns the last notification that was looked at when the page ends there. */
async function takeFrom(
  seen: readonly Notification[],
  { limit, filter, explain, recipients, found }: List,
): Promise<Notification | undefined> {
  const asked = seen.filter((one) => isListed(one, filter, { explain }));
  for (let i = 0; i < asked.length; i += CONTENTS_AT_ONCE) {
    const few = await recipients.added(asked.slice(i, i + CONTENTS_AT_ONCE));
    found.push(...few.filter((one) => isListed(one, filter, { explain, recipientIs: "known" })));
    if (found.length >= limit) {
      found.length = limit;
      return found.at(-1);
    }
    if (recipients.read >= MOST_CONTENTS) return few.at(-1);
  }
  return undefined;
}

/** Reads recipients that the notifications do not hold themselves, and counts the contents that it read. */
class Recipients {
  readonly #notifications: ListNotificationsDeps["notifications"];
  read = 0;

  constructor(notifications: ListNotificationsDeps["notifications"]) {
    this.#notifications = notifications;
  }

  added(few: readonly Notification[]): Promise<readonly Notification[]> {
    return Promise.all(few.map((one) => this.#withRecipient(one)));
  }

  async #withRecipient(one: Notification): Promise<Notification> {
    if (one.recipient !== undefined) return one;
    this.read++;
    const content = await this.#notifications.findContent(one.owner, one.id);
    return content === undefined ? one : { ...one, recipient: content.recipient };
  }
}
