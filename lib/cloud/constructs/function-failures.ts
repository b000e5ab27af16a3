import type { Duration } from "aws-cdk-lib";
import { type IMetric, MathExpression, Metric } from "aws-cdk-lib/aws-cloudwatch";
import type { Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import {
  EXPECTED_5XX,
  type FailureCounter,
  FUNCTION_DIMENSION,
  METRICS_NAMESPACE,
  METRICS_SERVICE,
  VERSION_DIMENSION,
} from "../../../shared/kernel/failure-metrics.ts";
import type { FunctionDefinition, Trigger } from "../../functions.ts";
import { ALARM_PERIOD } from "./impact-alarm.ts";

/** The counter of a function whose invocations Lambda counts as successes; a trigger that is absent here throws, and Lambda counts it. */
const COUNTER_OF: Partial<Record<Trigger["kind"], FailureCounter>> = {
  routes: "server_errors",
  "function-url": "server_errors",
  queue: "failed_records",
  stream: "failed_records",
};

interface Counted {
  /** Of Lambda's own metric and of ours, beside what each of them always has. */
  readonly dimensions: { readonly lambda: Record<string, string>; readonly own: Record<string, string> };
  readonly period: Duration;
}

const FIVE_MINUTES_SUM = { statistic: "Sum", period: ALARM_PERIOD } as const;

/** Answers of 5xx of a function that are no failure of ours. */
export const expectedServerErrors = ({ definition: { name }, lambda }: Named): Metric =>
  new Metric({
    ...{ namespace: METRICS_NAMESPACE, metricName: EXPECTED_5XX, ...FIVE_MINUTES_SUM, label: `${name}: expected` },
    dimensionsMap: { service: METRICS_SERVICE, [FUNCTION_DIMENSION]: lambda.functionName },
  });

interface Named {
  readonly definition: Pick<FunctionDefinition, "name">;
  readonly lambda: LambdaFunction;
}

/** Everything that tells of a function's failures, under the ids of expressions. */
export const functionFailures = (lambda: LambdaFunction, definition: FunctionDefinition): Record<string, Metric> =>
  failures(lambda, definition, { dimensions: { lambda: {}, own: {} }, period: ALARM_PERIOD });

/**
 * The same of one version behind an alias (AWS Lambda Developer Guide, "Types of metrics for Lambda functions": `ExecutedVersion` is
 * for comparing the two versions of a weighted alias).
 */
export const failuresOfVersion = (
  lambda: LambdaFunction,
  definition: FunctionDefinition,
  { alias, version }: { readonly alias: string; readonly version: string },
  period: Duration,
): Record<string, Metric> => {
  const ofLambda = { Resource: `${lambda.functionName}:${alias}`, ExecutedVersion: version };
  return failures(lambda, definition, {
    dimensions: { lambda: ofLambda, own: { [VERSION_DIMENSION]: version } },
    period,
  });
};

function failures(
  lambda: LambdaFunction,
  { name, trigger }: FunctionDefinition,
  { dimensions, period }: Counted,
): Record<string, Metric> {
  const sum = (namespace: string, metricName: string, dimensionsMap: Record<string, string>, label: string) =>
    new Metric({ namespace, metricName, dimensionsMap, statistic: "Sum", period, label: `${name}: ${label}` });
  const own = { service: METRICS_SERVICE, [FUNCTION_DIMENSION]: lambda.functionName, ...dimensions.own };
  const counted = (metricName: FailureCounter) => sum(METRICS_NAMESPACE, metricName, own, metricName);
  const counter = COUNTER_OF[trigger.kind];
  return {
    crashes: sum("AWS/Lambda", "Errors", { FunctionName: lambda.functionName, ...dimensions.lambda }, "crashes"),
    ...(counter && { [counter]: counted(counter) }),
    // The delivery worker postpones what a service of ours keeps from being tried: no record fails, and nothing is delivered.
    ...(trigger.kind === "queue" && trigger.queue === "delivery" && { outage: counted("outage") }),
  };
}

/** All of them together. A counter has no values until something fails, and a sum without one of its terms would have none either. */
export const totalOf = (failures: Record<string, Metric>, period = ALARM_PERIOD): IMetric =>
  new MathExpression({
    label: "failures",
    expression: Object.keys(failures)
      .map((id) => `FILL(${id}, 0)`)
      .join(" + "),
    usingMetrics: failures,
    period,
  });
