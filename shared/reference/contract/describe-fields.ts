import * as z from "zod";
import type { FieldNote, FieldTable } from "./fields/field-note.ts";
import type { Json } from "./operation-document.ts";

const schema = z.looseObject({
  $ref: z.string().optional(),
  examples: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).optional(),
  items: z.unknown().optional(),
  anyOf: z.array(z.unknown()).optional(),
  oneOf: z.array(z.unknown()).optional(),
  minItems: z.number().optional(),
});
type Schema = z.output<typeof schema>;

/** True for an object, a list or a reference; a choice between scalars is none of these. */
const isComposed = ({ $ref, properties, anyOf = [], oneOf = [], items }: Schema): boolean =>
  $ref !== undefined ||
  properties !== undefined ||
  [...anyOf, ...oneOf, ...(items === undefined ? [] : [items])].some((one) => isComposed(schema.parse(one)));

/** Returns functions that describe schemas by these notes. `where` names the schema, or the field that it belongs to. */
export function describedBy(notes: FieldTable) {
  const noteOn = (where: string, name: string): FieldNote | undefined => notes[`${where}.${name}`] ?? notes[name];

  /** Describes one field. If its schema does not allow the example, the schema's first value is used. */
  function describedField(where: string, name: string, given: unknown): Json {
    const field = schema.parse(given);
    const [description, example] = noteOn(where, name) ?? [];
    const choices = field.const === undefined ? field.enum : [field.const];
    const value = choices === undefined || choices.includes(example) ? example : choices[0];
    const isShown = field.examples === undefined && value !== undefined && !isComposed(field);
    return {
      ...describedSchema(name, field),
      ...(description && { description }),
      ...(isShown && { examples: [value] }),
    };
  }

  /** Adds a description to each field of a schema. */
  function describedSchema(where: string, given: unknown): Json {
    const { properties, items, anyOf, oneOf, ...rest } = schema.parse(given);
    const fields =
      properties && Object.entries(properties).map(([name, field]) => [name, describedField(where, name, field)]);
    const each = (schemas: readonly unknown[]) => schemas.map((one) => describedSchema(where, one));
    return {
      ...rest,
      ...(fields && { properties: Object.fromEntries(fields) }),
      ...(items !== undefined && { items: describedSchema(where, items) }),
      ...(anyOf && { anyOf: each(anyOf) }),
      ...(oneOf && { oneOf: each(oneOf) }),
    };
  }

  return { describedField, describedSchema };
}

/** Makes an example of a schema from the examples of its required fields. */
export function exampleOf(given: unknown, components: Readonly<Record<string, unknown>>): unknown {
  const { $ref, properties, required = [], examples, items, anyOf, oneOf, ...one } = schema.parse(given);
  if ($ref !== undefined) return exampleOf(components[$ref.split("/").at(-1) ?? ""], components);
  if (examples !== undefined) return examples[0];
  if (one.const !== undefined) return one.const;
  if (one.enum !== undefined) return one.enum[0];
  const [first] = anyOf ?? oneOf ?? [];
  if (first !== undefined) return exampleOf(first, components);
  if (items !== undefined) return Array.from({ length: one.minItems ?? 1 }, () => exampleOf(items, components));
  return Object.fromEntries(required.map((name) => [name, exampleOf(properties?.[name], components)]));
}

/** Adds an example to every field that has fields of its own; a reference gets the example of its target. */
export function withWholeExamples(given: unknown, components: Readonly<Record<string, unknown>>): Json {
  const { properties, items, anyOf, oneOf, ...rest } = schema.parse(given);
  const each = (schemas: readonly unknown[]) => schemas.map((one) => withWholeExamples(one, components));
  const fields = properties && Object.entries(properties).map(([name, field]) => [name, wholeField(field, components)]);
  return {
    ...rest,
    ...(fields && { properties: Object.fromEntries(fields) }),
    ...(items !== undefined && { items: withWholeExamples(items, components) }),
    ...(anyOf && { anyOf: each(anyOf) }),
    ...(oneOf && { oneOf: each(oneOf) }),
  };
}

function wholeField(given: unknown, components: Readonly<Record<string, unknown>>): Json {
  const field = schema.parse(given);
  const whole = withWholeExamples(field, components);
  const isShown = field.$ref === undefined && field.examples === undefined && isComposed(field);
  return isShown ? { ...whole, examples: [exampleOf(field, components)] } : whole;
}
