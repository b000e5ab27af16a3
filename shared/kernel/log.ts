/** Ids, counts, durations and codes only: never content, addresses or secrets. */
export type LogFields = Readonly<Record<string, string | number | boolean | undefined>>;

/** One line per event, under a stable dotted name. */
export interface Log {
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  /** The error's name, code and stack go along; its message too, unless it may carry a caller's words. */
  error(event: string, error: unknown, fields?: LogFields): void;
}
