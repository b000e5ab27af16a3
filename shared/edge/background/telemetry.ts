import type { Log } from "../../kernel/log.ts";
import type { Metrics } from "../../kernel/metrics.ts";

/** The services that every background function has. */
export interface Telemetry {
  readonly log: Log;
  readonly metrics: Metrics;
}
