import { type CallOptions, HeraldError, type Suppression, type SuppressionRequest } from "../../client/src/herald.ts";
import { UsageError } from "../../lib/command-line.ts";
import { type ImportLine, linesIn, MOST_LINES } from "../../panel/src/pages/suppressions/import/import-lines.ts";
import { REASONS } from "../../shared/suppressions/domain/suppression.ts";

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

interface ImportTools {
  readonly create: (request: SuppressionRequest, options: CallOptions) => Promise<Suppression>;
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

/** Makes a suppression for each line, one after the other. A refused line does not stop those after it; an outage does. */
export async function importSuppressions(
  lines: readonly ImportLine[],
  { create, onRefused }: ImportTools,
): Promise<ImportResult> {
  const refused: RefusedLine[] = [];
  let [made, stood] = [0, 0];
  for (const line of lines) {
    try {
      if (await isMade(line, create)) made += 1;
      else stood += 1;
    } catch (error) {
      if (!isOfLine(error))
        throw new Error(`the import ended at line ${line.line}, ${made} were made`, { cause: error });
      const told = { line: line.line, recipient: line.recipient, error: error.message };
      refused.push(told);
      onRefused(told);
    }
  }
  return { made, stood, refused };
}

class RefusedReason extends Error {
  override readonly name = "RefusedReason";
}

/** Says whether the line made a suppression; otherwise it was there. */
async function isMade({ recipient, reason, topic }: ImportLine, create: ImportTools["create"]): Promise<boolean> {
  const known = REASONS.find((one) => one === reason);
  if (reason !== undefined && known === undefined)
    throw new RefusedReason(`reason must be one of: ${REASONS.join(", ")}`);
  let status = 0;
  const request = { recipient, ...(known && { reason: known }), ...(topic !== undefined && { topic }) };
  await create(request, {
    onResponse: (answer) => {
      status = answer.status;
    },
  });
  return status === 201;
}

/** The service refuses a line with 400. Any other error concerns all lines. */
const isOfLine = (error: unknown): error is Error =>
  error instanceof RefusedReason || (error instanceof HeraldError && error.status === 400);
