import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Command, Option } from "@commander-js/extra-typings";
import * as z from "zod";
import { reasonOf } from "../../lib/reason.ts";
import { VariableError } from "../../shared/kernel/config.ts";
import { dataDirOf, dataDirOption, stageOption } from "./values.ts";

/** Adds the three options that can name a running stack. */
export const stackOptions = (command: Command) =>
  command
    .addOption(dataDirOption())
    .addOption(new Option("--environment <file>", "with an output of a deployed stack: docs/operations.md"))
    .addOption(stageOption().conflicts(["dataDir", "environment"]));

const ASK_MS = 30_000;

export interface StackChoice {
  readonly dataDir?: string | undefined;
  readonly environment?: string | undefined;
  readonly stage?: string | undefined;
}

/**
 * Calls work with the services of a running stack. A data folder names a local stack; the stage, or a file with an
 * output of its stack, names a deployed one (docs/operations.md, Dead letters).
 */
export async function atStack<Services>(
  choice: StackChoice,
  open: () => Promise<Services> | Services,
  work: (services: Services) => Promise<void>,
): Promise<void> {
  const { name, environment } = await environmentOf(choice);
  const services = await servicesOf(name, environment, open);
  try {
    await work(services);
  } catch (error) {
    const reason = reasonOf(error);
    if (!reason.includes("ECONNREFUSED")) throw error;
    const advice = "start it (npm start), or name another with --data-dir, --environment or --stage";
    throw new Error(`the stack of ${name} cannot be reached: ${reason}; ${advice}`);
  }
}

interface Environment {
  /** Names the source of the environment for messages. */
  readonly name: string;
  /** Contains the variables as JSON text. */
  readonly environment: string;
}

async function environmentOf({ stage, environment, dataDir }: StackChoice): Promise<Environment> {
  if (stage !== undefined) return ofStage(stage);
  const name = environment ?? join(dataDirOf(dataDir), "functions.env.json");
  return { name, environment: textOf(name) };
}

/** Reads the output of a deployed stack with the credentials of the command line. */
async function ofStage(stage: string): Promise<Environment> {
  const { environmentOfStage } = await import("../../ops/doctor/stage-environment.ts");
  const { region, environment } = await environmentOfStage(stage, AbortSignal.timeout(ASK_MS));
  process.env.AWS_REGION = region;
  return { name: `stage ${stage}`, environment };
}

async function servicesOf<Services>(
  name: string,
  environment: string,
  open: () => Promise<Services> | Services,
): Promise<Services> {
  try {
    Object.assign(process.env, z.record(z.string(), z.string()).parse(JSON.parse(environment)));
    return await open();
  } catch (error) {
    const isUnreadable = error instanceof SyntaxError || error instanceof z.ZodError || error instanceof VariableError;
    if (!isUnreadable) throw error;
    const [issue] = error instanceof z.ZodError ? error.issues : [];
    const reason = issue === undefined ? reasonOf(error) : `${issue.path.join(".")}: ${issue.message}`;
    throw new Error(`${name} is not an environment of Herald: ${reason}`);
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    const isAbsent = error instanceof Error && "code" in error && error.code === "ENOENT";
    if (!isAbsent) throw error;
    throw new Error(
      `there is no ${file}: name a data folder with --data-dir, or a deployed stack with --stage or --environment`,
    );
  }
}
