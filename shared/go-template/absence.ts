import { type Run, recallAbsent } from "./run.ts";
import type { Value } from "./values.ts";

/**
 * This file follows the names that the data lacks, from their look-up to their use. Go's nil has no name. Therefore
 * `absent` of a run always has the name that led to the undefined value that was evaluated last, and variables with an
 * undefined value keep the name that led to it.
 */

/**
 * Notes the name of a missing value that is printed or passed to a function. `isSeen` says that the output shows the
 * gap.
 */
export function noteUse(run: Run, value: Value, isSeen = true): void {
  if (value !== undefined || run.absent === undefined) return;
  run.missing ??= new Set();
  run.missing.add(run.absent);
  if (!isSeen) return;
  run.unfilled ??= new Set();
  run.unfilled.add(run.absent);
}

/** Returns the dot. It can be undefined only in a called template, where `$` starts with the same value. */
export function dotOf(run: Run): Value {
  if (run.dot === undefined) recallAbsent(run, run.frame);
  return run.dot;
}
