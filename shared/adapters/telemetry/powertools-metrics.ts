import { MetricUnit, Metrics as PowertoolsMetrics } from "@aws-lambda-powertools/metrics";
import type { Metrics } from "../../ports/metrics.ts";

/** Embedded metric format, one line per invocation: CloudWatch reads the values out of the log. */
export function powertoolsMetrics(service: string): Metrics {
  const metrics = new PowertoolsMetrics({ namespace: "Herald", serviceName: service });
  return {
    count: (counter, amount = 1) => metrics.addMetric(counter, MetricUnit.Count, amount),
    deliveredAfter: (milliseconds) => metrics.addMetric("time_to_deliver", MetricUnit.Milliseconds, milliseconds),
    flush: () => {
      if (metrics.hasStoredMetrics()) metrics.publishStoredMetrics();
    },
  };
}
