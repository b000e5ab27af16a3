import * as z from "zod";

/** Decides whether a function gets a record. */
export type RecordFilter = (record: unknown) => boolean;

const rule = z.union(
  [
    z.string(),
    z.boolean(),
    z.strictObject({ prefix: z.string().min(1) }),
    z.strictObject({ exists: z.boolean() }),
    z.strictObject({ "anything-but": z.array(z.string()).min(1) }),
  ],
  "none of the rules that are evaluated here: a text, a boolean, prefix, exists, anything-but",
);
const rules = z.array(rule).min(1);
const fields = z.record(z.string().regex(/^[^$]/, "an operator that is not evaluated here"), z.unknown());
/**
 * A pattern may only name the field `dynamodb` of a record, since Lambda compares no other field (Developer Guide, "Using
 * event filtering with a DynamoDB event source").
 */
const recordPattern = z.strictObject({ dynamodb: fields });

/** Accepts records that match one of these patterns. Throws for a pattern with a rule that is not implemented here. */
export function recordFilter(patterns: readonly unknown[]): RecordFilter {
  const compiled = patterns.map((pattern) => ofFields(recordPattern.parse(pattern)));
  return (record) => compiled.some((matches) => matches(record));
}

function ofFields(pattern: Readonly<Record<string, unknown>>): RecordFilter {
  const all = Object.entries(pattern).map(
    ([name, inner]) =>
      [name, Array.isArray(inner) ? ofRules(rules.parse(inner)) : ofFields(fields.parse(inner))] as const,
  );
  return (value) => all.every(([name, matches]) => matches(fieldOf(value, name)));
}

const fieldOf = (value: unknown, name: string): unknown =>
  isMap(value) && Object.hasOwn(value, name) ? value[name] : undefined;

const isMap = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function ofRules(any: z.output<typeof rules>): RecordFilter {
  const compiled = any.map(ofRule);
  return (value) => compiled.some((matches) => matches(value));
}

function ofRule(given: z.output<typeof rule>): RecordFilter {
  if (typeof given !== "object") return (value) => value === given;
  if ("prefix" in given) return (value) => typeof value === "string" && value.startsWith(given.prefix);
  if ("exists" in given) return (value) => (value !== undefined && !isMap(value)) === given.exists;
  const others = new Set(given["anything-but"]);
  return (value) => typeof value === "string" && !others.has(value);
}
