import { Duration, Validations } from "aws-cdk-lib";
import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import { EventSourceMapping, FilterCriteria, StartingPosition } from "aws-cdk-lib/aws-lambda";
import { SqsDlq } from "aws-cdk-lib/aws-lambda-event-sources";
import type { Queue } from "aws-cdk-lib/aws-sqs";
import type { Construct } from "constructs";
import type { StreamTrigger } from "../../functions.ts";
import type { TableDefinition } from "../../tables.ts";
import type { HeraldFunction } from "./herald-function.ts";
import { ALARM_PERIOD, impactAlarm } from "./impact-alarm.ts";

/** DynamoDB keeps a change no longer: Lambda tries a batch until then. */
const MAX_RECORD_AGE = Duration.hours(24);
/** Of the newest change of a batch when the function gets it. */
const LATE = Duration.minutes(5);
/** The longest that there is: nothing is done at its end. */
const TUMBLING_WINDOW = Duration.minutes(15);

export interface StreamSources {
  readonly trigger: StreamTrigger;
  readonly streamArn: (table: TableDefinition["name"]) => string;
  readonly destination: Queue;
}

/**
 * Calls a function with the changes of its tables that it asks for, shard by shard and one batch of a shard at a time. A batch that fails is halved, so
 * that one bad change holds up nothing but what follows it, and after a day the destination hears which changes were left out.
 */
export function streamSources(fn: HeraldFunction, { trigger, streamArn, destination }: StreamSources): void {
  const { tables, batchSize, namesShard } = trigger;
  mayRead(
    fn,
    tables.map(({ name }) => streamArn(name)),
  );
  for (const { name, filters } of tables)
    new EventSourceMapping(fn, `${name}Stream`, {
      target: fn.live,
      eventSourceArn: streamArn(name),
      filters: filters.map((pattern) => FilterCriteria.filter(pattern)),
      // From the oldest change that is kept: what happens while a deployment runs is announced, too.
      startingPosition: StartingPosition.TRIM_HORIZON,
      batchSize,
      ...(namesShard && { tumblingWindow: TUMBLING_WINDOW }),
      parallelizationFactor: 1,
      bisectBatchOnError: true,
      reportBatchItemFailures: true,
      maxRecordAge: MAX_RECORD_AGE,
      onFailure: new SqsDlq(destination),
    });
  alarmOnAge(fn, fn);
}

/** Lambda asks for the last of them when it makes a mapping; no resource narrows it. */
function mayRead(fn: HeraldFunction, streams: readonly string[]): void {
  const actions = ["DescribeStream", "GetRecords", "GetShardIterator"].map((one) => `dynamodb:${one}`);
  fn.live.addToRolePolicy(new PolicyStatement({ sid: "StreamsRead", actions, resources: [...streams] }));
  fn.live.addToRolePolicy(
    new PolicyStatement({ sid: "StreamsList", actions: ["dynamodb:ListStreams"], resources: ["*"] }),
  );
  const reason = "Listing streams, which names them and shows nothing of them, takes no resource.";
  Validations.of(fn).acknowledge({ id: "AwsSolutions-IAM5[Resource::*]", reason });
}

function alarmOnAge(scope: Construct, { lambda, definition: { name, impact } }: HeraldFunction): void {
  impactAlarm(scope, "StreamAge", {
    metric: lambda.metric("IteratorAge", { statistic: "Maximum", period: ALARM_PERIOD }),
    threshold: LATE.toMilliseconds(),
    symptom: `The function ${name} gets changes late: a batch fails again and again, or there are more than it works off`,
    impact,
  });
}
