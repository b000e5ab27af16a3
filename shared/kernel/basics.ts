import { config } from "./config.ts";
import { METRICS_SERVICE } from "./failure-metrics.ts";
import { once } from "./once.ts";
import { realClock, systemClock } from "./system-clock.ts";
import { systemIdentifiers } from "./system-identifiers.ts";
import { powertoolsLog } from "./telemetry/powertools-log.ts";
import { powertoolsMetrics } from "./telemetry/powertools-metrics.ts";

/** The services that every function needs. */
export const basics = /* @__PURE__ */ once(() => {
  const log = powertoolsLog(METRICS_SERVICE, config("ROUTINE_LOG_SHARE"));
  const { AWS_LAMBDA_FUNCTION_NAME: name, AWS_LAMBDA_FUNCTION_VERSION: version } = process.env;
  const metrics = powertoolsMetrics(METRICS_SERVICE, { log, name, version });
  return { clock: systemClock, realClock, identifiers: systemIdentifiers, log, metrics };
});
