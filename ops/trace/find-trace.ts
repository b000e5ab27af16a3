import { type LogLine, logLine } from "./log-line.ts";

/** Represents something that keeps the log lines of functions, such as CloudWatch or the local stack. */
export interface LogSource {
  /**
   * Returns lines that contain one of the texts, at most a few thousand and in no order. If they cannot be read, throws
   * with the reason.
   */
  linesWith(texts: readonly string[]): Promise<readonly string[]>;
}

/** An id that occurs in more traces does not identify a single thing. */
const MAX_TRACES = 20;

/** Returns all lines of the traces that contain an id, and the lines with the id itself, ordered by time. */
export async function findTrace(source: LogSource, id: string): Promise<readonly LogLine[]> {
  const named = linesOf(await source.linesWith([id]));
  const traces = [...new Set(named.flatMap(({ traceId }) => traceId ?? []))];
  if (traces.length > MAX_TRACES) throw new Error(`${id} stands in ${traces.length} traces: name the id of one thing`);
  const traced = traces.length === 0 ? [] : linesOf(await source.linesWith(traces));
  const all = new Map([...named, ...traced].map((line) => [JSON.stringify(line), line]));
  return [...all.values()].sort((a, b) => a.at.localeCompare(b.at));
}

const linesOf = (texts: readonly string[]): LogLine[] => texts.flatMap((text) => logLine(text) ?? []);
