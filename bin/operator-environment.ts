import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { reasonOf } from "../lib/reason.ts";
import { operationServices } from "../ops/erase-owner/wiring.ts";
import { VariableError } from "../shared/kernel/config.ts";

export const STACK_OPTIONS = { "data-dir": { type: "string" }, environment: { type: "string" } } as const;

export interface StackChoice {
  readonly "data-dir"?: string | undefined;
  readonly environment?: string | undefined;
}

/**
 * Works with the services of a running stack: of the local one through its data folder, of a deployed one through a file with an
 * output of its stack (docs/operations.md, Dead letters).
 */
export async function atStack(
  choice: StackChoice,
  work: (services: ReturnType<typeof operationServices>) => Promise<void>,
): Promise<void> {
  const dataDir = choice["data-dir"] ?? process.env.HERALD_DATA_DIR ?? ".herald";
  const file = choice.environment ?? join(dataDir, "functions.env.json");
  const services = servicesOf(file);
  try {
    await work(services);
  } catch (error) {
    const reason = reasonOf(error);
    if (!reason.includes("ECONNREFUSED")) throw error;
    const advice = "start it (npm start), or name another with --data-dir or --environment";
    throw new Error(`the stack of ${file} cannot be reached: ${reason}; ${advice}`);
  }
}

function servicesOf(file: string): ReturnType<typeof operationServices> {
  try {
    Object.assign(process.env, z.record(z.string(), z.string()).parse(JSON.parse(textOf(file))));
    return operationServices();
  } catch (error) {
    const isUnreadable = error instanceof SyntaxError || error instanceof z.ZodError || error instanceof VariableError;
    if (!isUnreadable) throw error;
    const [issue] = error instanceof z.ZodError ? error.issues : [];
    const reason = issue === undefined ? reasonOf(error) : `${issue.path.join(".")}: ${issue.message}`;
    throw new Error(`${file} is not an environment of Herald: ${reason}`);
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    const isAbsent = error instanceof Error && "code" in error && error.code === "ENOENT";
    if (!isAbsent) throw error;
    throw new Error(
      `there is no ${file}: name a data folder with --data-dir, or the environment of a deployed stack with --environment`,
    );
  }
}
