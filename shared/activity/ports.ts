import type { ActivityEntry, ActivityScope, RecordKind } from "../kernel/activity.ts";

export interface ActivityQuery {
  readonly limit: number;
  readonly kind?: RecordKind | undefined;
  /** This is the `sub` of one person. */
  readonly actor?: string | undefined;
  /** Both are RFC 3339 in UTC with milliseconds; the period includes `since` and excludes `until`. */
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  /** The page begins behind this position, the last that has been looked at. */
  readonly after?: string | undefined;
}

export interface ActivityPage {
  /** The newest comes first. */
  readonly entries: readonly ActivityEntry[];
  /** Everything down to here has been looked at; it is absent at the end. */
  readonly next?: string | undefined;
}

export interface ActivityReader {
  /** It looks at a bounded number of entries: a page may hold fewer than asked for, or none, and still have a next one. It is strongly consistent. */
  list(scope: ActivityScope, query: ActivityQuery): Promise<ActivityPage>;
}
