import { type Run, recallAbsent } from "./run.ts";
import type { Value } from "./values.ts";

/**
 * Follows names that the data does not have from where they are looked up to where they are used. Go's nil carries no name, so `absent`
 * of a run is kept true of the undefined value evaluated last, and variables that hold one remember their own.
 */

/** Notes the name behind a value that is printed or handed to a function. `isSeen`: the text then shows that there is none. */
export function noteUse(run: Run, value: Value, isSeen = true): void {
  if (value !== undefined || run.absent === undefined) return;
  run.missing ??= new Set();
  run.missing.add(run.absent);
  if (!isSeen) return;
  run.unfilled ??= new Set();
  run.unfilled.add(run.absent);
}

/** The dot; only that of a called template is ever undefined, and there `$` starts out as the same value. */
export function dotOf(run: Run): Value {
  if (run.dot === undefined) recallAbsent(run, run.frame);
  return run.dot;
}
