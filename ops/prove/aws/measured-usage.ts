import { setTimeout as pause } from "node:timers/promises";
import { pascalCase } from "../../../lib/cloud/pascal-case.ts";
import { tables } from "../../../lib/tables.ts";
import type { DeployedStage } from "../../cost/deployed-stage.ts";
import type { Unit } from "../../cost/prices.ts";
import { listedMembers, type Member } from "../../doctor/listed-members.ts";
import type { Measured, Period } from "../port.ts";
import type { AwsAt } from "./aws-at.ts";

const MINUTE_MS = 60_000;
/** CloudWatch has most values of a minute after three minutes. They are read until two reads are equal. */
const FIRST_LOOK_MS = 3 * MINUTE_MS;
const LOOK_MS = MINUTE_MS;
const MOST_LOOKS = 10;
const VERSION = "2010-08-01";
/** CloudWatch accepts 500 queries at once, and answers this many short ones in one page. */
const QUERIES_AT_ONCE = 100;
/** An id of the templates ends in eight characters of a hash. */
const HASH = "[0-9A-F]{8}";

interface Query {
  readonly namespace: string;
  readonly name: string;
  readonly dimensions: readonly (readonly [name: string, value: string])[];
  /** The metric counts this unit of the cost model, and each of its own units is this many of them. */
  readonly unit: Unit;
  readonly times: number;
}

export interface UsageOptions {
  readonly aws: AwsAt;
  /** The resources of the service stack and of the data stack. */
  readonly resources: readonly Member[];
  readonly deployed: DeployedStage;
  readonly firstLookMs?: number;
  readonly lookMs?: number;
}

/** Reads from CloudWatch how much a stage used in a period of whole minutes. */
export async function measuredUsage(options: UsageOptions, period: Period, signal: AbortSignal): Promise<Measured> {
  const queries = options.resources.flatMap((one) => queriesOf(one, options.deployed));
  await pause(options.firstLookMs ?? FIRST_LOOK_MS, undefined, { signal });
  let before = await read(options.aws, queries, period, signal);
  for (let look = 0; look < MOST_LOOKS; look += 1) {
    await pause(options.lookMs ?? LOOK_MS, undefined, { signal });
    const now = await read(options.aws, queries, period, signal);
    if (JSON.stringify(now) === JSON.stringify(before)) return now;
    before = now;
  }
  return { ...before, isUnsettled: true };
}

function queriesOf({ ResourceType, LogicalResourceId = "", PhysicalResourceId = "" }: Member, deployed: DeployedStage) {
  switch (ResourceType) {
    case "AWS::DynamoDB::GlobalTable":
      return tableQueries(LogicalResourceId, PhysicalResourceId);
    case "AWS::Lambda::Function":
      return functionQueries(LogicalResourceId, PhysicalResourceId, deployed);
    case "AWS::SQS::Queue":
      return queueQueries(PhysicalResourceId);
    case undefined:
    default:
      return [];
  }
}

/** Returns the queries for a table and its indexes, because the units of an index have a metric of their own. */
function tableQueries(logicalId: string, table: string): readonly Query[] {
  const indexes = tables.find(({ name }) => `${name}Table` === logicalId)?.indexes ?? [];
  const own = ["TableName", table] as const;
  const all = [[own], ...indexes.map(({ name }) => [own, ["GlobalSecondaryIndexName", name] as const])];
  return all.flatMap((dimensions) => [
    { namespace: "AWS/DynamoDB", name: "ConsumedWriteCapacityUnits", dimensions, unit: "tableWriteUnits", times: 1 },
    { namespace: "AWS/DynamoDB", name: "ConsumedReadCapacityUnits", dimensions, unit: "tableReadUnits", times: 1 },
  ]);
}

function functionQueries(logicalId: string, name: string, { gigabytes }: DeployedStage): readonly Query[] {
  const found = [...gigabytes].find(([one]) => new RegExp(`^${pascalCase(one)}Function${HASH}$`).test(logicalId));
  const base = { namespace: "AWS/Lambda", dimensions: [["FunctionName", name]] } as const;
  const calls: Query = { ...base, name: "Invocations", unit: "functionCalls", times: 1 };
  if (found === undefined) return [calls];
  // CloudWatch measures the duration in milliseconds.
  return [calls, { ...base, name: "Duration", unit: "functionGigabyteSeconds", times: found[1] / 1000 }];
}

/**
 * Returns the queries for a queue. SQS counts messages, and a request may carry ten, so the result is an upper bound
 * for the requests.
 */
const queueQueries = (url: string): readonly Query[] =>
  ["NumberOfMessagesSent", "NumberOfMessagesReceived", "NumberOfMessagesDeleted", "NumberOfEmptyReceives"].map(
    (name) => ({
      namespace: "AWS/SQS",
      name,
      dimensions: [["QueueName", url.split("/").at(-1) ?? ""]],
      unit: "queueRequests",
      times: 1,
    }),
  );

async function read(aws: AwsAt, queries: readonly Query[], period: Period, signal: AbortSignal): Promise<Measured> {
  const total: Partial<Record<Unit, number>> = {};
  for (let first = 0; first < queries.length; first += QUERIES_AT_ONCE) {
    const some = queries.slice(first, first + QUERIES_AT_ONCE);
    const sums = sumsIn(await aws.query("monitoring", parametersOf(some, period), signal));
    for (const [index, { unit, times }] of some.entries())
      total[unit] = (total[unit] ?? 0) + times * (sums.get(idOf(index)) ?? 0);
  }
  return total;
}

const idOf = (index: number): string => `m${index}`;

function parametersOf(queries: readonly Query[], { fromMs, toMs }: Period): Record<string, string> {
  const parameters: Record<string, string> = {
    Action: "GetMetricData",
    Version: VERSION,
    StartTime: new Date(Math.floor(fromMs / MINUTE_MS) * MINUTE_MS).toISOString(),
    EndTime: new Date(Math.ceil(toMs / MINUTE_MS) * MINUTE_MS).toISOString(),
  };
  for (const [index, { namespace, name, dimensions }] of queries.entries()) {
    const member = `MetricDataQueries.member.${index + 1}`;
    const stat = `${member}.MetricStat`;
    parameters[`${member}.Id`] = idOf(index);
    parameters[`${stat}.Metric.Namespace`] = namespace;
    parameters[`${stat}.Metric.MetricName`] = name;
    parameters[`${stat}.Period`] = "60";
    parameters[`${stat}.Stat`] = "Sum";
    for (const [at, [dimension, value]] of dimensions.entries()) {
      parameters[`${stat}.Metric.Dimensions.member.${at + 1}.Name`] = dimension;
      parameters[`${stat}.Metric.Dimensions.member.${at + 1}.Value`] = value;
    }
  }
  return parameters;
}

/** Adds up the values of each result, by its id (Amazon CloudWatch API Reference, "MetricDataResult"). */
function sumsIn(text: string): ReadonlyMap<string, number> {
  const flat = text
    .replaceAll(/<Timestamps>[\s\S]*?<\/Timestamps>/g, "")
    .replaceAll(/<Values>([\s\S]*?)<\/Values>/g, (_, values: string) => `<Sum>${sumOf(values)}</Sum>`);
  return new Map(listedMembers(flat).map(({ Id = "", Sum = "0" }) => [Id, Number(Sum)]));
}

const sumOf = (values: string): number =>
  [...values.matchAll(/<member>([^<]+)<\/member>/g)].reduce((sum, [, value = "0"]) => sum + Number(value), 0);
