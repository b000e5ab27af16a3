import { fail, type Run } from "./run.ts";
import { mapEntry, type StringMap, typeName, type Value } from "./values.ts";

/** Looks up a path such as `.a.b.c` in a value. Every field of a missing value is missing too. */
export function fields(run: Run, start: Value, path: { names: readonly string[]; hasArguments: boolean }): Value {
  const { names, hasArguments } = path;
  let value = start;
  for (let i = 0; i < names.length && value !== undefined; i++) {
    const name = names[i] ?? "";
    if (hasArguments && i === names.length - 1) refuseArguments(run, value, name);
    value = field(run, value, name);
  }
  return value;
}

export function field(run: Run, receiver: Value, name: string): Value {
  if (typeof receiver === "object") {
    if (receiver.kind === "map") return lookedUp(run, receiver, name);
    const found = receiver.kind === "struct" ? receiver.fields.get(name) : undefined;
    if (found !== undefined) return found;
  }
  return receiver === undefined ? undefined : fail(run, `can't evaluate field ${name} in type ${typeName(receiver)}`);
}

function lookedUp(run: Run, map: StringMap, name: string): Value {
  const value = mapEntry(map, name);
  if (value === undefined) run.absent = name;
  return value;
}

export function refuseArguments(run: Run, receiver: Value, name: string): void {
  if (typeof receiver !== "object") return;
  if (receiver.kind === "map") fail(run, `${name} is not a method but has arguments`);
  if (receiver.kind === "struct" && receiver.fields.has(name)) {
    fail(run, `${name} has arguments but cannot be invoked as function`);
  }
}
