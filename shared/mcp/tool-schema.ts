import * as z from "zod";
import { describedBy } from "../reference/contract/describe-fields.ts";
import { CHAT_FIELDS } from "../reference/contract/fields/chat-fields.ts";
import { COMMON_FIELDS } from "../reference/contract/fields/common-fields.ts";

/** The function loads only the notes on common and chat fields, because the tools have no other fields. */
const { describedSchema } = describedBy({ ...COMMON_FIELDS, ...CHAT_FIELDS });

const objectSchema = z.looseObject({ type: z.literal("object") });
export type ToolSchema = z.output<typeof objectSchema>;

const node = z.record(z.string(), z.unknown());
type Node = z.output<typeof node>;

const DEFINITION = "#/$defs/";
/** Keywords that agents do not need, or that some clients refuse. */
const DROPPED = ["$schema", "$defs", "id", "propertyNames", "examples"];

/** Writes JSON Schema as clients of agents take it: without references, and with the note on each field. */
export function toolSchema(schema: z.ZodType, io: "input" | "output", operationId: string): ToolSchema {
  const { $defs, ...whole } = node.parse(z.toJSONSchema(schema, { io, unrepresentable: "any" }));
  const parts = Object.entries(node.parse($defs ?? {})).map(
    ([name, part]) => [name, describedSchema(name, part)] as const,
  );
  const { id } = z.looseObject({ id: z.string().optional() }).parse(whole);
  return objectSchema.parse(inlined(describedSchema(id ?? operationId, whole), Object.fromEntries(parts)));
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
