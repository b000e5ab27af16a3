import { MetricUnit, Metrics as PowertoolsMetrics } from "@aws-lambda-powertools/metrics";
import type { Metrics } from "../../ports/metrics.ts";

/** Embedded metric format, one line per value: CloudWatch reads them out of the log. */
export function powertoolsMetrics(service: string): Metrics {
  const metrics = new PowertoolsMetrics({ namespace: "Herald", serviceName: service });
  return {
    count: (counter, amount = 1) => metrics.singleMetric().addMetric(counter, MetricUnit.Count, amount),
    deliveredAfter: (milliseconds) =>
      metrics.singleMetric().addMetric("time_to_deliver", MetricUnit.Milliseconds, milliseconds),
  };
}
