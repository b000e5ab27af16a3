import { MetricUnit, Metrics as PowertoolsMetrics } from "@aws-lambda-powertools/metrics";
import { type FailureCounter, FUNCTION_DIMENSION, METRICS_NAMESPACE, VERSION_DIMENSION } from "../failure-metrics.ts";
import type { Metrics } from "../metrics.ts";

/** As Lambda names them for a process; neither is known elsewhere. */
export interface RunningFunction {
  readonly name?: string | undefined;
  readonly version?: string | undefined;
}

/** Embedded metric format, one line per invocation and one per count of failures: CloudWatch reads the values out of the log. */
export function powertoolsMetrics(service: string, running: RunningFunction = {}): Metrics {
  const metrics = new PowertoolsMetrics({ namespace: METRICS_NAMESPACE, serviceName: service });
  const countFailures = (counter: FailureCounter, functionName: string): void => {
    const ofFunction = { [FUNCTION_DIMENSION]: functionName };
    const one = metrics.singleMetric().addDimensions(ofFunction);
    if (running.version !== undefined) one.addDimensions({ ...ofFunction, [VERSION_DIMENSION]: running.version });
    one.addMetric(counter, MetricUnit.Count, 1);
  };
  return {
    count: (counter, amount = 1) => {
      metrics.addMetric(counter, MetricUnit.Count, amount);
      // The use case knows of no function; an alarm and a deployment ask which one it was.
      if (counter === "outage" && running.name !== undefined) countFailures(counter, running.name);
    },
    countFailures,
    deliveredAfter: (milliseconds) => metrics.addMetric("time_to_deliver", MetricUnit.Milliseconds, milliseconds),
    flush: () => {
      if (metrics.hasStoredMetrics()) metrics.publishStoredMetrics();
    },
  };
}
