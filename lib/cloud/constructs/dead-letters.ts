import { Duration, RemovalPolicy, Validations } from "aws-cdk-lib";
import { MathExpression } from "aws-cdk-lib/aws-cloudwatch";
import { Queue, QueueEncryption } from "aws-cdk-lib/aws-sqs";
import type { Construct } from "constructs";
import type { QueueDefinition } from "../../functions.ts";
import { ALARM_PERIOD, impactAlarm } from "./impact-alarm.ts";

/** SQS's longest. A message keeps its age when it moves, so dead letters must be kept for longer than live ones. */
const DEAD_LETTERS_KEPT = Duration.days(14);

export interface DeadLettersProps {
  readonly definition: QueueDefinition;
  /** Why they arrive: the second half of a sentence. */
  readonly cause: string;
  /** The people that they hurt. */
  readonly impact: string;
}

/** A queue for what could not be worked off, as `DeadLetters` in the scope. */
export function deadLetterQueue(scope: Construct, definition: QueueDefinition): Queue {
  const queue = new Queue(scope, "DeadLetters", { ...houseQueue(definition), retentionPeriod: DEAD_LETTERS_KEPT });
  Validations.of(queue).acknowledge({
    id: "Serverless-SQSRedrivePolicy",
    reason: "It is the end of the line: a function reads it, and what even that cannot read stays for two weeks.",
  });
  return queue;
}

/** A function takes dead letters away at once: the depth alone would stay 0, and what SQS itself moves is not counted as sent. */
export function alarmOnDeadLetters(scope: Construct, queue: Queue, props: DeadLettersProps): void {
  const metric = new MathExpression({
    label: "dead letters",
    expression: "FILL(waiting, 0) + FILL(taken, 0)",
    usingMetrics: {
      waiting: queue.metricApproximateNumberOfMessagesVisible({ statistic: "Maximum" }),
      taken: queue.metricNumberOfMessagesReceived({ statistic: "Sum" }),
    },
    period: ALARM_PERIOD,
  });
  impactAlarm(scope, "Depth", {
    metric,
    threshold: 0,
    symptom: `Messages arrive at ${props.definition.name}: ${props.cause}`,
    impact: props.impact,
  });
}

export const houseQueue = ({ visibilityTimeoutSeconds }: QueueDefinition) => ({
  visibilityTimeout: Duration.seconds(visibilityTimeoutSeconds),
  encryption: QueueEncryption.SQS_MANAGED,
  enforceSSL: true,
  // The queue may be rebuilt: it holds keys only, and the sweep finds what it lost (D22).
  removalPolicy: RemovalPolicy.DESTROY,
});
