const DAY_MS = 86_400_000;
export const WEEK_MS = 7 * DAY_MS;
/** The first Monday of 1970, which began on a Thursday. */
const FIRST_MONDAY_MS = 4 * DAY_MS;
/** The summary of a week is sent on Monday at 08:00 UTC. */
const TOLD_AFTER_MS = 8 * 3_600_000;

/** Returns the time from which on the summary of the week that ended at `endMs` may be sent. */
export const toldFrom = (endMs: number): number => endMs + TOLD_AFTER_MS;

/**
 * Returns the end of the last week whose summary may be sent: a Monday at midnight in UTC, from 08:00 on of this Monday
 * itself.
 */
export const endOfLastWeek = (nowMs: number): number =>
  Math.floor((nowMs - TOLD_AFTER_MS - FIRST_MONDAY_MS) / WEEK_MS) * WEEK_MS + FIRST_MONDAY_MS;
