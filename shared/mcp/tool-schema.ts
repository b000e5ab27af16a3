import * as z from "zod";
import { describedBy } from "../reference/contract/describe-fields.ts";
import type { FieldTable } from "../reference/contract/fields/field-note.ts";
import { type OthersText, UNTRUSTED_DESCRIPTION } from "./contract/others-text.ts";

const objectSchema = z.looseObject({ type: z.literal("object") });
export type ToolSchema = z.output<typeof objectSchema>;

const node = z.record(z.string(), z.unknown());
type Node = z.output<typeof node>;

const DEFINITION = "#/$defs/";
/** Keywords that agents do not need, or that some clients refuse. */
const DROPPED = ["$schema", "$defs", "id", "propertyNames", "examples"];

export interface DescribedSchema {
  readonly schema: z.ZodType;
  readonly io: "input" | "output";
  /** The operation or the schema whose notes describe the fields, unless the schema has an id of its own. */
  readonly notesOf: string;
}

/** Returns a function that writes JSON Schema as clients of agents take it: without references, and with the note on each field. */
export function schemaWriter(notes: FieldTable) {
  const { describedSchema } = describedBy(notes);
  return ({ schema, io, notesOf }: DescribedSchema): ToolSchema => {
    const { $defs, ...whole } = node.parse(z.toJSONSchema(schema, { io, unrepresentable: "any" }));
    const parts = Object.entries(node.parse($defs ?? {})).map(
      ([name, part]) => [name, describedSchema(name, part)] as const,
    );
    const { id } = z.looseObject({ id: z.string().optional() }).parse(whole);
    return objectSchema.parse(inlined(describedSchema(id ?? notesOf, whole), Object.fromEntries(parts)));
  };
}

function inlined(value: unknown, definitions: Node): unknown {
  if (Array.isArray(value)) return value.map((one) => inlined(one, definitions));
  const read = node.safeParse(value);
  if (!read.success) return value;
  const { $ref, ...own } = read.data;
  // No schema of ours contains itself, so the recursion ends.
  if (typeof $ref === "string") return inlined({ ...named($ref, definitions), ...own }, definitions);
  return Object.fromEntries(kept(own).map(([name, part]) => [name, inlined(part, definitions)]));
}

const named = (ref: string, definitions: Node): Node => node.parse(definitions[ref.slice(DEFINITION.length)]);

/** Returns a schema's entries without the dropped keywords. Below `properties`, the same words are names of fields and stay. */
function kept(own: Node): [string, unknown][] {
  const isSchema = typeof own.type === "string" || "$ref" in own;
  const dropped = "format" in own && isSchema ? [...DROPPED, "pattern"] : DROPPED;
  return Object.entries(own).filter(([name]) => !isSchema || !dropped.includes(name));
}

/** Adds to the description of each value that others write that it is data (D47f). */
export const withWarnings = (schema: ToolSchema, othersText: readonly OthersText[]): ToolSchema =>
  objectSchema.parse(othersText.reduce<Node>((warned, { path }) => warnedAt(warned, path), schema));

function warnedAt(schema: Node, [step, ...rest]: readonly string[]): Node {
  if (step === undefined) {
    const { description } = z.looseObject({ description: z.string().default("") }).parse(schema);
    return { ...schema, description: `${description} ${UNTRUSTED_DESCRIPTION}`.trimStart() };
  }
  if (step === "*") return { ...schema, items: warnedAt(node.parse(schema.items), rest) };
  const properties = node.parse(schema.properties);
  return { ...schema, properties: { ...properties, [step]: warnedAt(node.parse(properties[step]), rest) } };
}
