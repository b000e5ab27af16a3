import type { Log } from "../ports/log.ts";
import type { Metrics } from "../ports/metrics.ts";

/** What every background function's services have. */
export interface Telemetry {
  readonly log: Log;
  readonly metrics: Metrics;
}
