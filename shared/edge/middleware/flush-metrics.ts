import type { MiddlewareObj } from "@middy/core";
import type { Metrics } from "../../kernel/metrics.ts";

/** Writes out what was counted at the end of an invocation, also of one that fails. */
export function flushMetrics<Event, Answer>(
  services: () => { readonly metrics: Metrics },
): MiddlewareObj<Event, Answer> {
  const flush = (): void => services().metrics.flush();
  return { after: flush, onError: flush };
}
