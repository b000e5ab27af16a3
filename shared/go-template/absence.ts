import { type Origin, pathOf } from "./data-values.ts";
import { exceeded, LIMITS, make } from "./limits.ts";
import { type Run, recallAbsent } from "./run.ts";
import { isNull, type Value } from "./values.ts";

/**
 * This file follows the names that the data lacks from where they are looked up to where they are used. Go's nil
 * carries no name. Therefore `absent` of a run always names what is behind the undefined value that was evaluated last,
 * and variables that hold an undefined value keep the name behind it. Inside lists and objects a name is a path
 * (`pathOf`), and a null counts as absent.
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

/** Remembers a place inside the data as absent. */
export function setAbsent(run: Run, place: Origin): void {
  run.absent = place.holder === undefined ? place.step : pathOf(place);
  if (place.holder !== undefined) make(run.meter, run.absent.length);
}

/** Takes a value out of the map or the list that holds it, as Go does with the result of a pipeline: a null is nil. */
export function taken(run: Run, value: Value): Value {
  if (!isNull(value)) return value;
  setAbsent(run, value.origin);
  return undefined;
}

/** Returns the dot. It can be undefined only in a called template, where `$` starts with the same value. */
export function dotOf(run: Run): Value {
  if (run.dot === undefined) recallAbsent(run, run.frame);
  return run.dot;
}
