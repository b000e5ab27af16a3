import { type LogLine, logLine } from "./log-line.ts";

/** Where functions' lines are kept. */
export interface LogSource {
  /** The lines that hold one of the texts, at most a few thousand, in no order. Throws with the reason when they cannot be read. */
  linesWith(texts: readonly string[]): Promise<readonly string[]>;
}

/** An id that stands in more requests than this is no id of one thing. */
const MAX_TRACES = 20;

/** In the order of time: every line of the traces that an id stands in, and the lines with the id itself. */
export async function findTrace(source: LogSource, id: string): Promise<readonly LogLine[]> {
  const named = linesOf(await source.linesWith([id]));
  const traces = [...new Set(named.flatMap(({ traceId }) => traceId ?? []))];
  if (traces.length > MAX_TRACES) throw new Error(`${id} stands in ${traces.length} traces: name the id of one thing`);
  const traced = traces.length === 0 ? [] : linesOf(await source.linesWith(traces));
  const all = new Map([...named, ...traced].map((line) => [JSON.stringify(line), line]));
  return [...all.values()].sort((a, b) => a.at.localeCompare(b.at));
}

const linesOf = (texts: readonly string[]): LogLine[] => texts.flatMap((text) => logLine(text) ?? []);
