import { MetricUnit, Metrics as PowertoolsMetrics } from "@aws-lambda-powertools/metrics";
import { FUNCTION_DIMENSION, type FunctionCounter, METRICS_NAMESPACE, VERSION_DIMENSION } from "../failure-metrics.ts";
import type { Metrics } from "../metrics.ts";

/** As Lambda names them for a process; neither is known elsewhere. */
export interface RunningFunction {
  readonly name?: string | undefined;
  readonly version?: string | undefined;
}

/** Embedded metric format, one line per invocation, and lines of their own for what is counted by function: CloudWatch reads the values out of the log. */
export function powertoolsMetrics(service: string, running: RunningFunction = {}): Metrics {
  const metrics = new PowertoolsMetrics({ namespace: METRICS_NAMESPACE, serviceName: service });
  const countBy = (counter: FunctionCounter, dimensions: Record<string, string>): void => {
    metrics.singleMetric().addDimensions(dimensions).addMetric(counter, MetricUnit.Count, 1);
  };
  // A line each: sets that share a dimension make the library warn in the log.
  const countByFunction = (counter: FunctionCounter, functionName: string): void => {
    const ofFunction = { [FUNCTION_DIMENSION]: functionName };
    countBy(counter, ofFunction);
    if (running.version !== undefined) countBy(counter, { ...ofFunction, [VERSION_DIMENSION]: running.version });
  };
  return {
    count: (counter, amount = 1) => {
      metrics.addMetric(counter, MetricUnit.Count, amount);
      // The use case knows of no function; an alarm and a deployment ask which one it was.
      if (counter === "outage" && running.name !== undefined) countByFunction(counter, running.name);
    },
    countByFunction,
    deliveredAfter: (milliseconds) => metrics.addMetric("time_to_deliver", MetricUnit.Milliseconds, milliseconds),
    flush: () => {
      if (metrics.hasStoredMetrics()) metrics.publishStoredMetrics();
    },
  };
}
