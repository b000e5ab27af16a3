import type { MiddlewareObj } from "@middy/core";
import type { Telemetry } from "./telemetry.ts";

/** Writes out what was counted at the end of an invocation, also of one that fails. */
export function flushMetrics(services: () => Pick<Telemetry, "metrics">): MiddlewareObj {
  const flush = () => services().metrics.flush();
  return { after: flush, onError: flush };
}
