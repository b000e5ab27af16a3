import * as z from "zod";

/** Describes the event source mapping between a queue and its function. */
export interface Worker {
  readonly batchSize: number;
  readonly windowSeconds: number;
  readonly maxConcurrency: number;
}

export interface Schedule {
  /** This function runs at each interval. */
  readonly name: string;
  readonly everySeconds: number;
}

/** Contains everything in a synthesised stage on which its bill depends. All figures come from its templates. */
export interface DeployedStage {
  /** An alarm is billed by the number of metrics that it reads. */
  readonly alarmMetrics: number;
  readonly dashboards: number;
  /** Log queries on dashboards are billed by the data that they read when somebody looks. */
  readonly dashboardQueries: number;
  readonly keys: number;
  readonly secrets: number;
  /** Maps function names to workers. The next two maps have the same keys. */
  readonly workers: ReadonlyMap<string, Worker>;
  readonly gigabytes: ReadonlyMap<string, number>;
  readonly schedules: readonly Schedule[];
  /** Contains the logical ids of tables with point-in-time recovery. */
  readonly backedUpTables: ReadonlySet<string>;
  readonly keptDays: { readonly content: number; readonly record: number };
  readonly hasWebAcl: boolean;
  readonly hasWebFunction: boolean;
}

const resource = z.object({ Type: z.string(), Properties: z.record(z.string(), z.unknown()).default({}) });
const template = z.object({ Resources: z.record(z.string(), resource).default({}) });
type Resource = z.output<typeof resource>;
type Resources = Readonly<Record<string, Resource>>;

/** Collects the logical ids that an expression refers to, at any depth. */
function namedIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(namedIn);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, held]) => {
    if (key === "Ref") return [String(held)];
    return key === "Fn::GetAtt" && Array.isArray(held) ? [String(held[0])] : namedIn(held);
  });
}

const alarm = z.object({
  Metrics: z
    .array(z.object({ MetricStat: z.unknown().optional(), Expression: z.unknown().optional() }))
    .default([{ MetricStat: {} }]),
});
const mapping = z.object({
  FunctionName: z.unknown(),
  BatchSize: z.number(),
  MaximumBatchingWindowInSeconds: z.number().default(0),
  ScalingConfig: z.object({ MaximumConcurrency: z.number() }),
});
const lambda = z.object({
  /** In functions that the CDK adds, the description is an expression. */
  Description: z.unknown().optional(),
  MemorySize: z.number().default(128),
  Environment: z.object({ Variables: z.record(z.string(), z.unknown()) }).optional(),
});
const rule = z.object({ ScheduleExpression: z.string(), Targets: z.array(z.object({ Arn: z.unknown() })) });
const recovery = z.object({ PointInTimeRecoverySpecification: z.object({ PointInTimeRecoveryEnabled: z.boolean() }) });
const table = z.object({ Replicas: z.array(recovery) });
const distribution = z.object({ DistributionConfig: z.object({ WebACLId: z.unknown().optional() }) });

/**
 * Says whether a metric is a query. An expression with references is stored as several texts, so the function searches
 * the expression's JSON.
 */
const isQuery = (expression: unknown): boolean => JSON.stringify(expression ?? "").includes('"SELECT ');
const metricsOf = (properties: unknown): number =>
  alarm
    .parse(properties)
    .Metrics.filter(({ MetricStat, Expression }) => MetricStat !== undefined || isQuery(Expression)).length;

/**
 * Counts the log queries of a dashboard. A dashboard is one text with expressions in between, so the function searches
 * the dashboard's JSON.
 */
const queriesIn = (properties: unknown): number =>
  JSON.stringify(properties).split(String.raw`\"type\":\"log\"`).length - 1;

const SECONDS = { minute: 60, hour: 3600, day: 86_400 } as const;

/** Turns `rate(5 minutes)` into 300. */
function secondsOf(expression: string): number {
  const [, count, unit] = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(expression) ?? [];
  if (unit !== "minute" && unit !== "hour" && unit !== "day")
    throw new Error(`the schedule ${expression} is no rate: what it costs is not known`);
  return Number(count) * SECONDS[unit];
}

/**
 * Returns the name in `lib/functions.ts` of the function to which an expression refers, directly or through an alias.
 */
