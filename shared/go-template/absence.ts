import { type Origin, pathOf } from "./data-values.ts";
import { exceeded, LIMITS, make } from "./limits.ts";
import { type Run, recallAbsent } from "./run.ts";
import { isNull, type Value } from "./values.ts";

/**
 * This file follows the names that the data lacks from where they are looked up to where they are used. Go's nil
 * carries no name. Therefore `absent` of a run always has the name or path whose look-up gave the last undefined value,
 * and a variable that holds an undefined value keeps the name or path that the value came from. Inside lists and
 * objects a name is a path (`pathOf`), and a null counts as absent.
 */

/**
 * Notes the name of a missing value that is printed or passed to a function. `isSeen` says that the output shows the
 * gap.
 */
export function noteUse(run: Run, value: Value, isSeen = true): void {
  if (value !== undefined || run.absent === undefined) return;
  run.missing ??= new Set();
  noteName(run, run.missing, run.absent);
  if (!isSeen) return;
  run.unfilled ??= new Set();
  run.unfilled.add(run.absent);
}

/** A template has fewer names than its text has characters, but data that refers to itself by calls has many paths. */
function noteName(run: Run, names: Set<string>, name: string): void {
  if (names.has(name)) return;
  run.missingUnits += name.length;
  if (run.missingUnits > LIMITS.stringUnits) exceeded("the names of missing values are longer than 1 MiB");
  names.add(name);
}

/** Notes in `absent` of the run that this place inside the data has no value. */
export function setAbsent(run: Run, place: Origin): void {
  run.absent = place.holder === undefined ? place.step : pathOf(place);
  if (place.holder !== undefined) make(run.meter, run.absent.length);
}

/**
 * Unwraps a value that came out of a map or a list, as Go unwraps the interface around the result of a pipeline.
 * Returns undefined, which stands for Go's nil, in place of a JSON null, and notes the null's place in the data as
 * absent. Returns any other value as it is.
 */
export function taken(run: Run, value: Value): Value {
  if (!isNull(value)) return value;
  setAbsent(run, value.origin);
  return undefined;
}

/**
 * Returns the value of the dot. The dot can be undefined only in a called template, where `$` begins with the same
 * value.
 */
export function dotOf(run: Run): Value {
  if (run.dot === undefined) recallAbsent(run, run.frame);
  return run.dot;
}
