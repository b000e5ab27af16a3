import type { ActivityEntry, ActivityScope, RecordKind } from "../kernel/activity.ts";

export interface ActivityQuery {
  readonly limit: number;
  readonly kind?: RecordKind | undefined;
  /** Only changes by the person with this `sub` are listed. */
  readonly actor?: string | undefined;
  /** `since` and `until` are RFC 3339 in UTC with milliseconds; the period includes `since` and excludes `until`. */
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  /** The page begins after this position, at which the page before ended. */
  readonly after?: string | undefined;
}

export interface ActivityPage {
  /** The entries, newest first. */
  readonly entries: readonly ActivityEntry[];
  /** The position of the last entry that was read, from which the next page continues; absent on the last page. */
  readonly next?: string | undefined;
}

export interface ActivityReader {
  /** Reads a bounded number of entries, strongly consistent: a page may be short or empty and still have a next one. */
  list(scope: ActivityScope, query: ActivityQuery): Promise<ActivityPage>;
}
