import { reasonOf } from "./reason.ts";

/** Says that the arguments are wrong; the usage is then shown. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/**
 * Runs a command with its arguments. The exit code is 2 for a usage mistake and 1 for a failure. Both print one line
 * that says why, and never a stack trace. `--help` shows the usage and runs nothing.
 */
export async function runCommand(
  usage: string,
  work: (args: string[]) => Promise<void> | void,
  args: readonly string[] = process.argv.slice(2),
): Promise<void> {
  if (args.includes("--help") || args.includes("-h")) {
    process.stdout.write(`${usage}\n`);
    return;
  }
  try {
    await work([...args]);
  } catch (error) {
    const isUsage = isUsageError(error);
    process.stderr.write(`${isUsage ? `${firstSentence(error.message)}\n${usage}` : reasonOf(error)}\n`);
    process.exitCode = isUsage ? 2 : 1;
  }
}

const isUsageError = (error: unknown): error is Error =>
  error instanceof UsageError ||
  (error instanceof TypeError && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS"));

/** Cuts off the end of a message of `parseArgs`, because the hint in it does not apply to these commands. */
const firstSentence = (message: string): string => message.split(". ")[0] ?? message;
