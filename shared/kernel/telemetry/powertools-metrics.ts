import { MetricUnit, Metrics as PowertoolsMetrics } from "@aws-lambda-powertools/metrics";
import { FUNCTION_DIMENSION, METRICS_NAMESPACE } from "../failure-metrics.ts";
import type { Metrics } from "../metrics.ts";

/** Embedded metric format, one line per invocation and one per count of failures: CloudWatch reads the values out of the log. */
export function powertoolsMetrics(service: string): Metrics {
  const metrics = new PowertoolsMetrics({ namespace: METRICS_NAMESPACE, serviceName: service });
  return {
    count: (counter, amount = 1) => metrics.addMetric(counter, MetricUnit.Count, amount),
    countFailures: (counter, functionName) => {
      metrics.singleMetric().addDimension(FUNCTION_DIMENSION, functionName).addMetric(counter, MetricUnit.Count, 1);
    },
    deliveredAfter: (milliseconds) => metrics.addMetric("time_to_deliver", MetricUnit.Milliseconds, milliseconds),
    flush: () => {
      if (metrics.hasStoredMetrics()) metrics.publishStoredMetrics();
    },
  };
}
