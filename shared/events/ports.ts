import type { ChatTemplate } from "../chat/domain/templates/chat-template.ts";
import type { ConversationMessage } from "../conversations/domain/conversation.ts";
import type { SendingAccount } from "../email/domain/sending-account.ts";
import type { Owner } from "../kernel/owner.ts";
import type { StreamedItem, TableChange } from "../kernel/table-change.ts";
import type { Notification } from "../notifications/domain/notification.ts";
import type { Webhook } from "../webhooks/domain/webhook.ts";
import type { HeraldEvent } from "./contract/events.ts";
import type { KeptEvent } from "./contract/kept-event.ts";

/** The tables whose changes are announced, whatever a deployment calls them. */
export const ANNOUNCED_TABLES = ["Notifications", "Chat", "Config"] as const;
export type AnnouncedTable = (typeof ANNOUNCED_TABLES)[number];

/** An event at its place in the owner's feed. */
export interface StoredEvent {
  /** From 1; the order is that of the commits. There is no gap but behind a time in which nothing was kept: then positions go on higher. */
  readonly position: number;
  /** To the second: later events never have an earlier one, as far as the writers' clocks agree. */
  readonly committedAtMs: number;
  readonly event: KeptEvent;
}

export interface FeedQuery {
  /** Events behind this position; 0 begins with the oldest that is kept. */
  readonly after: number;
  readonly limit: number;
  /** All when it is left out. */
  readonly types?: ReadonlySet<string> | undefined;
}

export interface FeedPage {
  readonly events: readonly StoredEvent[];
  /** Everything up to it has been looked at, of whatever type: the next page begins behind it. As `after` at the end of the feed. */
  readonly next: number;
}

/** One owner's events, kept for 30 days. */
export interface Feed {
  /**
   * All of them behind what is there, in their order; a part may be written when it throws. A reader that has seen a position has seen
   * every event up to it, whatever is committed late or side by side. Answers those that no store can take, since each alone is too large.
   */
  append(owner: Owner, events: readonly HeraldEvent[]): Promise<readonly HeraldEvent[]>;
  /** Looks at a bounded number of events: a page may be empty, and yet `next` has moved on. Strongly consistent. */
  read(owner: Owner, query: FeedQuery): Promise<FeedPage>;
  /** One event by its position; undefined when it is no longer kept. */
  at(owner: Owner, position: number): Promise<StoredEvent | undefined>;
  /** The position of the newest event; 0 for a feed of which nothing is left. */
  head(owner: Owner): Promise<number>;
}

/**
 * Tells the senders of events that an owner's feed has these. Repeating it changes nothing. It throws only where nobody would look at
 * the feed otherwise: the whole change is announced again then, unless it holds up others for too long.
 */
export type WakeWebhooks = (owner: Owner, events: readonly HeraldEvent[]) => Promise<void>;

/** Read a stored item's image; of an item of another kind undefined. They throw for one that nobody can read. */
export interface ImageReaders {
  notification(image: StreamedItem): { readonly owner: Owner; readonly notification: Notification } | undefined;
  message(image: StreamedItem): Promise<{ readonly owner: Owner; readonly message: ConversationMessage } | undefined>;
  chatTemplate(image: StreamedItem): ChatTemplate | undefined;
  sendingAccount(image: StreamedItem): SendingAccount | undefined;
  webhook(image: StreamedItem): Webhook | undefined;
}

/** A change that could not be announced, and that would hold up those behind it: kept until somebody has looked. */
export interface UnannouncedChanges {
  /** Throws when it is not kept. */
  add(change: TableChange, error: unknown): Promise<void>;
}
