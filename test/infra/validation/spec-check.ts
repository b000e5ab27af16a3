import { loadAwsServiceSpecSync } from "@aws-cdk/aws-service-spec";
import type { Property, PropertyType } from "@aws-cdk/service-spec-types";
import type { Resource, StackTemplate } from "../transitions/stage.ts";

const spec = loadAwsServiceSpecSync();

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields => Object.prototype.toString.call(value) === "[object Object]";

/** Says whether only the deployment knows the value. */
const isIntrinsic = (value: unknown): boolean =>
  isFields(value) && /^(?:Ref|Fn::\w+|Condition)$/.test(Object.keys(value).join());

const shown = (value: unknown): string => String(JSON.stringify(value)).slice(0, 80);

function problems(path: string, value: unknown, type: PropertyType): string[] {
  if (isIntrinsic(value) || type.type === "json" || type.type === "null") return [];
  if (type.type === "array") return listProblems(path, value, type.element);
  if (type.type === "map") return mapProblems(path, value, type.element);
  if (type.type === "union") return leastProblems(type.types.map((one) => problems(path, value, one)));
  if (type.type === "ref") return structureProblems(path, value, type);
  return scalarProblems(path, value, type);
}

/** A value may have one of several types; this returns the problems of the type that fits best. */
const leastProblems = (found: readonly string[][]): string[] =>
  found.toSorted((one, other) => one.length - other.length)[0] ?? [];

const listProblems = (path: string, value: unknown, element: PropertyType): string[] =>
  Array.isArray(value)
    ? value.flatMap((one, i) => problems(`${path}[${i}]`, one, element))
    : [`${path} must be a list: ${shown(value)}`];

const mapProblems = (path: string, value: unknown, element: PropertyType): string[] =>
  isFields(value)
    ? Object.entries(value).flatMap(([key, one]) => problems(`${path}.${key}`, one, element))
    : [`${path} must be a map: ${shown(value)}`];

function structureProblems(path: string, value: unknown, type: Extract<PropertyType, { type: "ref" }>): string[] {
  if (!isFields(value)) return [`${path} must be an object: ${shown(value)}`];
  return fieldProblems(path, value, spec.get("typeDefinition", type.reference.$ref).properties);
}

/** CloudFormation accepts text for numbers and flags, and numbers and flags for text. */
const FITS: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => ["string", "number", "boolean"].includes(typeof value),
  "date-time": (value) => typeof value === "string",
  number: (value) => value !== "" && Number.isFinite(Number(value)),
  integer: (value) => value !== "" && Number.isInteger(Number(value)),
  boolean: (value) => typeof value === "boolean" || value === "true" || value === "false",
  tag: isFields,
};

function scalarProblems(path: string, value: unknown, type: PropertyType): string[] {
  const fits = FITS[type.type];
  if (fits === undefined) return [`${path} has a type that nobody knows: ${type.type}`];
  if (!fits(value)) return [`${path} must be of the type ${type.type}: ${shown(value)}`];
  const allowed: readonly unknown[] | undefined = "allowedValues" in type ? type.allowedValues : undefined;
  if (allowed === undefined || allowed.some((one) => String(one) === String(value))) return [];
  return [`${path} must be one of ${allowed.join(", ")}: ${shown(value)}`];
}

function fieldProblems(path: string, value: Fields, known: Readonly<Record<string, Property>>): string[] {
  const missing = Object.entries(known).filter(([name, { required }]) => required && value[name] === undefined);
  const given = Object.entries(value).filter(([, one]) => one !== undefined);
  const wrong = given.flatMap(([name, one]) => {
    const property = known[name];
    if (property === undefined) return [`${path}.${name} is no property`];
    const types = [property.type, ...(property.previousTypes ?? [])];
    return leastProblems(types.map((type) => problems(`${path}.${name}`, one, type)));
  });
  return [...missing.map(([name]) => `${path}.${name} is missing`), ...wrong];
}

function resourceProblems(id: string, { Type, Properties }: Resource): string[] {
  const [known] = spec.lookup("resource", "cloudFormationType", "equals", Type);
  return known === undefined ? [] : fieldProblems(`${id} (${Type})`, Properties, known.properties);
}

/**
 * Returns the properties of resources that CloudFormation does not know, that are missing, or that have a wrong type or
 * value.
 */
export const specProblems = ({ Resources }: StackTemplate): string[] =>
  Object.entries(Resources).flatMap(([id, one]) => resourceProblems(id, one));

/** Returns the types that CloudFormation has not published yet, and those of the CDK alone. */
export const unknownTypes = ({ Resources }: StackTemplate): string[] =>
  [...new Set(Object.values(Resources).map(({ Type }) => Type))].filter(
    (type) => spec.lookup("resource", "cloudFormationType", "equals", type).length === 0,
  );
