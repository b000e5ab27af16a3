import fc from "fast-check";
import { large, ODD_NAMES, oddlyNamed, spotsIn } from "./hostile.ts";
import { withAt } from "./sweep.ts";

export type JsonSchema = Readonly<Record<string, unknown>>;
export type Hints = Readonly<Record<string, fc.Arbitrary<unknown>>>;

interface World {
  readonly schemas: Readonly<Record<string, JsonSchema>>;
  /** By the name of a property, values that exist in the running service, such as ids. They are mixed with values from the schema. */
  readonly hints: Hints;
}

const MAX_DEPTH = 6;
const MAX_LENGTH = 40;

const asSchema = (value: unknown): JsonSchema =>
  typeof value === "object" && value !== null ? (value as JsonSchema) : {};
const asNumber = (value: unknown, otherwise: number): number => (typeof value === "number" ? value : otherwise);

/** Values on which request handlers tend to break. */
export const junk: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    "",
    " ",
    "\u0000",
    "\ud800",
    "\u202e",
    "a\r\nb: c",
    "__proto__",
    "{{.x}}",
    "{{",
    -1,
    0,
    1e308,
    2 ** 53,
    true,
    [],
    {},
  ),
  oddlyNamed,
  fc.constant("x".repeat(5000)),
  fc.constant(JSON.parse(`${"[".repeat(200)}${"]".repeat(200)}`)),
  fc.string({ unit: "binary", maxLength: 20 }),
  fc.double(),
  fc.array(fc.constantFrom("a@b.test", "", 1, null), { maxLength: 60 }),
);

/** Generates values that a schema allows, as far as JSON Schema can express that. */
export function valuesOf(schema: JsonSchema, world: World, depth = 0): fc.Arbitrary<unknown> {
  if (depth > MAX_DEPTH) return fc.constant(null);
  const inner = (part: unknown) => valuesOf(asSchema(part), world, depth + 1);
  if (typeof schema.$ref === "string") return inner(world.schemas[schema.$ref.split("/").at(-1) ?? ""]);
  const choices = (schema.anyOf ?? schema.oneOf) as unknown[] | undefined;
  if (choices) return fc.oneof(...choices.map(inner));
  if ("const" in schema) return fc.constant(schema.const);
  if (Array.isArray(schema.enum)) return fc.constantFrom<unknown>(...schema.enum);
  if (schema.type === "object" || schema.properties) return objectsOf(schema, world, depth);
  if (schema.type === "array") return fc.array(inner(schema.items), { maxLength: 3 });
  return scalarsOf(schema);
}

function scalarsOf(schema: JsonSchema): fc.Arbitrary<unknown> {
  const [min, max] = [asNumber(schema.minimum, -1000), asNumber(schema.maximum, 100_000)];
  if (schema.type === "integer") return fc.integer({ min, max: Math.min(max, 2 ** 31 - 1) });
  if (schema.type === "number") return fc.double({ min, max, noNaN: true });
  if (schema.type === "boolean") return fc.boolean();
  if (schema.format === "uuid") return fc.uuid();
  if (schema.format === "date-time") return fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
  if (schema.type !== "string") return fc.jsonValue({ maxDepth: 2 });
  if (typeof schema.pattern === "string") return fc.stringMatching(new RegExp(schema.pattern));
  const minLength = asNumber(schema.minLength, 0);
  return fc.string({ unit: "grapheme", minLength, maxLength: Math.max(minLength, MAX_LENGTH) });
}

function objectsOf(
  { properties, required, additionalProperties }: JsonSchema,
  world: World,
  depth: number,
): fc.Arbitrary<unknown> {
  const entries = Object.entries(asSchema(properties)).map(([name, part]) => {
    const plain = valuesOf(asSchema(part), world, depth + 1);
    const hint = world.hints[name];
    return [name, hint ? fc.oneof({ weight: 4, arbitrary: hint }, { weight: 1, arbitrary: plain }) : plain] as const;
  });
  const requiredKeys = (required as string[] | undefined) ?? [];
  const known = fc.record(Object.fromEntries(entries), { requiredKeys });
  if (typeof additionalProperties !== "object" || entries.length > 0) return known;
  return fc.dictionary(
    fc.constantFrom("name", "parameter_1", "x", ...ODD_NAMES),
    valuesOf(asSchema(additionalProperties), world, depth + 1),
  );
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Breaks a valid value at one field: a field is missing, added, or replaced by junk. */
export function brokenValuesOf(valid: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const damage = fc.record({
    kind: fc.constantFrom("drop", "add", "replace", "whole"),
    at: fc.array(fc.nat(20), { minLength: 1, maxLength: 3 }),
    junk,
  });
  return fc
    .tuple(valid, damage)
    .map(([value, { kind, at, junk: other }]) => (kind === "whole" ? other : damaged(value, at, { kind, other })));
}

/** Fills one field of a valid value with as many items, characters or levels of one kind as fit into a body. */
export const hugeValuesOf = (valid: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.tuple(valid, fc.nat(), large).map(([value, at, much]) => {
    const spots = spotsIn(value);
    return withAt(value, spots[at % spots.length] ?? [], much);
  });

function damaged(
  value: unknown,
  [first = 0, ...rest]: readonly number[],
  how: { kind: string; other: unknown },
): unknown {
  if (!isObject(value)) return how.other;
  if (how.kind === "add" && rest.length === 0) return { ...value, surplus: how.other };
  const names = Object.keys(value);
  const name = names[first % Math.max(1, names.length)];
  if (name === undefined) return { surplus: how.other };
  if (rest.length > 0 && isObject(value[name])) return { ...value, [name]: damaged(value[name], rest, how) };
  const { [name]: _gone, ...others } = value;
  return how.kind === "drop" ? others : { ...others, [name]: how.other };
}
