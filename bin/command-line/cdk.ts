import { spawn } from "node:child_process";
import { once } from "node:events";
import { delimiter, dirname, resolve } from "node:path";
import { createInterface } from "node:readline";
import { STEP_MARK } from "../../ops/synthesis/told-steps.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const CDK = resolve(ROOT, "node_modules/aws-cdk/bin/cdk");
/** A synthesis takes a minute or two; one that takes this long hangs. */
const SYNTHESIS_MS = 20 * 60_000;

const APPROVAL = "--require-approval";

/** Without a terminal the CDK cannot ask, and would end there. */
export function deployArguments(
  passed: readonly string[],
  { hasTerminal }: { readonly hasTerminal: boolean },
): string[] {
  const isAnswered = passed.some((one) => one === APPROVAL || one.startsWith(`${APPROVAL}=`));
  return ["deploy", "--all", ...(hasTerminal || isAnswered ? [] : [APPROVAL, "never"]), ...passed];
}

/** The app is run by the first `node` of the path: by this one. */
const withThisNode = () => ({
  ...process.env,
  PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH ?? ""}`,
});

interface Manner {
  /** The output is for a program: what the CDK says goes to the error output. */
  readonly isQuiet?: boolean;
}

/** Runs the CDK's own program, which talks with the terminal itself. Answers its exit code. */
export async function cdk(args: readonly string[], { isQuiet = false }: Manner = {}): Promise<number> {
  const stdio = isQuiet ? (["inherit", 2, 2] as const) : "inherit";
  const child = spawn(process.execPath, [CDK, ...args], {
    cwd: ROOT,
    env: withThisNode(),
    stdio: typeof stdio === "string" ? stdio : [...stdio],
  });
  // The terminal interrupts both; the CDK decides what it must finish first.
  const wait = () => {};
  process.on("SIGINT", wait);
  await once(child, "exit");
  process.off("SIGINT", wait);
  return child.exitCode ?? 1;
}

export interface Synthesis {
  /** The name of a step when it begins. */
  readonly onStep: (name: string) => void;
}

/** Synthesises with the CDK's own program. Throws with what it said when it fails. */
export async function synthesise(args: readonly string[], { onStep }: Synthesis): Promise<void> {
  const child = spawn(process.execPath, [CDK, "synth", "--quiet", ...args], {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "pipe"],
    timeout: SYNTHESIS_MS,
    env: { ...withThisNode(), HERALD_TELL_STEPS: "1" },
  });
  const said: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on("line", (line) => {
      const at = line.indexOf(STEP_MARK);
      if (at >= 0) onStep(line.slice(at + STEP_MARK.length).trim());
      else if (line.trim() !== "") said.push(line);
    });
  await once(child, "close");
  if (child.exitCode !== 0) throw new SynthesisError(said.join("\n") || "the CDK's program ended without a word");
}

/** The CDK's own message, over several lines, for the reader as it is. */
export class SynthesisError extends Error {
  override readonly name = "SynthesisError";
}
