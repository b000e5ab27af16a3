import { resolve } from "node:path";
import { CommanderError } from "@commander-js/extra-typings";
import * as z from "zod";
import { UsageError } from "../lib/command-line.ts";
import { reasonOf } from "../lib/reason.ts";
import { CdkError } from "./command-line/cdk.ts";
import { EXIT } from "./command-line/exit-codes.ts";
import { surviveClosedOutput } from "./command-line/output.ts";
import { heraldProgram } from "./command-line/program.ts";

/** Runs the command that the arguments name. Neither a typing mistake nor a failure shows a stack trace. */
export async function runHerald(args: readonly string[]): Promise<void> {
  surviveClosedOutput();
  try {
    const program = await heraldProgram(args);
    await program.parseAsync([...args], { from: "user" });
  } catch (error) {
    process.exitCode = told(error, args);
  }
}

/** Reports the error and returns the exit code. */
function told(error: unknown, args: readonly string[]): number {
  if (error instanceof CommanderError) {
    if (error.exitCode === EXIT.done) return EXIT.done;
    tell(args, { error: error.message.replace(/^error: /, ""), exit_code: EXIT.usage });
    return EXIT.usage;
  }
  const isUsage = error instanceof UsageError;
  const exitCode = isUsage ? EXIT.usage : EXIT.failed;
  const message = isUsage || error instanceof CdkError ? error.message : reasonOf(error);
  process.stderr.write(`${[message, ...problemsIn(error)].join("\n")}\n`);
  if (isUsage) process.stderr.write(`See herald ${args[0] ?? ""} --help.\n`);
  tell(args, { error: message, exit_code: exitCode });
  return exitCode;
}

const fieldProblems = z.object({ errors: z.array(z.object({ field: z.string(), message: z.string() })) });

/** Lists what the service says of the fields of a refused request beyond the message, which names only the first. */
function problemsIn(error: unknown): readonly string[] {
  const read = fieldProblems.safeParse(error);
  if (!read.success || !(error instanceof Error)) return [];
  return read.data.errors
    .filter(({ message }) => message !== error.message)
    .map(({ field, message }) => `  ${field}: ${message}`);
}

/** Prints the problem to the output if `--json` is given, because a program reads that. */
function tell(args: readonly string[], problem: object): void {
  if (args.includes("--json")) process.stdout.write(`${JSON.stringify(problem)}\n`);
}

if (process.argv[1] !== undefined && resolve(process.argv[1]) === import.meta.filename)
  await runHerald(process.argv.slice(2));
