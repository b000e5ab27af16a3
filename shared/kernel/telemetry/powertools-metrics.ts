import { MetricUnit, Metrics as PowertoolsMetrics } from "@aws-lambda-powertools/metrics";
import { FUNCTION_DIMENSION, type FunctionCounter, METRICS_NAMESPACE, VERSION_DIMENSION } from "../failure-metrics.ts";
import type { Log } from "../log.ts";
import {
  answerMetric,
  CHANNEL_DIMENSION,
  type Counter,
  type Metrics,
  PROVIDER_TIME,
  TIME_TO_DELIVER,
} from "../metrics.ts";

/** The name and the version that Lambda gives a process; both are undefined elsewhere. */
export interface RunningFunction {
  /** Writes the counters that no alarm and no dashboard reads. */
  readonly log: Pick<Log, "info">;
  readonly name?: string | undefined;
  readonly version?: string | undefined;
}

/**
 * Writes what alarms and the dashboard read in CloudWatch's embedded metric format, from which CloudWatch reads the
 * values out of the log: one line per channel of an invocation's attempts, and separate lines for what is counted by
 * function. Every such metric costs by the month, so all other counters are in one plain line per invocation
 * (docs/cost.md).
 */
export function powertoolsMetrics(service: string, running: RunningFunction): Metrics {
  const counts = new Map<Counter, number>();
  const metrics = new PowertoolsMetrics({ namespace: METRICS_NAMESPACE, serviceName: service });
  const countBy = (counter: FunctionCounter, dimensions: Record<string, string>): void => {
    metrics.singleMetric().addDimensions(dimensions).addMetric(counter, MetricUnit.Count, 1);
  };
  // Each count gets its own line in the log, because the library warns about two sets of dimensions in one line that
  // share a dimension.
  const countByFunction = (counter: FunctionCounter, functionName: string): void => {
    const ofFunction = { [FUNCTION_DIMENSION]: functionName };
    countBy(counter, ofFunction);
    if (running.version !== undefined) countBy(counter, { ...ofFunction, [VERSION_DIMENSION]: running.version });
  };
  const byChannel = new Map<string, PowertoolsMetrics>();
  /** The function is a dimension too, since two stages in one account share the namespace. */
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
      counts.set(counter, (counts.get(counter) ?? 0) + amount);
      // A use case does not know in which function it runs, but alarms and deployments need to know.
      if (counter === "outage" && running.name !== undefined) countByFunction(counter, running.name);
    },
    countByFunction,
    deliveredAfter: (milliseconds, channel) => {
      ofChannel(channel).addMetric(TIME_TO_DELIVER, MetricUnit.Milliseconds, milliseconds);
    },
    providerAnswered: ({ channel, answer, milliseconds }) => {
      ofChannel(channel).addMetric(answerMetric(answer), MetricUnit.Count, 1);
      ofChannel(channel).addMetric(PROVIDER_TIME, MetricUnit.Milliseconds, milliseconds);
    },
    flush: () => {
      for (const one of byChannel.values()) if (one.hasStoredMetrics()) one.publishStoredMetrics();
      if (counts.size > 0) running.log.info("invocation.counted", Object.fromEntries(counts));
      counts.clear();
    },
  };
}
