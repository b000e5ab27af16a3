/** One committed change of one item, as the stream of its table tells it. Changes of an item come in their order. */
export interface TableChange {
  /** The table's own name, which a deployment makes up. */
  readonly table: string;
  /** Of this change in its shard. */
  readonly sequenceNumber: string;
  /** Absent where the stream's reader is not told. */
  readonly streamShard?: string;
  /** When it was committed, to the second. */
  readonly at: Date;
  readonly keys: StreamedItem;
  /** Without it, the item is new. */
  readonly before?: StreamedItem;
  /** Without it, the item was deleted. */
  readonly after?: StreamedItem;
  /** All that the stream said, in its own format. */
  readonly record: unknown;
}

/** The attribute that says when an operator brought an item back from a backup. */
export const RESTORED_AT = "restoredAt";

/** As a store reads it: numbers are numbers, binary values are bytes. */
export type StreamedItem = Readonly<Record<string, unknown>>;
