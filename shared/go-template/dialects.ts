import { TemplateExecError } from "./errors.ts";
import { type Builtin, builtinFunctions } from "./functions.ts";
import { jsonFunction } from "./json.ts";
import { type StringList, type Struct, stringList, stringMap, type Value, wellFormed } from "./values.ts";

/** The data that a caller renders with: names to strings, and for the HTTP provider lists of strings as well. */
export type TemplateData = Readonly<Record<string, unknown>>;

/** The functions a kind of template has and the shape of its data. */
export interface Dialect {
  readonly functions: ReadonlyMap<string, Builtin>;
  /** The data as Go sees it. Absent data is empty. */
  readonly bind: (data: TemplateData | null | undefined) => Value;
}

const NO_DATA: TemplateData = Object.freeze({});

/** Email templates: the built-in functions, and `variables` as a map of strings (D18a). */
export const emailDialect: Dialect = {
  functions: builtinFunctions,
  bind: (data) => stringMap(data ?? NO_DATA),
};

/** The fields of the HTTP provider's data, in order; see R-http-api-data. */
const HTTP_FIELDS = ["To", "CC", "BCC", "Subject", "Body", "BodyType", "From", "FromName", "APIKey"] as const;
const HTTP_LISTS: ReadonlySet<string> = new Set(["CC", "BCC"]);

/** HTTP provider templates: a struct, so an unknown field is an error, and the `json` function. */
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

/** An absent list is Go's nil slice, which `json` writes as null; an absent string is empty. */
function httpField(name: string, value: unknown): string | StringList {
  if (HTTP_LISTS.has(name)) {
    if (value === undefined || isStrings(value)) return stringList(value);
    throw new TemplateExecError(`template: ${name} must be a list of strings`);
  }
  if (value === undefined) return "";
  if (typeof value === "string") return wellFormed(value);
  throw new TemplateExecError(`template: ${name} must be a string`);
}

function isStrings(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}
