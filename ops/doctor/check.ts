import { reasonOf } from "../../lib/reason.ts";

export interface Finding {
  readonly result: "ok" | "warning" | "failed" | "skipped";
  /** Says in one line what the check found. */
  readonly seen: string;
  /** Says how to correct what the check found. */
  readonly advice?: string;
}

export interface Check {
  readonly name: string;
  /** Runs the check. If it throws, the check has failed with that message. */
  look(signal: AbortSignal): Promise<Finding>;
}

export interface Checked extends Finding {
  readonly name: string;
}

/** The longest time that a check may take. */
const LONGEST_MS = 10_000;

export const ok = (seen: string): Finding => ({ result: "ok", seen });
export const warning = (seen: string, advice: string): Finding => ({ result: "warning", seen, advice });
export const failed = (seen: string, advice: string): Finding => ({ result: "failed", seen, advice });
export const skipped = (seen: string, advice?: string): Finding => ({
  result: "skipped",
  seen,
  ...(advice === undefined ? {} : { advice }),
});

/** Reports something that is not checked, with the reason. */
export const note = (name: string, seen: string, advice?: string): Check => ({
  name,
  look: async () => skipped(seen, advice),
});

/** Runs all checks concurrently, each for a limited time, and returns the findings in the order of the checks. */
export const runChecks = (checks: readonly Check[], longestMs: number = LONGEST_MS): Promise<Checked[]> =>
  Promise.all(checks.map(async (check) => ({ name: check.name, ...(await bounded(check, longestMs)) })));

async function bounded(check: Check, longestMs: number): Promise<Finding> {
  const signal = AbortSignal.timeout(longestMs);
  const tooLate = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(new Error(`no answer within ${longestMs / 1000} s`)), { once: true });
  });
  try {
    return await Promise.race([check.look(signal), tooLate]);
  } catch (error) {
    return failed(reasonOf(error), "see what was said, mend it, and run the check again");
  }
}

const MARKS = { ok: "ok     ", warning: "warning", failed: "FAILED ", skipped: "skipped" } as const;

/** Returns one line per check, followed by advice where something is wrong. */
export function report(found: readonly Checked[]): string {
  const width = Math.max(0, ...found.map(({ name }) => name.length));
  const lines = found.flatMap(({ name, result, seen, advice }) => [
    `${MARKS[result]}  ${name.padEnd(width)}  ${seen}`,
    ...(advice === undefined ? [] : [`         ${" ".repeat(width)}  -> ${advice}`]),
  ]);
  const count = (result: Finding["result"]) => found.filter((one) => one.result === result).length;
  const summary = `${count("ok")} ok, ${count("warning")} warnings, ${count("failed")} failed, ${count("skipped")} skipped`;
  return [...lines, "", summary].join("\n");
}
