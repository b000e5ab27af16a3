import { createInterface } from "node:readline/promises";
import { UsageError } from "../../lib/command-line.ts";

/** If nobody answers within this time, the question counts as refused. */
const LONGEST_MS = 10 * 60_000;

export interface Question {
  readonly text: string;
  /** The answer with which a person agrees; any other answer refuses. */
  readonly agreed: string;
  readonly isAgreed: boolean;
}

/**
 * Asks before something that cannot be undone. Throws if the answer is no, so that a shell does not take the command
 * for done. Without a terminal nobody can answer, so `--yes` is required.
 */
export async function ask({ text, agreed, isAgreed }: Question): Promise<void> {
  if (isAgreed) return;
  if (!process.stdin.isTTY)
    throw new UsageError(`${text}\nThere is no terminal to ask: say --yes to do it. Nothing was done`);
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await lines.question(`${text}\nType ${JSON.stringify(agreed)} to go on: `, {
      signal: AbortSignal.timeout(LONGEST_MS),
    });
    if (answer.trim() !== agreed) throw new Error("nothing was done");
  } finally {
    lines.close();
  }
}
