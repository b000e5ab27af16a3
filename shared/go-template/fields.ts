import { noteUse, setAbsent } from "./absence.ts";
import { type MapValue, mapEntry, type NullValue } from "./data-values.ts";
import { fail, type Run } from "./run.ts";
import { ANY_TYPE, isNull, typeName, type Value } from "./values.ts";

interface Path {
  readonly names: readonly string[];
  readonly hasArguments: boolean;
  /** The start is an item of a list or a map of any values, which Go names in its messages instead of the value's type. */
  readonly isAny: boolean;
}

/** Looks up a path such as `.a.b.c` in a value. Every field of a missing value is missing too. */
export function fields(run: Run, start: Value, path: Path): Value {
  const { names, hasArguments } = path;
  let value = start;
  let { isAny } = path;
  for (let i = 0; i < names.length && value !== undefined; i++) {
    const name = names[i] ?? "";
    if (hasArguments && i === names.length - 1) refuseArguments(run, value, name);
    const found = field(run, value, name, isAny);
    isAny = holdsAny(value);
    value = found;
  }
  return value;
}

export function holdsAny(value: Value): boolean {
  return typeof value === "object" && (value.kind === "map" || value.kind === "list") && value.itemType === "any";
}

export function field(run: Run, receiver: Value, name: string, isAny: boolean): Value {
  if (receiver === undefined) return undefined;
  if (typeof receiver === "object") {
    if (receiver.kind === "map") return lookedUp(run, receiver, name);
    const found = receiver.kind === "struct" ? receiver.fields.get(name) : undefined;
    if (found !== undefined) return found;
  }
  if (isNull(receiver)) return failOfNull(run, receiver, name);
  return fail(run, `can't evaluate field ${name} in type ${isAny ? ANY_TYPE : typeName(receiver)}`);
}

function lookedUp(run: Run, map: MapValue, name: string): Value {
  const value = mapEntry(map, name);
  if (value === undefined) setAbsent(run, { holder: map.origin, step: name });
  return value;
}

/** Unlike an absent field, a null has no fields. It is named as missing, because that is the cause. */
function failOfNull(run: Run, receiver: NullValue, name: string): never {
  setAbsent(run, receiver.origin);
  noteUse(run, undefined);
  fail(run, `nil pointer evaluating ${ANY_TYPE}.${name}`);
}

export function refuseArguments(run: Run, receiver: Value, name: string): void {
  if (typeof receiver !== "object") return;
  if (receiver.kind === "map") fail(run, `${name} is not a method but has arguments`);
  if (receiver.kind === "struct" && receiver.fields.has(name)) {
    fail(run, `${name} has arguments but cannot be invoked as function`);
  }
}
