import { byteLength, fromBytes, isAscii, toBytes } from "./bytes.ts";
import { ITEM, type ListValue, listItem, type MapValue, mapEntry, mapSize, zeroItem } from "./data-values.ts";
import { CallError } from "./errors.ts";
import { type Meter, make, scan } from "./limits.ts";
import { byte, integerOf, isNull, typeName, type Value } from "./values.ts";

/** Go's len: counts the bytes of a string, the entries of a map or the items of a list. */
export function lengthOf(meter: Meter, value: Value): bigint {
  if (typeof value === "string") return BigInt(bytesOf(meter, value));
  if (value === undefined) throw new CallError("reflect: call of reflect.Value.Type on zero Value");
  if (isNull(value)) throw new CallError("len of nil pointer");
  if (typeof value === "object" && value.kind === "map") return BigInt(mapSize(value));
  if (typeof value === "object" && value.kind === "list") return BigInt(value.length);
  throw new CallError(`len of type ${typeName(value)}`);
}

function bytesOf(meter: Meter, text: string): number {
  scan(meter, text.length);
  return byteLength(text);
}

/** Go's index: `index x 1 2` means x[1][2]. A key that a map lacks gives the zero value: the empty string, or nil. */
export function indexValue(meter: Meter, args: readonly Value[]): Value {
  const [item, ...indexes] = args;
  if (item === undefined) throw new CallError("index of untyped nil");
  return indexes.reduce((current, index) => indexOne(meter, current, index), item);
}

function indexOne(meter: Meter, item: Value, index: Value): Value {
  if (item === undefined || isNull(item)) throw new CallError("index of nil pointer");
  if (typeof item === "string") return byteAt(meter, item, index);
  if (typeof item === "object" && item.kind === "list") return itemAt(item, index);
  if (typeof item === "object" && item.kind === "map") return entryAt(item, index);
  throw new CallError(`can't index item of type ${typeName(item)}`);
}

function byteAt(meter: Meter, text: string, index: Value): Value {
  const length = bytesOf(meter, text);
  const at = position(index, length);
  if (at === length) throw new CallError("reflect: string index out of range");
  return byte((length === text.length && isAscii(text) ? text.charCodeAt(at) : toBytes(text)[at]) ?? 0);
}

function itemAt(list: ListValue, index: Value): Value {
  const at = position(index, list.length);
  if (at === list.length) throw new CallError("reflect: slice index out of range");
  return listItem(list, at);
}

function entryAt(map: MapValue, index: Value): Value {
  if (index === undefined) throw new CallError("value is nil; should be of type string");
  if (typeof index !== "string") throw new CallError(`value has type ${typeName(index)}; should be string`);
  // A key may be a value of the data, which is no name to show. At the top it is a name like any other.
  return mapEntry(map, index, map.origin === undefined ? index : ITEM) ?? zeroItem(map);
}

/** Reads an index from 0 to `capacity`, both included. */
function position(index: Value, capacity: number): number {
  const whole = integerOf(index);
  if (whole === undefined)
    throw new CallError(`cannot index slice/array with ${index === undefined ? "nil" : `type ${typeName(index)}`}`);
  if (whole < 0n || whole > BigInt(capacity)) throw numberError("index out of range", `: ${whole}`, [index]);
  return Number(whole);
}

/** A number of the message is left out of the plain message where it is a byte, because only the data has bytes. */
function numberError(plain: string, numbers: string, from: readonly Value[]): CallError {
  const isOfData = from.some((value) => typeof value === "object");
  return new CallError(plain + numbers, isOfData ? plain : plain + numbers);
}

/** Go's slice: `slice x 1 2` means x[1:2], counted in bytes for a string. */
export function sliceValue(meter: Meter, args: readonly Value[]): Value {
  const [item, ...indexes] = args;
  if (item === undefined) throw new CallError("slice of untyped nil");
  if (indexes.length > 3) throw new CallError(`too many slice indexes: ${indexes.length}`);
  if (typeof item === "string") return sliceString(meter, item, indexes);
  if (typeof item === "object" && item.kind === "list") return sliceList(item, indexes);
  throw new CallError(`can't slice item of type ${typeName(item)}`);
}

function bounds(indexes: readonly Value[], length: number, capacity: number): { from: number; to: number } {
  const [from = 0, to = length] = indexes.map((index) => position(index, capacity));
  if (from > to) throw numberError("invalid slice index", `: ${from} > ${to}`, indexes);
  return { from, to };
}

function sliceString(meter: Meter, text: string, indexes: readonly Value[]): string {
  if (indexes.length === 3) throw new CallError("cannot 3-index slice a string");
  const length = bytesOf(meter, text);
  const { from, to } = bounds(indexes, length, length);
  make(meter, to - from);
  const isPlain = length === text.length && isAscii(text);
  return isPlain ? text.slice(from, to) : fromBytes(toBytes(text).subarray(from, to));
}

function sliceList(list: ListValue, indexes: readonly Value[]): ListValue {
  const { from, to } = bounds(indexes, list.length, list.capacity);
  const end = indexes.length === 3 ? position(indexes[2], list.capacity) : list.capacity;
  if (to > end) throw numberError("invalid slice index", `: ${to} > ${end}`, indexes);
  return { ...list, start: list.start + from, length: to - from, capacity: end - from };
}
