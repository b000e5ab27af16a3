import type { ChatTemplate } from "../chat/domain/templates/chat-template.ts";
import type { ConversationMessage } from "../conversations/domain/conversation.ts";
import type { SendingAccount } from "../email/domain/sending-account.ts";
import type { Owner } from "../kernel/owner.ts";
import type { StreamedItem, TableChange } from "../kernel/table-change.ts";
import type { Notification } from "../notifications/domain/notification.ts";
import type { Suppression } from "../suppressions/domain/suppression.ts";
import type { Webhook } from "../webhooks/domain/webhook.ts";
import type { HeraldEvent } from "./contract/events.ts";
import type { KeptEvent } from "./contract/kept-event.ts";

/** The tables whose changes are announced. */
export const ANNOUNCED_TABLES = ["Notifications", "Chat", "Config"] as const;
export type AnnouncedTable = (typeof ANNOUNCED_TABLES)[number];

/** An event in its owner's feed, with its position. */
export interface StoredEvent {
  /** Positions start at 1 in the order of commits. They have no gap, except after a time in which nothing was kept. */
  readonly position: number;
  /** The time of the commit, exact to the second. It never falls from one event to the next, as far as the writers' clocks agree. */
  readonly committedAtMs: number;
  readonly event: KeptEvent;
}

export interface FeedQuery {
  /** The read begins after this position; 0 begins with the oldest event that is kept. */
  readonly after: number;
  readonly limit: number;
  /** The types to read; all types when it is absent. */
  readonly types?: ReadonlySet<string> | undefined;
}

export interface FeedPage {
  readonly events: readonly StoredEvent[];
  /** The position up to which all events have been looked at; the next page begins after it. At the end of the feed it equals `after`. */
  readonly next: number;
}

/** A feed holds one owner's events for 30 days. */
export interface Feed {
  /**
   * Appends all events in their order. When it throws, it may have written some of them. A reader that has seen a position has seen every event
   * up to it, however late a commit is. Returns the events that were not appended because each by itself is too large.
   */
  append(owner: Owner, events: readonly HeraldEvent[]): Promise<readonly HeraldEvent[]>;
  /** Reads a page, strongly consistent. It makes a limited number of requests, so a page may be empty although `next` has moved on. */
  read(owner: Owner, query: FeedQuery): Promise<FeedPage>;
  /** Returns one event by its position, or undefined when that is no longer kept. */
  at(owner: Owner, position: number): Promise<StoredEvent | undefined>;
  /** Returns the position of the newest event, or 0 when nothing is left. */
  head(owner: Owner): Promise<number>;
}

/**
 * Wakes the webhooks that want these events of an owner's feed. It may be repeated. Throws only if otherwise no worker would look at the feed;
 * then the change is announced again, unless it holds up others for too long.
 */
export type WakeWebhooks = (owner: Owner, events: readonly HeraldEvent[]) => Promise<void>;

/**
 * Raises alerts for those of these events about which their owner wants alerts. A call may be repeated. Throws only if an alert could not be
 * kept; then the change is announced again, unless it holds up others for too long.
 */
export type RaiseAlerts = (owner: Owner, events: readonly HeraldEvent[]) => Promise<void>;

/** Functions that read a stream's image of an item. They return undefined for an item of another kind, and throw for an unreadable one. */
export interface ImageReaders {
  notification(image: StreamedItem): { readonly owner: Owner; readonly notification: Notification } | undefined;
  message(image: StreamedItem): Promise<{ readonly owner: Owner; readonly message: ConversationMessage } | undefined>;
  chatTemplate(image: StreamedItem): ChatTemplate | undefined;
  sendingAccount(image: StreamedItem): SendingAccount | undefined;
  webhook(image: StreamedItem): Webhook | undefined;
  suppression(image: StreamedItem): Suppression | undefined;
}

/** Keeps changes that could not be announced and would hold up later ones, until an operator has looked at them. */
export interface UnannouncedChanges {
  /** Keeps the change. Throws when it cannot. */
  add(change: TableChange, error: unknown): Promise<void>;
}
