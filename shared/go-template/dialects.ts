import { anyMap, type ListValue, stringList, stringMap, wellFormed } from "./data-values.ts";
import { TemplateExecError } from "./errors.ts";
import { type Builtin, builtinFunctions } from "./functions.ts";
import { jsonFunction } from "./json.ts";
import type { Struct, Value } from "./values.ts";

/**
 * The data that a caller renders with. It maps names to strings, and for the HTTP provider also to lists of strings.
 */
export type TemplateData = Readonly<Record<string, unknown>>;

/** Names with values of JSON, as JSON.parse gives them. */
export type JsonData = Readonly<Record<string, unknown>>;

/** A dialect defines the functions and the data of one kind of template. */
export interface Dialect {
  readonly functions: ReadonlyMap<string, Builtin>;
  /** Turns the data into the values that Go would see. Absent data is empty. */
  readonly bind: (data: TemplateData | null | undefined, json: JsonData | undefined) => Value;
}

const NO_DATA: TemplateData = Object.freeze({});

/**
 * Email templates have the built-in functions and get `variables` as a map of strings (D18a). Together with values of
 * JSON they are a map of any values (D51).
 */
export const emailDialect: Dialect = {
  functions: builtinFunctions,
  bind: (data, json) => (json === undefined ? stringMap(data ?? NO_DATA) : anyMap(joined(data ?? NO_DATA, json))),
};

/** Every name becomes a property of the map itself, `__proto__` too. */
const joined = (data: TemplateData, json: JsonData): JsonData =>
  Object.fromEntries([...Object.entries(json), ...Object.entries(data)]);

/** The fields of the HTTP provider's data in their order (R-http-api-data). */
const HTTP_FIELDS = ["To", "CC", "BCC", "Subject", "Body", "BodyType", "From", "FromName", "APIKey"] as const;
const HTTP_LISTS: ReadonlySet<string> = new Set(["CC", "BCC"]);

/**
 * Templates of the HTTP provider get a struct, so that an unknown field is an error, and also have the `json` function.
 */
export const httpProviderDialect: Dialect = {
  functions: new Map([...builtinFunctions, [jsonFunction.name, jsonFunction]]),
  bind: (data) => httpStruct(data ?? NO_DATA),
};

function httpStruct(data: TemplateData): Struct {
  const fields = new Map(HTTP_FIELDS.map((name) => [name, httpField(name, ownValue(data, name))]));
  return { kind: "struct", typeName: "main.HTTPData", fields };
}

function ownValue(data: TemplateData, name: string): unknown {
  return Object.hasOwn(data, name) ? (data[name] ?? undefined) : undefined;
}

/** An absent list is Go's nil slice, which `json` writes as null. An absent string is empty. */
function httpField(name: string, value: unknown): string | ListValue {
  if (HTTP_LISTS.has(name)) {
    if (value === undefined || isStrings(value)) return stringList(value);
    throw mustBe(`${name} must be a list of strings`);
  }
  if (value === undefined) return "";
  if (typeof value === "string") return wellFormed(value);
  throw mustBe(`${name} must be a string`);
}

const mustBe = (rule: string): TemplateExecError => new TemplateExecError(`template: ${rule}`, rule);

function isStrings(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}
