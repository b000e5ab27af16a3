import { compareBytes } from "./bytes.ts";

/** What a map or a list holds: Go's strings, or values of any type. */
export type ItemType = "string" | "any";

/** Says from where in the data a value was taken. Without a holder, it was taken from the data itself. */
export interface Origin {
  readonly holder: Origin | undefined;
  /** The name of a field, or `ITEM`. */
  readonly step: string;
}

/** The name of a step that leads to any item of a list, or to any entry of a map that a `range` goes through. */
export const ITEM = "[]";

/** A null of JSON where a map or a list holds it. Go has an interface without a value there. */
export interface NullValue {
  readonly kind: "null";
  readonly origin: Origin;
}

/** Represents Go's map[string]string or map[string]any. */
export interface MapValue {
  readonly kind: "map";
  readonly itemType: ItemType;
  readonly entries: Readonly<Record<string, unknown>>;
  readonly origin: Origin | undefined;
}

/**
 * Represents Go's []string or []any: `length` entries of `items` from `start` on. The array behind it determines the
 * capacity.
 */
export interface ListValue {
  readonly kind: "list";
  readonly itemType: ItemType;
  readonly items: readonly unknown[];
  readonly start: number;
  readonly length: number;
  readonly capacity: number;
  readonly isNil: boolean;
  readonly origin: Origin | undefined;
}

/** A value that data can hold. A float64 is a number; undefined stands for what is absent. */
export type DataValue = undefined | string | number | boolean | NullValue | MapValue | ListValue;

export function stringMap(entries: Readonly<Record<string, unknown>>): MapValue {
  return { kind: "map", itemType: "string", entries, origin: undefined };
}

/** Makes a map[string]any of values that JSON.parse gives. They must not change while a template is rendered. */
export function anyMap(entries: Readonly<Record<string, unknown>>, origin?: Origin): MapValue {
  return { kind: "map", itemType: "any", entries, origin };
}

export function stringList(items: readonly string[] | undefined): ListValue {
  return listOf("string", items, undefined);
}

function listOf(itemType: ItemType, items: readonly unknown[] | undefined, origin: Origin | undefined): ListValue {
  const length = items?.length ?? 0;
  const isNil = items === undefined;
  return { kind: "list", itemType, items: items ?? [], start: 0, length, capacity: length, isNil, origin };
}

/**
 * Returns the value of a key, or undefined when the map itself lacks the key. Names such as `constructor` are ordinary
 * keys.
 */
export function mapEntry(map: MapValue, key: string, step = key): DataValue {
  if (!Object.hasOwn(map.entries, key)) return undefined;
  return itemValue(map, map.entries[key], step);
}

export function listItem(list: ListValue, index: number): DataValue {
  return itemValue(list, list.items[list.start + index], ITEM) ?? zeroItem(list);
}

function itemValue({ itemType, origin }: MapValue | ListValue, json: unknown, step: string): DataValue {
  if (typeof json === "string") return wellFormed(json);
  return itemType === "any" ? anyValue(json, { holder: origin, step }) : undefined;
}

function anyValue(json: unknown, origin: Origin): DataValue {
  if (typeof json === "number" || typeof json === "boolean") return json;
  if (json === null) return { kind: "null", origin };
  if (isArray(json)) return listOf("any", json, origin);
  return isObject(json) ? anyMap(json, origin) : undefined;
}

const isArray = (json: unknown): json is readonly unknown[] => Array.isArray(json);
const isObject = (json: unknown): json is Readonly<Record<string, unknown>> => typeof json === "object";

/** Returns Go's zero value of a map's or a list's items. */
export function zeroItem({ itemType }: MapValue | ListValue): "" | undefined {
  return itemType === "string" ? "" : undefined;
}

/** Replaces lone surrogates, as Go's JSON decoder does when data comes in. */
export function wellFormed(text: string): string {
  return text.isWellFormed() ? text : text.toWellFormed();
}

/** The keys are kept for as long as the map's entries exist, because a template can sort the same map many times. */
const SORTED = new WeakMap<object, readonly string[]>();

/** Returns the keys in the order of their bytes. */
export function mapKeys({ entries }: MapValue): readonly string[] {
  const known = SORTED.get(entries);
  if (known !== undefined) return known;
  const keys = sorted(Object.keys(entries));
  SORTED.set(entries, keys);
  return keys;
}

const SURROGATE = /[\ud800-\udfff]/;

/** JavaScript's own order equals that of bytes as long as there are no surrogates. */
function sorted(keys: string[]): string[] {
  // biome-ignore lint/suspicious/useArraySortCompare: keys are strings, and the order by UTF-16 units is the one wanted
  return SURROGATE.test(keys.join("")) ? keys.sort(compareBytes) : keys.sort();
}

export function mapSize(map: MapValue): number {
  return mapKeys(map).length;
}

/** Writes an origin as a path such as `order.id` or `items[].name`. */
export function pathOf({ step, holder }: Origin): string {
  let path = step;
  let isItem = step === ITEM;
  for (let at = holder; at !== undefined; at = at.holder) {
    path = isItem ? at.step + path : `${at.step}.${path}`;
    isItem = at.step === ITEM;
  }
  return path;
}
