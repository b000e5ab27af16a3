import { backoffSeconds } from "../../kernel/backoff.ts";
import type { Tried } from "./health.ts";

/** A try that fails only after this time has blocked its worker, and counts as stalled. */
const STALLED_MS = 3_000;
/** The first back-off lasts as long as an event waits for its second try (D40c). */
const FIRST_BACKOFF_SECONDS = 5;

export interface Stall {
  /** The number of latest rounds in a row in which every try stalled; absent when the last round was different. */
  readonly stalledRounds?: number | undefined;
  /** The epoch millisecond before which nothing is sent; absent when sending is allowed. */
  readonly backsOffUntilMs?: number | undefined;
}

export const isStalled = ({ isSuccess, durationMs }: Tried): boolean => !isSuccess && durationMs >= STALLED_MS;

/**
 * Decides whether to back off after a round. Each further round in which every try stalls doubles the time, up to five minutes. A single try
 * that does not stall ends the back-off.
 */
export function stallAfter(
  before: Stall,
  tries: readonly Tried[],
  { nowMs, random }: { readonly nowMs: number; readonly random: number },
): Stall {
  const { stalledRounds = 0 } = before;
  if (tries.length === 0) return before;
  if (!tries.every(isStalled)) return { stalledRounds: undefined, backsOffUntilMs: undefined };
  const seconds = backoffSeconds(stalledRounds + 1, FIRST_BACKOFF_SECONDS, random);
  return { stalledRounds: stalledRounds + 1, backsOffUntilMs: nowMs + Math.round(seconds * 1000) };
}

/** True when the receiver stalled in the last round. Such a receiver gets a single event, and further events only after it has answered. */
export const isProbe = ({ stalledRounds = 0 }: Stall): boolean => stalledRounds > 0;

export const backsOff = ({ backsOffUntilMs = 0 }: Stall, nowMs: number): boolean => nowMs < backsOffUntilMs;
