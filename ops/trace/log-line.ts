import * as z from "zod";

/** Contains a line of a function's log in the form of `shared/kernel/telemetry`. */
export interface LogLine {
  readonly at: string;
  readonly level: string;
  readonly event: string;
  readonly function: string;
  readonly traceId: string | undefined;
  /** Contains all other fields: ids, counts, durations and codes. */
  readonly fields: Readonly<Record<string, unknown>>;
}

const line = z.looseObject({
  timestamp: z.string(),
  level: z.string(),
  message: z.string(),
  function: z.string().default("-"),
  traceId: z.string().optional(),
});

/** The logger writes these fields with the same value into every line, so they are left out. */
const CONSTANT = new Set(["service", "sampling_rate", "xray_trace_id"]);

/** Parses a line, or returns undefined if it is not one of ours. Text before the JSON comes from the runtime. */
export function logLine(text: string): LogLine | undefined {
  const { success, data } = line.safeParse(json(text.slice(Math.max(0, text.indexOf("{")))));
  if (!success) return undefined;
  const { timestamp, level, message, function: name, traceId, ...rest } = data;
  const fields = Object.fromEntries(Object.entries(rest).filter(([key]) => !CONSTANT.has(key)));
  return { at: timestamp, level, event: message, function: name, traceId, fields };
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
