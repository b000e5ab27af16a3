import type { Tried } from "./health.ts";
import { isStalled } from "./stall.ts";

const LEAST = 10;
const MOST = 100;
/** A full round in which every request succeeded raises the number of requests at once by this many. */
const STEP = 10;
/** A round takes at least this many jobs of each kind: due, new and replayed ones. */
const LEAST_JOBS = 20;

export interface Breadth {
  /** The number of requests that the next round makes at once; absent for `LEAST`. */
  readonly requestsAtOnce?: number | undefined;
}

export const requestsAtOnce = ({ requestsAtOnce: known = LEAST }: Breadth): number => known;

/** Returns how many jobs of each kind one round takes. It is never above 100, which bounds the events in memory. */
export const jobsAtMost = (breadth: Breadth): number => Math.max(LEAST_JOBS, requestsAtOnce(breadth));

/**
 * Decides how many requests the next round makes at once. A full round without a failure adds `STEP`, because more events may wait. A
 * failure halves the number. A round in which every try stalled sets it back to `LEAST`.
 */
export function breadthAfter(before: Breadth, tries: readonly Tried[]): Breadth {
  if (tries.length === 0) return before;
  const next = nextAfter(before, tries);
  return { requestsAtOnce: next > LEAST ? next : undefined };
}

function nextAfter(before: Breadth, tries: readonly Tried[]): number {
  const now = requestsAtOnce(before);
  if (tries.every(isStalled)) return LEAST;
  if (tries.some(({ isSuccess }) => !isSuccess)) return Math.floor(now / 2);
  return tries.length < jobsAtMost(before) ? now : Math.min(MOST, now + STEP);
}
