import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import * as z from "zod";

export interface OperatorArguments {
  readonly positionals: readonly string[];
  readonly owner: string | undefined;
}

/**
 * Points an operator's command at a running stack: the local one through its data folder, a deployed one through a file with the
 * environment of one of its functions (`aws lambda get-function-configuration --query Environment.Variables`).
 */
export function takeOperatorEnvironment(args: readonly string[]): OperatorArguments {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { "data-dir": { type: "string" }, environment: { type: "string" }, owner: { type: "string" } },
  });
  const dataDir = values["data-dir"] ?? process.env.HERALD_DATA_DIR ?? ".herald";
  const file = values.environment ?? join(dataDir, "functions.env.json");
  if (!existsSync(file)) {
    console.error(
      `there is no ${file}: name a data folder with --data-dir, or a deployed function's environment with --environment`,
    );
    process.exit(2);
  }
  Object.assign(process.env, z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(file, "utf8"))));
  return { positionals, owner: values.owner };
}
