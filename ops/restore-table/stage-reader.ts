import { pascalCase } from "../../lib/cloud/pascal-case.ts";
import { functions } from "../../lib/functions.ts";
import type { TableDefinition } from "../../lib/tables.ts";

const PREFIX = "herald-data-";

/**
 * Returns a function that recognises the stage's own readers of a table by their ARNs. The names of the stack's
 * functions contain the stage, and so does the name of the table.
 */
export function isStageReader({ name: table }: TableDefinition, realName: string): (functionArn: string) => boolean {
  const stage = realName.startsWith(PREFIX) ? realName.slice(PREFIX.length, realName.lastIndexOf(`-${table}`)) : "";
  const names = functions
    .filter(({ trigger }) => trigger.kind === "stream" && trigger.tables.some(({ name }) => name === table))
    .map(({ name }) => `herald-service-${stage}-${pascalCase(name)}`);
  return (functionArn) => {
    const called = functionArn.split(":function:")[1] ?? "";
    return stage !== "" && names.some((name) => called.startsWith(name));
  };
}
