/** One record of a file, with the number of the line in which it begins. */
export interface CsvRecord {
  readonly line: number;
  readonly cells: readonly string[];
}

const SEPARATORS = [",", ";", "\t"] as const;
const BREAK = /\r\n|\n|\r/g;

/** Programs write commas, and spreadsheets of some countries semicolons or tabs. The first line says which. */
function separatorOf(text: string): string {
  const [first = ""] = text.split(BREAK, 1);
  const unquoted = first.replaceAll(/"[^"]*"/g, "");
  const counts = SEPARATORS.map((separator) => unquoted.split(separator).length);
  return SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ",";
}

/** Returns where the unquoted text from this place on ends. */
function endOf(text: string, from: number, separator: string): number {
  const end = /[\r\n]/g;
  end.lastIndex = from;
  const atBreak = end.exec(text)?.index ?? text.length;
  const atSeparator = text.indexOf(separator, from);
  return atSeparator === -1 ? atBreak : Math.min(atBreak, atSeparator);
}

/** Returns the place of the quotation mark that ends a cell, or the end of the text if there is none. Two marks stand for one. */
function closingQuote(text: string, from: number): number {
  let at = text.indexOf('"', from);
  while (at !== -1 && text[at + 1] === '"') at = text.indexOf('"', at + 2);
  return at === -1 ? text.length : at;
}

function cellAt(text: string, at: number, separator: string): { readonly value: string; readonly end: number } {
  if (text[at] !== '"') {
    const end = endOf(text, at, separator);
    return { value: text.slice(at, end), end };
  }
  const close = closingQuote(text, at + 1);
  const end = endOf(text, close + 1, separator);
  return { value: text.slice(at + 1, close).replaceAll('""', '"') + text.slice(close + 1, end), end };
}

/** Reads a CSV text as RFC 4180 says, also with semicolons or tabs, with or without a byte order mark. Empty lines are left out. */
export function* readCsv(given: string): Generator<CsvRecord> {
  const text = given.replace(/^\uFEFF/, "");
  const separator = separatorOf(text);
  let cells: string[] = [];
  let [at, line, begin] = [0, 1, 1];
  while (at < text.length) {
    const { value, end } = cellAt(text, at, separator);
    cells.push(value.trim());
    line += text.slice(at, end).match(BREAK)?.length ?? 0;
    at = end + (text.startsWith("\r\n", end) ? 2 : 1);
    if (text[end] === separator) continue;
    if (cells.some((cell) => cell !== "")) yield { line: begin, cells };
    line += 1;
    [cells, begin] = [[], line];
  }
  // The text ended behind a separator.
  if (cells.some((cell) => cell !== "")) yield { line: begin, cells };
}
