import { Duration, RemovalPolicy, Validations } from "aws-cdk-lib";
import { type IMetric, MathExpression } from "aws-cdk-lib/aws-cloudwatch";
import { Queue, QueueEncryption } from "aws-cdk-lib/aws-sqs";
import type { Construct } from "constructs";
import { functions, type QueueDefinition } from "../../functions.ts";
import { ALARM_PERIOD, impactAlarm } from "./impact-alarm.ts";

/**
 * SQS keeps messages no longer than this. A message keeps its age when it moves, so dead letters must be kept longer
 * than live messages.
 */
const DEAD_LETTERS_KEPT = Duration.days(14);

export interface DeadLettersProps {
  readonly definition: QueueDefinition;
  /** Says why messages arrive here, as the second half of a sentence. */
  readonly cause: string;
  /** Says who is hurt when messages fail permanently. */
  readonly impact: string;
}

/** Creates the queue `DeadLetters` in the scope, for messages that could not be processed. */
export function deadLetterQueue(scope: Construct, definition: QueueDefinition): Queue {
  const queue = new Queue(scope, "DeadLetters", { ...houseQueue(definition), retentionPeriod: DEAD_LETTERS_KEPT });
  const reason = "It is the end of the line: what no function reads, or can read, stays for two weeks.";
  for (const id of ["Serverless-SQSRedrivePolicy", "AwsSolutions-SQS3"])
    Validations.of(queue).acknowledge({ id, reason });
  return queue;
}

export function alarmOnDeadLetters(scope: Construct, queue: Queue, props: DeadLettersProps): void {
  impactAlarm(scope, "Depth", {
    metric: deadLetters(queue, props.definition),
    threshold: 0,
    symptom: `Messages arrive at ${props.definition.name}: ${props.cause}`,
    impact: props.impact,
  });
}

const isRead = ({ name }: QueueDefinition): boolean =>
  functions.some(({ trigger }) => trigger.kind === "queue" && trigger.queue === name);

/**
 * Counts dead letters. If a function reads the queue, it takes them away at once, so the number of waiting messages
 * would stay 0, and SQS does not count messages that it moves itself as sent. For such a queue the received messages
 * are counted too.
 */
function deadLetters(queue: Queue, definition: QueueDefinition): IMetric {
  const waiting = queue.metricApproximateNumberOfMessagesVisible({ statistic: "Maximum", period: ALARM_PERIOD });
  // An alarm is billed by the metrics that it reads, so the second metric is added only where it is needed.
  if (!isRead(definition)) return waiting;
  return new MathExpression({
    label: "dead letters",
    expression: "FILL(waiting, 0) + FILL(taken, 0)",
    usingMetrics: { waiting, taken: queue.metricNumberOfMessagesReceived({ statistic: "Sum" }) },
    period: ALARM_PERIOD,
  });
}

export const houseQueue = ({ visibilityTimeoutSeconds }: QueueDefinition) => ({
  visibilityTimeout: Duration.seconds(visibilityTimeoutSeconds),
  encryption: QueueEncryption.SQS_MANAGED,
  enforceSSL: true,
  // The queue may be rebuilt, because it holds only keys and the sweep finds lost notifications (D22).
  removalPolicy: RemovalPolicy.DESTROY,
});
