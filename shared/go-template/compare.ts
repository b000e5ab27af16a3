import { compareBytes } from "./bytes.ts";
import { CallError } from "./errors.ts";
import { sprint, sprintf } from "./format/printf.ts";
import { type Meter, scan } from "./limits.ts";
import { type Complex, integerOf, typeName, type Value } from "./values.ts";

/**
 * Go's basicKind, which decides what may be compared with what. Both integer types are one kind; nil is no basic kind,
 * and neither is a map.
 */
type Kind = "bool" | "complex" | "int" | "float" | "string" | "other";

const KINDS: Readonly<Record<string, Kind>> = {
  boolean: "bool",
  bigint: "int",
  number: "float",
  string: "string",
};

function kindOf(value: Value): Kind {
  if (typeof value !== "object") return KINDS[typeof value] ?? "other";
  if (value.kind === "byte") return "int";
  return value.kind === "complex" ? "complex" : "other";
}

/** Go's eq: tells whether the first operand equals any of the others. */
export function isEqualToAny(meter: Meter, args: readonly Value[]): boolean {
  const [first, ...others] = args;
  if (others.length === 0) throw new CallError("missing argument for comparison");
  for (const other of others) {
    if (typeof other === "string") scan(meter, other.length);
    if (isEqual(meter, first, other)) return true;
  }
  return false;
}

function isEqual(meter: Meter, a: Value, b: Value): boolean {
  const kind = kindOf(a);
  if (kind !== kindOf(b)) return differentKinds(a, b);
  if (kind === "int") return integerOf(a) === integerOf(b);
  if (kind === "complex") return isSameComplex(a, b);
  return kind === "other" ? isSameOther(meter, a, b) : a === b;
}

/** Values of two kinds cannot be compared, except with nil, which equals none of them. */
function differentKinds(a: Value, b: Value): boolean {
  if (a !== undefined && b !== undefined) {
    throw new CallError(`incompatible types for comparison: ${typeName(a)} and ${typeName(b)}`);
  }
  return false;
}

function isSameComplex(a: Value, b: Value): boolean {
  return isComplex(a) && isComplex(b) && a.real === b.real && a.imaginary === b.imaginary;
}

function isComplex(value: Value): value is Complex {
  return typeof value === "object" && value.kind === "complex";
}

function isNil(value: Value): boolean {
  return value === undefined || (typeof value === "object" && value.kind === "list" && value.isNil);
}

/** Go compares nil, maps, lists and structs only with nil. */
function isSameOther(meter: Meter, a: Value, b: Value): boolean {
  if (a !== undefined && b !== undefined && objectKind(a) !== objectKind(b)) {
    const [left, right] = [sprintf(meter, "%s", [a]), sprint(meter, [b])];
    const types = [typeName(a), typeName(b)] as const;
    const plain = `non-comparable types ${types.join(", ")}`;
    throw new CallError(`non-comparable types ${left}: ${types[0]}, ${types[1]}: ${right}`, plain);
  }
  if (isNil(a) || isNil(b)) return isNil(a) && isNil(b);
  const type = typeName(b);
  throw new CallError(`non-comparable type ${sprintf(meter, "%s", [b])}: ${type}`, `non-comparable type ${type}`);
}

function objectKind(value: Value): string {
  return typeof value === "object" ? value.kind : "";
}

/**
 * Returns a number below 0, 0, or a number above 0, on which Go's lt, le, gt and ge are built. Both operands have to be
 * of the same ordered kind.
 */
export function compare(meter: Meter, a: Value, b: Value): number {
  const [left, right] = [kindOf(a), kindOf(b)];
  if (left === "other" || right === "other") throw new CallError("invalid type for comparison");
  if (left !== right) throw new CallError(`incompatible types for comparison: ${typeName(a)} and ${typeName(b)}`);
  return ordered(meter, a, b);
}

function ordered(meter: Meter, a: Value, b: Value): number {
  if (typeof a === "string" && typeof b === "string") return orderedText(meter, a, b);
  if (typeof a === "number" && typeof b === "number") return a - b;
  const [left, right] = [integerOf(a), integerOf(b)];
  if (left === undefined || right === undefined) throw new CallError("invalid type for comparison");
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

function orderedText(meter: Meter, a: string, b: string): number {
  scan(meter, a.length + b.length);
  return compareBytes(a, b);
}
