import { pascalCase } from "../../lib/cloud/pascal-case.ts";
import { functions } from "../../lib/functions.ts";
import type { TableDefinition } from "../../lib/tables.ts";

const PREFIX = "herald-data-";

/**
 * Returns what tells the stage's own readers of a table from functions of others by their ARNs. The stack's names begin
 * with the stage's, so the name of the table says which stage it is.
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
