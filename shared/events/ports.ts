import type { Owner } from "../kernel/owner.ts";
import type { EventType } from "./contract/event-types.ts";
import type { HeraldEvent } from "./contract/events.ts";

/** The attributes of a stored item, as plain values. */
export type Image = Readonly<Record<string, unknown>>;

/** One committed change of a table's item. */
export interface Change {
  readonly table: "Notifications" | "Chat" | "Config";
  readonly keys: { readonly pk: string; readonly sk: string };
  /** Undefined: the item is new. */
  readonly before?: Image | undefined;
  /** Undefined: the item is gone. */
  readonly after?: Image | undefined;
  /** When it was committed, in epoch milliseconds; the stream may round it to the second. */
  readonly at: number;
}

/** An event at its place in the owner's feed. */
export interface StoredEvent {
  /** From 1, without a gap; the order is that of the commits. */
  readonly position: number;
  readonly event: HeraldEvent;
}

export interface FeedQuery {
  /** Events behind this position; 0 begins with the oldest that is kept. */
  readonly after: number;
  readonly limit: number;
  /** All when it is left out. */
  readonly types?: ReadonlySet<EventType> | undefined;
}

export interface FeedPage {
  readonly events: readonly StoredEvent[];
  /** What has been looked at, of whatever type: the next page begins behind it. As `after` at the end of the feed. */
  readonly next: number;
}

/** What has happened to one owner's things, kept for 30 days. */
export interface Feed {
  /**
   * All of them behind what is there, in their order; a part may be written when it throws. A reader that has seen a position has seen
   * every event up to it, whatever is committed late or side by side.
   */
  append(owner: Owner, events: readonly HeraldEvent[]): Promise<void>;
  /** Looks at a bounded number of events: a page may be empty, and yet `next` has moved on. Strongly consistent. */
  read(owner: Owner, query: FeedQuery): Promise<FeedPage>;
  /** The position of the newest event; 0 for an empty feed. */
  head(owner: Owner): Promise<number>;
}

/** Tells whoever sends events on that an owner's feed has these. Repeating it changes nothing. */
export type WakeWebhooks = (owner: Owner, events: readonly HeraldEvent[]) => Promise<void>;
