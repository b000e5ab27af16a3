import type { FunctionCounter } from "../../shared/kernel/failure-metrics.ts";
import type { Log } from "../../shared/kernel/log.ts";
import type { Counter, Metrics, ProviderCall } from "../../shared/kernel/metrics.ts";

export const silentLog: Log = { routine: () => {}, info: () => {}, warn: () => {}, error: () => {} };

export interface CountingMetrics extends Metrics {
  of(counter: Counter): number;
  /** The counted failures, one entry each. */
  readonly failures: [counter: FunctionCounter, functionName: string][];
  readonly providerCalls: ProviderCall[];
  readonly deliveries: [milliseconds: number, channel: string][];
}

export function countingMetrics(): CountingMetrics {
  const counts = new Map<Counter, number>();
  const failures: CountingMetrics["failures"] = [];
  const providerCalls: CountingMetrics["providerCalls"] = [];
  const deliveries: CountingMetrics["deliveries"] = [];
  return {
    failures,
    countByFunction: (counter, functionName) => void failures.push([counter, functionName]),
    providerCalls,
    providerAnswered: (call) => void providerCalls.push(call),
    count: (counter, amount = 1) => void counts.set(counter, (counts.get(counter) ?? 0) + amount),
    deliveries,
    deliveredAfter: (milliseconds, channel) => void deliveries.push([milliseconds, channel]),
    flush: () => {},
    of: (counter) => counts.get(counter) ?? 0,
  };
}

/** Keeps every line as text, so that a test can look for what must not be in it. */
export function recordingLog(): Log & { readonly lines: string[] } {
  const lines: string[] = [];
  return {
    lines,
    routine: (event, fields) => void lines.push(JSON.stringify({ event, ...fields })),
    info: (event, fields) => void lines.push(JSON.stringify({ event, ...fields })),
    warn: (event, fields) => void lines.push(JSON.stringify({ event, ...fields })),
    error: (event, error, fields) =>
      void lines.push(JSON.stringify({ level: "ERROR", event, error: String(error), ...fields })),
  };
}
