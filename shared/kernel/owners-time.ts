import { AsyncLocalStorage } from "node:async_hooks";

const ahead = new AsyncLocalStorage<number>();

/** Runs the work in a time that is this many milliseconds ahead of real time. What it calls and awaits runs in that time too. */
export const inTimeAhead = <T>(aheadMs: number, work: () => T): T => ahead.run(aheadMs, work);

/** By how many milliseconds the running work's time is ahead of real time: 0 outside `inTimeAhead`. */
export const aheadMs = (): number => ahead.getStore() ?? 0;

/**
 * By how many milliseconds this work comes after its time in an owner's time that was moved; 0 in real time. What follows it counts from its
 * time, so that one move makes everything happen that would have happened meanwhile (D48e).
 */
export const lateByMove = (dueMs: number | undefined, nowMs: number): number =>
  aheadMs() > 0 && dueMs !== undefined ? Math.max(0, nowMs - dueMs) : 0;
