export type Cell = string | number | undefined;

/** A spreadsheet takes a cell that begins so for a formula. In some countries it splits lines at semicolons, so a part may be a cell, too. */
const FORMULA = /(^|[;\n])(?=[=+\-@\t\r])/g;
const QUOTED = /[",;\r\n]/;

/** Writes one cell as RFC 4180 says. An apostrophe in front keeps a spreadsheet from running what somebody else wrote. */
function cellOf(value: Cell): string {
  const text = String(value ?? "");
  const safe = typeof value === "string" ? text.replaceAll(FORMULA, "$1'") : text;
  return safe !== text || QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export const csvLine = (cells: readonly Cell[]): string => `${cells.map(cellOf).join(",")}\r\n`;

/** Describes how a list is written: the base of the file's name, and each column by its name. */
export interface Spreadsheet<Row> {
  readonly name: string;
  readonly columns: Readonly<Record<string, (row: Row) => Cell>>;
}

export const csvHead = <Row>({ columns }: Spreadsheet<Row>): string => csvLine(Object.keys(columns));
export const csvOf = <Row>({ columns }: Spreadsheet<Row>, rows: readonly Row[]): string =>
  rows.map((row) => csvLine(Object.values(columns).map((cell) => cell(row)))).join("");
