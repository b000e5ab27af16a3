/** Log lines hold ids, counts, durations and codes only, never content, addresses or secrets. */
export type LogFields = Readonly<Record<string, string | number | boolean | undefined>>;

/** Writes one line per event under a stable name with dots. */
export interface Log {
  /**
   * Writes a line that says that ordinary work went well. A deployment may keep these lines for a share of the traces
   * only; it keeps or leaves out all of one trace.
   */
  routine(event: string, fields?: LogFields): void;
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  /** Logs the error's name, code and stack, and its message unless that may hold text from a caller. */
  error(event: string, error: unknown, fields?: LogFields): void;
}
