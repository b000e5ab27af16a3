const DAY_MS = 86_400_000;
export const WEEK_MS = 7 * DAY_MS;
/** The first Monday of 1970, which began on a Thursday. */
const FIRST_MONDAY_MS = 4 * DAY_MS;
/** A week is told of on Monday at 08:00 UTC. */
const TOLD_AFTER_MS = 8 * 3_600_000;

/** Returns the time from which on a week that ended at `endMs` may be told of. */
export const toldFrom = (endMs: number): number => endMs + TOLD_AFTER_MS;

/** Returns the end of the last week that may be told of: a Monday at midnight in UTC, from 08:00 on of this Monday itself. */
export const endOfLastWeek = (nowMs: number): number =>
  Math.floor((nowMs - TOLD_AFTER_MS - FIRST_MONDAY_MS) / WEEK_MS) * WEEK_MS + FIRST_MONDAY_MS;
