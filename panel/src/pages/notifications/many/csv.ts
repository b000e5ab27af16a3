import type { Listed } from "../outcome.ts";

type Cell = string | number | undefined;

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

/** The columns by the names of the interface; times are RFC 3339 in UTC. */
const COLUMNS: Readonly<Record<string, (row: Listed) => Cell>> = {
  id: ({ id }) => id,
  created_at: (row) => row.created_at,
  updated_at: (row) => row.updated_at,
  channel: ({ channel }) => channel,
  status: ({ status }) => status,
  recipient: ({ recipient }) => recipient,
  recipients: (row) => row.recipients_count,
  delivered: ({ outcome }) => outcome.delivered,
  report: ({ outcome }) => outcome.report,
  title: ({ title }) => title,
  template: ({ template }) => template?.name,
  account: ({ account }) => account?.name,
  account_id: (row) => row.account_id,
  attempts: ({ attempts }) => attempts,
  max_attempts: (row) => row.max_attempts,
  last_error: (row) => row.last_error,
  send_at: (row) => row.send_at,
  next_attempt_at: (row) => row.next_attempt_at,
  resent_from: (row) => row.resent_from,
  metadata: ({ metadata }) => metadata && JSON.stringify(metadata),
};

export const CSV_HEAD = csvLine(Object.keys(COLUMNS));
export const csvOf = (rows: readonly Listed[]): string =>
  rows.map((row) => csvLine(Object.values(COLUMNS).map((cell) => cell(row)))).join("");
