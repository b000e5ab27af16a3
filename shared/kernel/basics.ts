import { METRICS_SERVICE } from "./failure-metrics.ts";
import { once } from "./once.ts";
import { systemClock } from "./system-clock.ts";
import { systemIdentifiers } from "./system-identifiers.ts";
import { powertoolsLog } from "./telemetry/powertools-log.ts";
import { powertoolsMetrics } from "./telemetry/powertools-metrics.ts";

/** The services that every function needs. */
export const basics = /* @__PURE__ */ once(() => ({
  clock: systemClock,
  identifiers: systemIdentifiers,
  log: powertoolsLog(METRICS_SERVICE),
  metrics: powertoolsMetrics(METRICS_SERVICE, {
    name: process.env.AWS_LAMBDA_FUNCTION_NAME,
    version: process.env.AWS_LAMBDA_FUNCTION_VERSION,
  }),
}));
