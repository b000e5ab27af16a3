import type { Owner } from "../kernel/owner.ts";
import type { StreamedItem } from "../kernel/table-change.ts";
import type { Notification } from "../notifications/domain/notification.ts";
import type { Counter, CountName } from "./domain/counter.ts";
import type { AbsenceFigures, FailureFigures, HourFigures } from "./domain/figures.ts";

/** A scope is one owner, or all owners together. */
export type Scope = Owner | "everybody";

/** One step of a counter, with the change of the stream that caused it. */
export interface Tally {
  readonly sequenceNumber: string;
  readonly name: CountName;
  readonly by: 1 | -1;
  readonly atMs: number;
  readonly names?: readonly string[] | undefined;
}

/** The tallies of one counter from one shard of the stream, at least one, in the stream's order. */
export interface CounterTallies {
  readonly of: Owner | { readonly everybodyShard: number };
  readonly counter: Counter;
  readonly streamShard: string;
  readonly tallies: readonly Tally[];
}

export interface Counters {
  /**
   * Adds, all or none, the tallies that were not added before. A shard's tallies must come in order. The same tallies may be added again, grouped
   * otherwise and by two callers at once, as long as no earlier tally is left out. Counts of accounts for which an hour has no room (`withRoom`) are
   * left out.
   */
  add(tallies: CounterTallies): Promise<void>;
}

/** A range of time is in epoch milliseconds and excludes its end. */
export interface TimeRange {
  readonly fromMs: number;
  readonly toMs: number;
}

/** The figures that a few requests to the store return; `isComplete` is false when older ones are missing. */
export interface Figures<One> {
  readonly figures: readonly One[];
  readonly isComplete: boolean;
}

/** Reads the counted figures, which may be a second out of date. */
export interface CountedFigures {
  /** Hours in which nothing happened are left out. */
  hours(scope: Scope, range: TimeRange): Promise<Figures<HourFigures>>;
  failures(owner: Owner, range: TimeRange): Promise<Figures<FailureFigures>>;
  absences(owner: Owner, range: TimeRange): Promise<Figures<AbsenceFigures>>;
}

/** Reads the notification from a stream's image of an item; undefined for an item of another kind. Throws when the item is unreadable. */
export type ReadNotificationImage = (
  image: StreamedItem,
) => { readonly owner: Owner; readonly notification: Notification } | undefined;

export const EVERYBODY_SHARDS = 8;
