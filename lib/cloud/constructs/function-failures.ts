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

/**
 * For these triggers Lambda counts an invocation as a success even if the function reports a failure inside it, so one
 * of our own counters is used. Functions with other triggers throw, and Lambda counts that.
 */
const COUNTER_OF: Partial<Record<Trigger["kind"], FailureCounter>> = {
  routes: "server_errors",
  "function-url": "server_errors",
  queue: "failed_records",
  stream: "failed_records",
};

interface Counted {
  /** These dimensions are added to those that Lambda's metric and ours always have. */
  readonly dimensions: { readonly lambda: Record<string, string>; readonly own: Record<string, string> };
  readonly period: Duration;
}

const FIVE_MINUTES_SUM = { statistic: "Sum", period: ALARM_PERIOD } as const;

/** Counts the 5xx answers of a function that are no failures of ours. */
export const expectedServerErrors = ({ definition: { name }, lambda }: Named): Metric =>
  new Metric({
    namespace: METRICS_NAMESPACE,
    metricName: EXPECTED_5XX,
    ...FIVE_MINUTES_SUM,
    label: `${name}: expected`,
    dimensionsMap: { service: METRICS_SERVICE, [FUNCTION_DIMENSION]: lambda.functionName },
  });

interface Named {
  readonly definition: Pick<FunctionDefinition, "name">;
  readonly lambda: LambdaFunction;
}

/** Collects every metric that shows failures of a function. The key of each metric is its id in an expression. */
export const functionFailures = (lambda: LambdaFunction, definition: FunctionDefinition): Record<string, Metric> =>
  failures(lambda, definition, { dimensions: { lambda: {}, own: {} }, period: ALARM_PERIOD });

/**
 * Collects the same metrics for one version behind an alias. `ExecutedVersion` exists to compare the two versions of a
 * weighted alias (AWS Lambda Developer Guide, "Types of metrics for Lambda functions").
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
    // While one of our services is unavailable, the delivery worker postpones messages. No record fails, yet nothing is
    // delivered.
    ...(trigger.kind === "queue" && trigger.queue === "delivery" && { outage: counted("outage") }),
  };
}

/**
 * Adds up all failures. A counter has no value until something fails, and a sum with a missing term would have none
 * either, so gaps count as 0.
 */
export const totalOf = (failures: Record<string, Metric>, period = ALARM_PERIOD): IMetric =>
  new MathExpression({
    label: "failures",
    expression: Object.keys(failures)
      .map((id) => `FILL(${id}, 0)`)
      .join(" + "),
    usingMetrics: failures,
    period,
  });
