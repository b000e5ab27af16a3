import * as z from "zod";
import { UsageError } from "../../lib/command-line.ts";
import {
  type ImportLine,
  linesIn,
  MOST_AT_ONCE,
  MOST_LINES,
} from "../../panel/src/pages/suppressions/import/import-lines.ts";
import { IMPORT_OUTCOMES } from "../../shared/suppressions/domain/import.ts";
import { patiently } from "../shell/patiently.ts";

export interface RefusedLine {
  readonly line: number;
  readonly recipient: string;
  readonly error: string;
}

export interface ImportResult {
  /** The number of suppressions that were made. */
  readonly made: number;
  /** The number of lines whose suppression was there already. */
  readonly stood: number;
  readonly refused: readonly RefusedLine[];
}

const answers = z.object({
  results: z.array(z.object({ outcome: z.enum(IMPORT_OUTCOMES), error: z.string().optional() })),
});
export type LineAnswers = z.output<typeof answers>["results"];

interface ImportTools {
  /** Sends at most `MOST_AT_ONCE` lines, and returns the answer to each line, in order. */
  readonly ask: (lines: readonly ImportLine[]) => Promise<LineAnswers>;
  readonly onRefused: (refused: RefusedLine) => void;
}

/** Reads the lines of a file. Throws if it has none, or too many. */
export function linesOf(text: string): readonly ImportLine[] {
  const lines = linesIn(text);
  if (lines.length === 0) throw new UsageError("there is no line with a recipient");
  if (lines.length > MOST_LINES)
    throw new UsageError(`there are ${lines.length} lines: at most ${MOST_LINES} are imported at once`);
  return lines;
}

/** Makes a suppression for each line, in requests of many lines. A refused line does not stop those after it; an outage does. */
export async function importSuppressions(
  lines: readonly ImportLine[],
  { ask, onRefused }: ImportTools,
): Promise<ImportResult> {
  const refused: RefusedLine[] = [];
  const counts = { made: 0, stood: 0 };
  for (let first = 0; first < lines.length; first += MOST_AT_ONCE) {
    const some = lines.slice(first, first + MOST_AT_ONCE);
    const results = await ask(some).catch((cause: unknown) => {
      throw new Error(`the import ended at line ${some[0]?.line}, ${counts.made} were made`, { cause });
    });
    for (const [i, { line, recipient }] of some.entries()) {
      const { outcome, error = "the service did not answer this line" } = results[i] ?? { outcome: "refused" };
      if (outcome !== "refused") counts[outcome] += 1;
      else {
        const told = { line, recipient, error };
        refused.push(told);
        onRefused(told);
      }
    }
  }
  return { ...counts, refused };
}

interface ImportAccount {
  readonly baseUrl: string;
  readonly accessToken: string;
}

const TIMEOUT_MS = 30_000;

/** Asks the service to make the suppressions of many lines. */
export const askService =
  ({ baseUrl, accessToken }: ImportAccount, ask: typeof fetch): ImportTools["ask"] =>
  async (lines) => {
    const suppressions = lines.map(({ line: _line, ...fields }) => fields);
    const answer = await patiently(() =>
      ask(`${baseUrl.replace(/\/+$/, "")}/panel/api/suppressions/import`, {
        method: "POST",
        headers: { authorization: `Bearer ${accessToken}`, "content-type": "application/json" },
        body: JSON.stringify({ suppressions }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      }),
    );
    if (!answer.ok) throw new Error(`the service answered HTTP ${answer.status} ${await answer.text()}`);
    const { results } = answers.parse(await answer.json());
    if (results.length !== lines.length) throw new Error("the service did not answer every line");
    return results;
  };
