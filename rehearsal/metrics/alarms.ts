import * as z from "zod";
import { type Deployed, type Deployment, ofType } from "../resources/deployed.ts";
import { metricMath, type Value } from "./metric-math.ts";
import { type MetricStore, statistic, type Window } from "./metric-store.ts";

const dimensions = z
  .array(z.object({ Name: z.string(), Value: z.string() }))
  .default([])
  .transform((all) => Object.fromEntries(all.map(({ Name, Value }) => [Name, Value])));
const metric = z.looseObject({ Namespace: z.string(), MetricName: z.string(), Dimensions: dimensions });
const query = z.looseObject({
  Id: z.string(),
  Expression: z.string().optional(),
  MetricStat: z.looseObject({ Metric: metric, Period: z.number(), Stat: z.string() }).optional(),
  Period: z.number().optional(),
  ReturnData: z.boolean().default(true),
});
const common = {
  ComparisonOperator: z.enum(["GreaterThanThreshold", "LessThanThreshold"]),
  EvaluationPeriods: z.number(),
  DatapointsToAlarm: z.number().optional(),
  Threshold: z.number(),
  TreatMissingData: z.enum(["breaching", "notBreaching"]),
};
const ofQueries = z.object({ ...common, Metrics: z.array(query) });
const ofOneMetric = metric.extend({ ...common, Period: z.number(), Statistic: z.string() });
type Query = z.output<typeof query>;
type Definition = z.output<typeof ofQueries>;

/** Converts an alarm on one metric to one with a single query. */
function definitionOf(properties: unknown): Definition {
  const queries = ofQueries.safeParse(properties);
  if (queries.success) return queries.data;
  const { Period, Statistic, ...rest } = ofOneMetric.parse(properties);
  return {
    ...rest,
    Metrics: [{ Id: "only", ReturnData: true, MetricStat: { Metric: rest, Period, Stat: Statistic } }],
  };
}

export interface Alarm {
  /** The runbook uses this name, which is the logical id without the characters that the CDK adds. */
  readonly name: string;
  /** The alarm looks back this many milliseconds. */
  readonly looksBackMs: number;
  /** Says whether the alarm rings at this time in epoch milliseconds. */
  rings(now: number): boolean;
}

const SELECT = /^SELECT SUM\((\w+)\) FROM "([^"]+)" WHERE (\w+) = '([^']+)'$/;

/** Builds the alarms of a deployment. Throws for an alarm that is not supported here. */
export const alarmsOf = (deployment: Deployment, metrics: MetricStore): Alarm[] =>
  ofType(deployment, "AWS::CloudWatch::Alarm").map((deployed) => alarmOf(deployed, metrics));

function alarmOf({ logicalId, properties }: Deployed, metrics: MetricStore): Alarm {
  const alarm = definitionOf(properties);
  const periodMs = periodOf(alarm.Metrics) * 1000;
  const needed = alarm.DatapointsToAlarm ?? alarm.EvaluationPeriods;
  return {
    name: logicalId.replace(/[0-9A-F]{8}$/, ""),
    looksBackMs: periodMs * alarm.EvaluationPeriods,
    rings(now) {
      const periods = Array.from({ length: alarm.EvaluationPeriods }, (_, i) => ({
        from: now - (i + 1) * periodMs,
        to: now - i * periodMs,
      }));
      return periods.filter((one) => isBreached(alarm, valueIn(alarm.Metrics, one, metrics))).length >= needed;
    },
  };
}

function periodOf(queries: Definition["Metrics"]): number {
  const periods = new Set(queries.flatMap(({ MetricStat, Period }) => MetricStat?.Period ?? Period ?? []));
  const [period] = periods;
  if (period === undefined || periods.size > 1) throw new Error("an alarm has one period");
  return period;
}

function isBreached({ ComparisonOperator, Threshold, TreatMissingData }: Definition, value: Value): boolean {
  if (value === undefined) return TreatMissingData === "breaching";
  return ComparisonOperator === "GreaterThanThreshold" ? value > Threshold : value < Threshold;
}

/** Computes the one query whose value the alarm compares. */
function valueIn(queries: Definition["Metrics"], window: Window, metrics: MetricStore): Value {
  const byId = new Map(queries.map((one) => [one.Id, one]));
  const valueBy = (id: string): Value => {
    const found = byId.get(id);
    if (found === undefined) throw new Error(`there is no metric ${id} in the alarm`);
    return queried(found, window, metrics, valueBy);
  };
  const compared = queries.filter(({ ReturnData }) => ReturnData);
  if (compared.length !== 1 || compared[0] === undefined) throw new Error("an alarm compares one value");
  return valueBy(compared[0].Id);
}

function queried(
  { Expression: expression, MetricStat }: Pick<Query, "Expression" | "MetricStat">,
  window: Window,
  metrics: MetricStore,
  valueBy: (id: string) => Value,
): Value {
  if (MetricStat !== undefined) {
    const { Namespace: namespace, MetricName: name, Dimensions } = MetricStat.Metric;
    return statistic(MetricStat.Stat, metrics.values({ namespace, name }, Dimensions, window));
  }
  const [, name, namespace, key, value] = SELECT.exec(expression ?? "") ?? [];
  if (name && namespace && key && value)
    return statistic("Sum", metrics.valuesOfAll({ namespace, name }, { [key]: value }, window));
  return metricMath(expression ?? "", valueBy);
}
