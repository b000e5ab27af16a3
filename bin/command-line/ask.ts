import { createInterface } from "node:readline/promises";
import { UsageError } from "../../lib/command-line.ts";

/** A person who has left the terminal agrees to nothing. */
const LONGEST_MS = 10 * 60_000;

export interface Question {
  readonly text: string;
  /** The answer that agrees; any other does not. */
  readonly agreed: string;
  readonly isAgreed: boolean;
}

/**
 * Asks before something cannot be undone, and throws when the answer is no: a shell must not take it for done. Without a terminal there is
 * nobody to ask: then `--yes` must have been said.
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
