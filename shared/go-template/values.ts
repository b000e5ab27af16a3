import { compareBytes } from "./bytes.ts";

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

/** Represents Go's map[string]string. */
export interface StringMap {
  readonly kind: "map";
  readonly entries: Readonly<Record<string, unknown>>;
  /** The keys in the order of their bytes; computed on first use. */
  sortedKeys: readonly string[] | undefined;
}

/**
 * Represents Go's []string: `length` entries of `items` from `start` on. The array behind it determines the capacity.
 */
export interface StringList {
  readonly kind: "list";
  readonly items: readonly string[];
  readonly start: number;
  readonly length: number;
  readonly capacity: number;
  readonly isNil: boolean;
}

/** A Go struct whose fields are strings and lists of strings. */
export interface Struct {
  readonly kind: "struct";
  readonly typeName: string;
  readonly fields: ReadonlyMap<string, string | StringList>;
}

/** A value of Go: an int is a bigint, a float64 is a number. Undefined is nil, and also the value of a missing key. */
export type Value = undefined | string | number | bigint | boolean | Byte | Complex | StringMap | StringList | Struct;

export function byte(value: number): Byte {
  return { kind: "byte", value };
}

export function complex(real: number, imaginary: number): Complex {
  return { kind: "complex", real, imaginary };
}

export function stringMap(entries: Readonly<Record<string, unknown>>): StringMap {
  return { kind: "map", entries, sortedKeys: undefined };
}

export function stringList(items: readonly string[] | undefined): StringList {
  const length = items?.length ?? 0;
  return { kind: "list", items: items ?? [], start: 0, length, capacity: length, isNil: items === undefined };
}

/**
 * Returns the value of a key, or undefined when the map itself lacks the key. Names such as `constructor` are ordinary
 * keys.
 */
export function mapEntry(map: StringMap, key: string): string | undefined {
  if (!Object.hasOwn(map.entries, key)) return undefined;
  const value = map.entries[key];
  return typeof value === "string" ? wellFormed(value) : undefined;
}

/** Go's JSON decoder replaces lone surrogates when data comes in, so this does too. */
export function wellFormed(text: string): string {
  return text.isWellFormed() ? text : text.toWellFormed();
}

export function mapKeys(map: StringMap): readonly string[] {
  map.sortedKeys ??= sorted(Object.keys(map.entries));
  return map.sortedKeys;
}

const SURROGATE = /[\ud800-\udfff]/;

/** JavaScript's own order equals that of bytes as long as there are no surrogates. */
function sorted(keys: string[]): string[] {
  // biome-ignore lint/suspicious/useArraySortCompare: keys are strings, and the order by UTF-16 units is the one wanted
  return SURROGATE.test(keys.join("")) ? keys.sort(compareBytes) : keys.sort();
}

export function mapSize(map: StringMap): number {
  return mapKeys(map).length;
}

export function listItem(list: StringList, index: number): string {
  return wellFormed(list.items[list.start + index] ?? "");
}

const TYPE_NAMES = { byte: "uint8", complex: "complex128", map: "map[string]string", list: "[]string" } as const;
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
  return value.kind === "struct" ? value.typeName : TYPE_NAMES[value.kind];
}

/** Tells whether Go's templates treat a value as true: it is neither the zero value nor empty. */
export function isTrue(value: Value): boolean {
  return typeof value === "object" ? isTrueObject(value) : Boolean(value);
}

function isTrueObject(value: Exclude<Value, undefined | string | number | bigint | boolean>): boolean {
  switch (value.kind) {
    case "byte":
      return value.value !== 0;
    case "complex":
      return value.real !== 0 || value.imaginary !== 0;
    case "map":
      return mapSize(value) > 0;
    case "list":
      return value.length > 0;
    case "struct":
      return true;
  }
}

/** Returns integers of both types as a bigint, and undefined for anything else. */
export function integerOf(value: Value): bigint | undefined {
  if (typeof value === "bigint") return value;
  return typeof value === "object" && value.kind === "byte" ? BigInt(value.value) : undefined;
}
