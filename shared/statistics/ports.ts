import type { Owner } from "../kernel/owner.ts";
import type { StreamedItem } from "../kernel/table-change.ts";
import type { Notification } from "../notifications/domain/notification.ts";
import type { Counter, CountName } from "./domain/counter.ts";
import type { AbsenceFigures, FailureFigures, HourFigures } from "./domain/figures.ts";

/** A scope is one owner, or all owners together. */
export type Scope = Owner | "everybody";

/** A tally adds or takes one from a counter, and names the change of the stream that says so. */
export interface Tally {
  readonly sequenceNumber: string;
  readonly name: CountName;
  readonly by: 1 | -1;
  readonly atMs: number;
  readonly names?: readonly string[] | undefined;
}

/** It holds at least one tally of one counter from one shard of the stream, in the stream's order. */
export interface CounterTallies {
  readonly of: Owner | { readonly everybodyShard: number };
  readonly counter: Counter;
  readonly streamShard: string;
  readonly tallies: readonly Tally[];
}

export interface Counters {
  /**
   * It adds, all or none, those that were not added before. A shard's tallies come in order; they may come again in any parts, and from two
   * callers at once, if none before them is left out.
   */
  add(tallies: CounterTallies): Promise<void>;
}

/** A range of time is in epoch milliseconds and excludes its end. */
export interface TimeRange {
  readonly fromMs: number;
  readonly toMs: number;
}

/** It has as many as a few requests to the store answer; `isComplete` is false when older ones are missing. */
export interface Figures<One> {
  readonly figures: readonly One[];
  readonly isComplete: boolean;
}

/** Figures may lag behind by the second in which they were counted. */
export interface CountedFigures {
  /** Hours in which nothing happened are left out. */
  hours(scope: Scope, range: TimeRange): Promise<Figures<HourFigures>>;
  failures(owner: Owner, range: TimeRange): Promise<Figures<FailureFigures>>;
  absences(owner: Owner, range: TimeRange): Promise<Figures<AbsenceFigures>>;
}

/** It reads a stored item's image; undefined for an item of another kind. It throws for one that nobody can read. */
export type ReadNotificationImage = (
  image: StreamedItem,
) => { readonly owner: Owner; readonly notification: Notification } | undefined;

export const EVERYBODY_SHARDS = 8;
