import { spawn } from "node:child_process";
import { once } from "node:events";
import { delimiter, dirname, resolve } from "node:path";
import { createInterface } from "node:readline";
import { STEP_MARK } from "../../ops/synthesis/told-steps.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const CDK = resolve(ROOT, "node_modules/aws-cdk/bin/cdk");
/** A synthesis or comparison takes a minute or two. A program of the CDK that runs longer than this limit hangs. */
const LONGEST_MS = 20 * 60_000;

const APPROVAL = "--require-approval";

/**
 * Returns the arguments of a deployment. Without a terminal the CDK would stop because it cannot ask for approval, so
 * an argument tells it not to ask.
 */
export function deployArguments(
  passed: readonly string[],
  { hasTerminal }: { readonly hasTerminal: boolean },
): string[] {
  const isAnswered = passed.some((one) => one === APPROVAL || one.startsWith(`${APPROVAL}=`));
  return ["deploy", "--all", ...(hasTerminal || isAnswered ? [] : [APPROVAL, "never"]), ...passed];
}

/** Puts the current Node first in the path, because the CDK runs the app with the first `node` that it finds there. */
const withThisNode = () => ({
  ...process.env,
  PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH ?? ""}`,
});

interface Manner {
  /** A program reads the output, so the CDK's messages go to the error output. */
  readonly isQuiet?: boolean;
  /** Interrupts the program when it aborts, as Ctrl-C does. */
  readonly signal?: AbortSignal;
}

/** Runs the CDK's own program with direct access to the terminal. Returns its exit code once it has ended. */
export async function cdk(args: readonly string[], { isQuiet = false, signal }: Manner = {}): Promise<number> {
  const stdio = isQuiet ? (["inherit", 2, 2] as const) : "inherit";
  const child = spawn(process.execPath, [CDK, ...args], {
    cwd: ROOT,
    env: withThisNode(),
    stdio: typeof stdio === "string" ? stdio : [...stdio],
  });
  // The terminal interrupts both processes, and the CDK decides what it must still finish.
  const wait = () => {};
  process.on("SIGINT", wait);
  const interrupt = (): void => void child.kill("SIGINT");
  signal?.addEventListener("abort", interrupt, { once: true });
  await once(child, "exit");
  signal?.removeEventListener("abort", interrupt);
  process.off("SIGINT", wait);
  return child.exitCode ?? 1;
}

export interface Synthesis {
  /** Receives the name of each step when it begins. */
  readonly onStep: (name: string) => void;
}

/** Synthesises with the CDK's own program. Throws a `CdkError` if it fails. */
export async function synthesise(args: readonly string[], { onStep }: Synthesis): Promise<void> {
  const said: string[] = [];
  const code = await cdkLines(["synth", "--quiet", ...args], (line) => {
    const at = line.indexOf(STEP_MARK);
    if (at >= 0) onStep(line.slice(at + STEP_MARK.length).trim());
    else said.push(line);
  });
  if (code !== 0) throw new CdkError(said);
}

const DIFFERENCES = /Number of stacks with differences: (\d+)/;

/**
 * Returns how many stacks differ from the deployed ones, as the CDK counts them. Throws a `CdkError` if the CDK does
 * not say.
 */
export async function differingStacks(args: readonly string[]): Promise<number> {
  const said: string[] = [];
  await cdkLines(["diff", ...args], (line) => said.push(line));
  return differencesIn(said);
}

/**
 * Reads from the CDK's output how many stacks differ, because the CDK's exit code is the same for a difference and for
 * a failure.
 */
export function differencesIn(said: readonly string[]): number {
  const [, count] = said.flatMap((line) => DIFFERENCES.exec(line) ?? []);
  if (count === undefined) throw new CdkError(said);
  return Number(count);
}

/** Runs the CDK's program to its end and passes on its lines. Returns its exit code, or null if it took too long. */
async function cdkLines(args: readonly string[], onLine: (line: string) => void): Promise<number | null> {
  const child = spawn(process.execPath, [CDK, ...args], {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "pipe"],
    timeout: LONGEST_MS,
    env: { ...withThisNode(), HERALD_TELL_STEPS: "1" },
  });
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on("line", (line) => line.trim() !== "" && onLine(line));
  await once(child, "close");
  return child.exitCode;
}

/** Contains the CDK's unchanged message, which may have several lines. */
export class CdkError extends Error {
  override readonly name = "CdkError";

  constructor(said: readonly string[]) {
    super(said.join("\n") || "the CDK's program ended without a word");
  }
}
