import { type ListValue, type MapValue, mapSize, type NullValue } from "./data-values.ts";

/** A byte of a string (Go's uint8), as `index "abc" 0` gives it. */
export interface Byte {
  readonly kind: "byte";
  readonly value: number;
}

/** Represents Go's complex128. */
export interface Complex {
  readonly kind: "complex";
  readonly real: number;
  readonly imaginary: number;
}

/** A Go struct whose fields are strings and lists of strings. */
export interface Struct {
  readonly kind: "struct";
  readonly typeName: string;
  readonly fields: ReadonlyMap<string, string | ListValue>;
}

/** A value of Go: an int is a bigint, a float64 is a number. Undefined is nil, and also the value of a missing key. */
export type Value =
  | undefined
  | string
  | number
  | bigint
  | boolean
  | Byte
  | Complex
  | NullValue
  | MapValue
  | ListValue
  | Struct;

export function byte(value: number): Byte {
  return { kind: "byte", value };
}

export function complex(real: number, imaginary: number): Complex {
  return { kind: "complex", real, imaginary };
}

export function isNull(value: Value): value is NullValue {
  return typeof value === "object" && value.kind === "null";
}

/** The type of what a map or a list of any values holds. */
export const ANY_TYPE = "interface {}";
const ITEM_TYPES = { string: "string", any: ANY_TYPE } as const;
const PRIMITIVE_NAMES: Readonly<Record<string, string>> = {
  string: "string",
  number: "float64",
  bigint: "int",
  boolean: "bool",
};

/** Returns the Go name of a value's type. */
export function typeName(value: Value): string {
  if (value === undefined) return "<nil>";
  if (typeof value !== "object") return PRIMITIVE_NAMES[typeof value] ?? "";
  return objectTypeName(value);
}

function objectTypeName(value: GoObject): string {
  switch (value.kind) {
    case "byte":
      return "uint8";
    case "complex":
      return "complex128";
    case "null":
      return ANY_TYPE;
    case "map":
      return `map[string]${ITEM_TYPES[value.itemType]}`;
    case "list":
      return `[]${ITEM_TYPES[value.itemType]}`;
    case "struct":
      return value.typeName;
  }
}

type GoObject = Extract<Value, object>;

/** Tells whether Go's templates treat a value as true: it is neither the zero value nor empty. */
export function isTrue(value: Value): boolean {
  return typeof value === "object" ? isTrueObject(value) : Boolean(value);
}

function isTrueObject(value: GoObject): boolean {
  switch (value.kind) {
    case "byte":
      return value.value !== 0;
    case "complex":
      return value.real !== 0 || value.imaginary !== 0;
    case "null":
      return false;
    case "map":
      return mapSize(value) > 0;
    case "list":
      return value.length > 0;
    case "struct":
      return true;
  }
}

/** Returns an integer (Go's `int` or `byte`) as a bigint, and undefined for any other value. */
export function integerOf(value: Value): bigint | undefined {
  if (typeof value === "bigint") return value;
  return typeof value === "object" && value.kind === "byte" ? BigInt(value.value) : undefined;
}
