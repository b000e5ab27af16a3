import type { DescribedTable, StreamMapping } from "./port.ts";
import { beganAt } from "./streams.ts";

/** DynamoDB keeps a change for this long, even after its table was deleted (Developer Guide, "Change data capture"). */
const READABLE_MS = 24 * 3_600_000;

interface Seen {
  /** The time of the look in epoch milliseconds. */
  readonly atMs: number;
  readonly deletedAt?: Date | undefined;
  readonly table: Pick<DescribedTable, "stream"> | undefined;
}

/** Says whether the reader of an earlier stream has read everything in it. */
export function isReadOut({ stream, state, isDrained }: StreamMapping, { table, deletedAt, atMs }: Seen): boolean {
  if (state === "Enabled" && isDrained) return true;
  const began = beganAt(stream) ?? new Date(0);
  // A stream ends before the next stream of its table begins, or with its table. For a later stream the deletion is not
  // the end.
  const ends = [deletedAt, table?.stream && beganAt(table.stream)].filter((end) => end instanceof Date);
  return ends.some((end) => end > began && atMs - end.getTime() > READABLE_MS);
}

/** Returns the mappings that still read an earlier stream, and stay until they have read all of it. */
export const stillReading = (found: Seen & { readonly mappings: readonly StreamMapping[] }): readonly StreamMapping[] =>
  found.mappings.filter(
    (one) => one.stream !== found.table?.stream && one.state !== "Deleting" && !isReadOut(one, found),
  );
