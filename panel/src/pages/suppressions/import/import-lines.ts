import { readCsv } from "../../../csv/read-csv.ts";

export const MOST_LINES = 10_000;
/** The service takes this many lines in one request. */
export const MOST_AT_ONCE = 500;

/** One suppression as a file has it. The service judges it. */
export interface ImportLine {
  /** The number of the line in the file. */
  readonly line: number;
  readonly recipient: string;
  readonly reason?: string;
  readonly topic?: string;
}

const NAMES = ["recipient", "reason", "topic"] as const;
type Columns = Readonly<Record<(typeof NAMES)[number], number>>;
const IN_ORDER: Columns = { recipient: 0, reason: 1, topic: 2 };

/** An export has an apostrophe before a cell that a spreadsheet would run, so before each phone number. */
const DEFUSED = /^'(?=[=+\-@])/;

/** Returns where the columns are if these cells are their names; other columns are allowed beside them. */
function columnsIn(cells: readonly string[]): Columns | undefined {
  const names = cells.map((cell) => cell.toLowerCase());
  const [recipient = -1, reason = -1, topic = -1] = NAMES.map((name) => names.indexOf(name));
  return recipient === -1 ? undefined : { recipient, reason, topic };
}

function lineOf(line: number, cells: readonly string[], columns: Columns): ImportLine {
  const [recipient = "", reason = "", topic = ""] = NAMES.map((name) => cells[columns[name]]);
  return {
    line,
    recipient: recipient.replace(DEFUSED, ""),
    ...(reason !== "" && { reason: reason.toLowerCase() }),
    ...(topic !== "" && { topic }),
  };
}

/** Reads the lines of a file with the columns recipient, reason and topic, in this order or named by a first line. */
export function linesIn(text: string): readonly ImportLine[] {
  const lines: ImportLine[] = [];
  let columns: Columns | undefined;
  for (const { line, cells } of readCsv(text)) {
    const named = columns === undefined ? columnsIn(cells) : undefined;
    columns ??= named ?? IN_ORDER;
    if (named === undefined) lines.push(lineOf(line, cells, columns));
  }
  return lines;
}
