import { systemClock } from "../adapters/system/clock.ts";
import { systemIdentifiers } from "../adapters/system/identifiers.ts";
import { powertoolsLog } from "../adapters/telemetry/powertools-log.ts";
import { powertoolsMetrics } from "../adapters/telemetry/powertools-metrics.ts";
import { METRICS_SERVICE } from "../contract/failure-metrics.ts";
import { once } from "./once.ts";

/** What every function needs. */
export const basics = once(() => ({
  clock: systemClock,
  identifiers: systemIdentifiers,
  log: powertoolsLog(METRICS_SERVICE),
  metrics: powertoolsMetrics(METRICS_SERVICE),
}));
