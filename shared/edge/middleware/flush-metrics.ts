import type { MiddlewareObj } from "@middy/core";
import type { Metrics } from "../../kernel/metrics.ts";

/** Writes out the metrics at the end of an invocation, including one that fails. */
export function flushMetrics<Event, Answer>(
  services: () => { readonly metrics: Metrics },
): MiddlewareObj<Event, Answer> {
  const flush = (): void => services().metrics.flush();
  return { after: flush, onError: flush };
}
