import { isJsonObject, valuesIn } from "../../shared/kernel/json-data.ts";
import { newShape, type Shape } from "./template-shape.ts";

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;
export const keyOf = (name: string): string => (IDENTIFIER.test(name) ? name : JSON.stringify(name));

const ANY_LEAF = "string | number | boolean";
const NOTHING = newShape();

/** Says whether a value is more than a text, judged by the template's use of it or by its sample. */
export const isStructured = (shape: Shape | undefined, sample: unknown): boolean =>
  (shape !== undefined && (shape.fields.size > 0 || shape.item !== undefined)) ||
  (sample !== undefined && typeof sample !== "string");

/**
 * Returns the TypeScript type of a value. The samples show what the template does not: numbers, and which values are
 * lists.
 */
export function typeOf(shape: Shape | undefined, samples: readonly unknown[]): string {
  const { fields, item } = shape ?? NOTHING;
  const lists = samples.filter((sample) => Array.isArray(sample));
  const objects = samples.filter(isJsonObject);
  if (lists.length > 0) return listType(item, lists.flat());
  if (item !== undefined) return itemsType(item, objects);
  if (fields.size > 0 || objects.length > 0) return objectType(shape ?? NOTHING, objects);
  return leafType(samples);
}

const listType = (item: Shape | undefined, samples: readonly unknown[]): string =>
  `readonly (${typeOf(item, samples)})[]`;

/** Returns the type of a range's value. Without a sample, a range may go through a list or an object. */
function itemsType(item: Shape, objects: readonly object[]): string {
  const samples = objects.flatMap(valuesIn);
  const named = `Readonly<Record<string, ${typeOf(item, samples)}>>`;
  return objects.length > 0 ? named : `${listType(item, [])} | ${named}`;
}

function objectType(shape: Shape, objects: readonly Readonly<Record<string, unknown>>[]): string {
  const names = new Set([...shape.fields.keys(), ...objects.flatMap((object) => Object.keys(object))]);
  const samplesOf = (name: string) => objects.filter((one) => Object.hasOwn(one, name)).map((one) => one[name]);
  return objectOf([...names].map((name) => fieldType(name, shape.fields.get(name), samplesOf(name))));
}

export const fieldType = (name: string, shape: Shape | undefined, samples: readonly unknown[]): string =>
  `${keyOf(name)}${shape?.isNeeded ? "" : "?"}: ${typeOf(shape, samples)};`;

export const objectOf = (fields: readonly string[]): string => `{ ${fields.join(" ")} }`;

/** Returns the type of a simple value. A null in the samples shows nothing about the other values. */
function leafType(samples: readonly unknown[]): string {
  const types = [...new Set(samples.map((sample) => (sample === null ? "null" : typeof sample)))].sort();
  return types.every((type) => type === "null") ? [ANY_LEAF, ...types].join(" | ") : types.join(" | ");
}
