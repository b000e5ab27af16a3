import type { Owner } from "../kernel/owner.ts";
import type { StreamedItem } from "../kernel/table-change.ts";
import type { Notification } from "../notifications/domain/notification.ts";
import type { Counter, CountName } from "./domain/counter.ts";
import type { AbsenceFigures, FailureFigures, HourFigures } from "./domain/figures.ts";

/** One owner's figures, or those of all of them together. */
export type Scope = Owner | "everybody";

/** One more or one fewer of a counter, by the change of the stream that says so. */
export interface Tally {
  readonly sequenceNumber: string;
  readonly name: CountName;
  readonly by: 1 | -1;
  readonly atMs: number;
  readonly names?: readonly string[] | undefined;
}

/** The tallies of one counter in one shard of the stream, in the stream's order; at least one. */
export interface CounterTallies {
  readonly of: Owner | { readonly everybodyShard: number };
  readonly counter: Counter;
  readonly streamShard: string;
  readonly tallies: readonly Tally[];
}

export interface Counters {
  /**
   * Adds those that were not added before, all of them or none. A shard's tallies come in their order; they may come again in any parts,
   * and from two callers at once, as long as none is left out before one that comes.
   */
  add(tallies: CounterTallies): Promise<void>;
}

/** From a moment to another, in epoch milliseconds; the end is not in it. */
export interface TimeRange {
  readonly fromMs: number;
  readonly toMs: number;
}

/** As many as a few requests to the store answer; `isComplete` is false where older ones are missing. */
export interface Figures<One> {
  readonly figures: readonly One[];
  readonly isComplete: boolean;
}

/** May lag behind by the second in which they were counted. */
export interface CountedFigures {
  /** An hour in which nothing happened is left out. */
  hours(scope: Scope, range: TimeRange): Promise<Figures<HourFigures>>;
  failures(owner: Owner, range: TimeRange): Promise<Figures<FailureFigures>>;
  absences(owner: Owner, range: TimeRange): Promise<Figures<AbsenceFigures>>;
}

/** Reads a stored item's image; of an item of another kind undefined. Throws for one that nobody can read. */
export type ReadNotificationImage = (
  image: StreamedItem,
) => { readonly owner: Owner; readonly notification: Notification } | undefined;

export const EVERYBODY_SHARDS = 8;
