import type { ActivityEntry, ActivityScope, RecordKind } from "../kernel/activity.ts";

export interface ActivityQuery {
  readonly limit: number;
  readonly kind?: RecordKind | undefined;
  /** The `sub` of one person. */
  readonly actor?: string | undefined;
  /** RFC 3339 in UTC with milliseconds: from this moment on, and before that one. */
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  /** The position of the last entry that has been looked at. */
  readonly after?: string | undefined;
}

export interface ActivityPage {
  /** Newest first. */
  readonly entries: readonly ActivityEntry[];
  /** All down to here has been looked at; absent at the end. */
  readonly next?: string | undefined;
}

export interface ActivityReader {
  /** Looks at a bounded number of entries: a page may hold fewer than asked for, or none, and yet have a next one. Strongly consistent. */
  list(scope: ActivityScope, query: ActivityQuery): Promise<ActivityPage>;
}
