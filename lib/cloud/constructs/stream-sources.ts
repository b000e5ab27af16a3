import { Duration, Validations } from "aws-cdk-lib";
import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import { EventSourceMapping, FilterCriteria, StartingPosition } from "aws-cdk-lib/aws-lambda";
import { SqsDlq } from "aws-cdk-lib/aws-lambda-event-sources";
import type { Queue } from "aws-cdk-lib/aws-sqs";
import type { Construct } from "constructs";
import { STREAM_LIMITS, type StreamTrigger } from "../../functions.ts";
import type { TableDefinition } from "../../tables.ts";
import type { HeraldFunction } from "./herald-function.ts";
import { ALARM_PERIOD, impactAlarm } from "./impact-alarm.ts";

/** An alarm rings for changes that reach the function later than this limit. */
const LATE = Duration.minutes(5);
/** Lambda offers no longer window. The end of a window has no effect here. */
const TUMBLING_WINDOW = Duration.minutes(15);

export interface StreamSources {
  readonly trigger: StreamTrigger;
  readonly streamArn: (table: TableDefinition["name"]) => string;
  readonly destination: Queue;
}

/**
 * Calls a function with the changes that it wants of its tables, one batch of a shard at a time. A failing batch is
 * halved, so that one bad change delays only the changes after it. At the limits of a stream the destination gets a
 * message about the changes that were left out.
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
      // Reading starts at the oldest kept change, so that changes during a deployment are announced too.
      startingPosition: StartingPosition.TRIM_HORIZON,
      batchSize,
      ...(namesShard && { tumblingWindow: TUMBLING_WINDOW }),
      parallelizationFactor: 1,
      bisectBatchOnError: true,
      reportBatchItemFailures: true,
      retryAttempts: STREAM_LIMITS.maxRetries,
      maxRecordAge: Duration.seconds(STREAM_LIMITS.maxAgeSeconds),
      onFailure: new SqsDlq(destination),
    });
  alarmOnAge(fn, fn);
}

/**
 * Lets the function read streams. Lambda needs `ListStreams` to create a mapping, and that action cannot be restricted
 * to single resources.
 */
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
