import { type IMetric, MathExpression, Metric } from "aws-cdk-lib/aws-cloudwatch";
import type { Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import {
  type FailureCounter,
  FUNCTION_DIMENSION,
  METRICS_NAMESPACE,
  METRICS_SERVICE,
} from "../../../shared/kernel/failure-metrics.ts";
import type { FunctionDefinition, Trigger } from "../../functions.ts";
import { ALARM_PERIOD } from "./impact-alarm.ts";

/** The counter of a function whose invocations Lambda counts as successes; a trigger that is absent here throws, and Lambda counts it. */
const COUNTER_OF: Partial<Record<Trigger["kind"], FailureCounter>> = {
  routes: "server_errors",
  "function-url": "server_errors",
  queue: "failed_records",
};

/** Everything that tells of a function's failures, under the ids of expressions. */
export function functionFailures(
  lambda: LambdaFunction,
  { name, trigger }: FunctionDefinition,
): Record<string, Metric> {
  const crashes = lambda.metricErrors({ period: ALARM_PERIOD, label: `${name}: crashes` });
  const counted = (metricName: string, dimensions: Record<string, string> = {}) =>
    new Metric({
      namespace: METRICS_NAMESPACE,
      metricName,
      dimensionsMap: { service: METRICS_SERVICE, ...dimensions },
      statistic: "Sum",
      period: ALARM_PERIOD,
      label: `${name}: ${metricName}`,
    });
  const counter = COUNTER_OF[trigger.kind];
  return {
    crashes,
    ...(counter && { [counter]: counted(counter, { [FUNCTION_DIMENSION]: lambda.functionName }) }),
    // The delivery worker postpones what a service of ours keeps from being tried: no record fails, and nothing is delivered.
    ...(trigger.kind === "queue" && trigger.queue === "delivery" && { outage: counted("outage") }),
  };
}

/** All of them together. A counter has no values until something fails, and a sum without one of its terms would have none either. */
export const totalOf = (failures: Record<string, Metric>): IMetric =>
  new MathExpression({
    label: "failures",
    expression: Object.keys(failures)
      .map((id) => `FILL(${id}, 0)`)
      .join(" + "),
    usingMetrics: failures,
    period: ALARM_PERIOD,
  });
