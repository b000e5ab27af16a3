import * as z from "zod";
import { TOOL_PERMISSIONS } from "../../shared/mcp/contract/tool-permissions.ts";
import { ALL_TOOLS, USUAL_TOOLS } from "../../shared/mcp/contract/tools.ts";
import { schemaWriter } from "../../shared/mcp/tool-schema.ts";
import type { PrintedPage } from "./printed-page.ts";

const objectSchema = z.looseObject({
  properties: z.record(z.string(), z.unknown()),
  required: z.array(z.string()).default([]),
});

/** The table needs the names of fields, and no notes on them. */
const write = schemaWriter({});
const schemaOf = (schema: z.ZodType, io: "input" | "output") =>
  objectSchema.parse(write({ schema, io, notesOf: "table" }));

/** Names the fields of a schema; those that are required come in bold type. */
function fieldsOf(schema: z.ZodType, io: "input" | "output"): string {
  const { properties, required } = schemaOf(schema, io);
  const isBold = (name: string): boolean => io === "input" && required.includes(name);
  return Object.keys(properties)
    .map((name) => (isBold(name) ? `**\`${name}\`**` : `\`${name}\``))
    .join(", ");
}

const usual = new Map<string, object>(
  USUAL_TOOLS.map(({ name, input }) => [name, schemaOf(input, "input").properties]),
);

/** Names the arguments that a key without permissions in words does not have. */
function notUsual(name: string, input: z.ZodType): string {
  const known = usual.get(name);
  if (known === undefined) return "";
  const more = Object.keys(schemaOf(input, "input").properties).filter((field) => !(field in known));
  return more.length === 0 ? "" : ` (without named permissions: no ${more.map((field) => `\`${field}\``).join(", ")})`;
}

/** Prints every tool with its permission, its arguments and the fields of its result (D47a). */
export const AGENTS_PAGE: PrintedPage = {
  path: "docs/agents.md",
  from: "shared/mcp/contract/tools.ts",
  name: "the tools",
  print: () =>
    [
      "| Tool | Permission | Arguments | Result |",
      "|---|---|---|---|",
      ...ALL_TOOLS.map(({ name, input, output }) => {
        const args = `${fieldsOf(input, "input")}${notUsual(name, input)}`;
        return `| \`${name}\` | \`${TOOL_PERMISSIONS[name]}\` | ${args} | ${fieldsOf(output, "output")} |`;
      }),
    ].join("\n"),
};
