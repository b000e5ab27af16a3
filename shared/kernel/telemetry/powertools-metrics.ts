import { MetricUnit, Metrics as PowertoolsMetrics } from "@aws-lambda-powertools/metrics";
import { FUNCTION_DIMENSION, type FunctionCounter, METRICS_NAMESPACE, VERSION_DIMENSION } from "../failure-metrics.ts";
import { answerMetric, CHANNEL_DIMENSION, type Metrics, PROVIDER_TIME, TIME_TO_DELIVER } from "../metrics.ts";

/** As Lambda names them for a process; neither is known elsewhere. */
export interface RunningFunction {
  readonly name?: string | undefined;
  readonly version?: string | undefined;
}

/**
 * Embedded metric format, one line per invocation, one per channel of its attempts, and lines of their own for what is counted by function:
 * CloudWatch reads the values out of the log.
 */
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
  const byChannel = new Map<string, PowertoolsMetrics>();
  /** By function as well: two stages of an account share the namespace. */
  const ofChannel = (channel: string): PowertoolsMetrics => {
    const known = byChannel.get(channel);
    if (known !== undefined) return known;
    const ofFunction = running.name === undefined ? {} : { [FUNCTION_DIMENSION]: running.name };
    const defaultDimensions = { ...ofFunction, [CHANNEL_DIMENSION]: channel };
    const made = new PowertoolsMetrics({ namespace: METRICS_NAMESPACE, serviceName: service, defaultDimensions });
    byChannel.set(channel, made);
    return made;
  };
  return {
    count: (counter, amount = 1) => {
      metrics.addMetric(counter, MetricUnit.Count, amount);
      // The use case knows of no function; an alarm and a deployment ask which one it was.
      if (counter === "outage" && running.name !== undefined) countByFunction(counter, running.name);
    },
    countByFunction,
    deliveredAfter: (milliseconds, channel) => {
      for (const one of [metrics, ofChannel(channel)])
        one.addMetric(TIME_TO_DELIVER, MetricUnit.Milliseconds, milliseconds);
    },
    providerAnswered: ({ channel, answer, milliseconds }) => {
      ofChannel(channel).addMetric(answerMetric(answer), MetricUnit.Count, 1);
      ofChannel(channel).addMetric(PROVIDER_TIME, MetricUnit.Milliseconds, milliseconds);
    },
    flush: () => {
      for (const one of [metrics, ...byChannel.values()]) if (one.hasStoredMetrics()) one.publishStoredMetrics();
    },
  };
}
