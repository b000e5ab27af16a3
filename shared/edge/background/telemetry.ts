import type { Log } from "../../kernel/log.ts";
import type { Metrics } from "../../kernel/metrics.ts";

/** What every background function's services have. */
export interface Telemetry {
  readonly log: Log;
  readonly metrics: Metrics;
}
