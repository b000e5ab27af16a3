import { backoffSeconds } from "../../kernel/backoff.ts";
import type { Tried } from "./health.ts";

/** A try that fails only after this time has blocked its worker, and counts as stalled. */
const STALLED_MS = 3_000;
/** The first back-off, as long as an event waits for its second try (D40c). */
const FIRST_BACKOFF_SECONDS = 5;

export interface Stall {
  /** It counts the latest rounds in a row that only stalled; it is absent when the last one did not. */
  readonly stalledRounds?: number | undefined;
  /** Nothing is sent before this time; it is absent when sending is allowed. */
  readonly backsOffUntilMs?: number | undefined;
}

export const isStalled = ({ isSuccess, durationMs }: Tried): boolean => !isSuccess && durationMs >= STALLED_MS;

/**
 * It decides whether to back off after a round. Each further round that only stalls doubles the time, up to five minutes; one try that ends
 * otherwise resumes everything.
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

/** True when the receiver stalled before: it gets a single event, and the others only after it has answered. */
export const isProbe = ({ stalledRounds = 0 }: Stall): boolean => stalledRounds > 0;

export const backsOff = ({ backsOffUntilMs = 0 }: Stall, nowMs: number): boolean => nowMs < backsOffUntilMs;
