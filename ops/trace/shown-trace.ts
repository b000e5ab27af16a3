import type { LogLine } from "./log-line.ts";

const DATE_CHARACTERS = 10;

/** Prints a table with time, function, event and fields. Each day is printed above its first line. */
export function shownTrace(lines: readonly LogLine[]): string {
  const traces = [...new Set(lines.flatMap(({ traceId }) => traceId ?? []))];
  const rows = lines.map(({ at, level, event, function: name, fields }) => [
    at.slice(DATE_CHARACTERS + 1),
    name,
    level === "INFO" ? event : `${event} (${level})`,
    Object.entries(fields)
      .map(([field, value]) => `${field}=${shownValue(value)}`)
      .join(" "),
  ]);
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const shown = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
  const dayOf = (index: number): string => lines[index]?.at.slice(0, DATE_CHARACTERS) ?? "";
  const days = shown.flatMap((row, i) => (i > 0 && dayOf(i) !== dayOf(i - 1) ? [dayOf(i), row] : [row]));
  return [`${dayOf(0)}  ${traces.map((id) => `trace ${id}`).join(", ")}`.trimEnd(), ...days].join("\n");
}

function shownValue(value: unknown): string {
  if (typeof value !== "object" || value === null) return String(value);
  // An error is shortened to its name and message, without its stack.
  const { name, message } = { name: "", message: "", ...value };
  return JSON.stringify(name === "" ? value : `${name}: ${message}`);
}
