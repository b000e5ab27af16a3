/** Log lines hold ids, counts, durations and codes only, never content, addresses or secrets. */
export type LogFields = Readonly<Record<string, string | number | boolean | undefined>>;

/** Writes one line per event under a stable name with dots. */
export interface Log {
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  /** Logs the error's name, code and stack, and its message unless that may hold text from a caller. */
  error(event: string, error: unknown, fields?: LogFields): void;
}
