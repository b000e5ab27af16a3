/**
 * One committed change of one item, as the stream of its table reports it. The changes of an item arrive in their
 * order.
 */
export interface TableChange {
  /** The name of the table, which each deployment chooses. */
  readonly table: string;
  /** The number of this change within its shard. */
  readonly sequenceNumber: string;
  /** The id of the shard; absent when the reader of the stream does not get it. */
  readonly streamShard?: string;
  /** The time of the commit, exact to the second. */
  readonly at: Date;
  readonly keys: StreamedItem;
  /** The item before the change; absent when the item is new. */
  readonly before?: StreamedItem;
  /** The item after the change; absent when it was deleted. */
  readonly after?: StreamedItem;
  /** The whole stream record in the stream's own format. */
  readonly record: unknown;
}

/** This attribute says when an operator restored the item from a backup. */
export const RESTORED_AT = "restoredAt";

/** An item as a store reads it: with numbers as numbers and binary values as bytes. */
export type StreamedItem = Readonly<Record<string, unknown>>;