function nameOf(resources: Resources, expression: unknown): string {
  const [id = ""] = namedIn(expression);
  const { Type, Properties } = resources[id] ?? { Type: "", Properties: {} };
  if (Type === "AWS::Lambda::Alias") return nameOf(resources, Properties.FunctionName);
  if (Type !== "AWS::Lambda::Function")
    throw new Error(`the template has no function for ${JSON.stringify(expression)}`);
  const { Description } = lambda.parse(Properties);
  return typeof Description === "string" ? Description.replace(/^Herald: /, "") : id;
}

function keptDays(variables: readonly Readonly<Record<string, unknown>>[]): DeployedStage["keptDays"] {
  const days = (name: string): number => {
    const found = variables.find((one) => one[name] !== undefined)?.[name];
    if (found === undefined) throw new Error(`no function of the template has the variable ${name}`);
    return Number(found);
  };
  return { content: days("CONTENT_KEPT_DAYS"), record: days("RECORD_KEPT_DAYS") };
}

/** Reads the templates of a stage's stacks. */
export function deployedStage(templates: readonly unknown[]): DeployedStage {
  const resources: Resources = Object.fromEntries(
    templates.flatMap((one) => Object.entries(template.parse(one).Resources)),
  );
  const ofType = (type: string) => Object.entries(resources).filter(([, { Type }]) => Type === type);
  const propertiesOf = (type: string) => ofType(type).map(([, { Properties }]) => Properties);
  const functions = ofType("AWS::Lambda::Function").map(
    ([id, { Properties }]) => [nameOf(resources, { Ref: id }), lambda.parse(Properties)] as const,
  );
  const isBackedUp = ({ Replicas }: z.output<typeof table>): boolean =>
    Replicas.some(({ PointInTimeRecoverySpecification: given }) => given.PointInTimeRecoveryEnabled);
  return {
    alarmMetrics: propertiesOf("AWS::CloudWatch::Alarm").reduce((sum, one) => sum + metricsOf(one), 0),
    dashboards: ofType("AWS::CloudWatch::Dashboard").length,
    dashboardQueries: propertiesOf("AWS::CloudWatch::Dashboard").reduce((sum, one) => sum + queriesIn(one), 0),
    keys: ofType("AWS::KMS::Key").length,
    secrets: ofType("AWS::SecretsManager::Secret").length,
    workers: workersIn(resources, propertiesOf("AWS::Lambda::EventSourceMapping")),
    gigabytes: new Map(functions.map(([name, { MemorySize }]) => [name, MemorySize / 1024])),
    schedules: propertiesOf("AWS::Events::Rule")
      .map((one) => rule.parse(one))
      .flatMap(({ ScheduleExpression, Targets }) =>
        Targets.map(({ Arn }) => ({ name: nameOf(resources, Arn), everySeconds: secondsOf(ScheduleExpression) })),
      ),
    backedUpTables: new Set(
      ofType("AWS::DynamoDB::GlobalTable")
        .filter(([, { Properties }]) => isBackedUp(table.parse(Properties)))
        .map(([id]) => id),
    ),
    keptDays: keptDays(functions.map(([, { Environment }]) => Environment?.Variables ?? {})),
    hasWebAcl: propertiesOf("AWS::CloudFront::Distribution").some(
      (one) => distribution.parse(one).DistributionConfig.WebACLId !== undefined,
    ),
    hasWebFunction: Object.values(resources).some(({ Type }) => Type === "AWS::Lambda::WebFunction"),
  };
}

/** Matches mappings of streams, because only they have a starting position. */
const streamMapping = z.object({ StartingPosition: z.string() });
const isOfStream = (given: unknown): boolean => streamMapping.safeParse(given).success;

const workersIn = (resources: Resources, mappings: readonly unknown[]): ReadonlyMap<string, Worker> =>
  new Map(
    mappings
      .filter((one) => !isOfStream(one))
      .map((one) => {
        const { FunctionName, ScalingConfig, ...read } = mapping.parse(one);
        return [
          nameOf(resources, FunctionName),
          {
            batchSize: read.BatchSize,
            windowSeconds: read.MaximumBatchingWindowInSeconds,
            maxConcurrency: ScalingConfig.MaximumConcurrency,
          },
        ];
      }),
  );
