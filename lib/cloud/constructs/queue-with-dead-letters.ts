import { Duration, RemovalPolicy, Validations } from "aws-cdk-lib";
import { MathExpression } from "aws-cdk-lib/aws-cloudwatch";
import { Queue, QueueEncryption } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import type { QueueDefinition } from "../../functions.ts";
import { ALARM_PERIOD, impactAlarm } from "./impact-alarm.ts";

export interface QueueWithDeadLettersProps {
  readonly queue: QueueDefinition;
  readonly deadLetters: QueueDefinition;
  readonly maxReceiveCount: number;
  /** The longest that a message waits on purpose, before anybody may take it. */
  readonly longestDelaySeconds: number;
  /** The people that a backlog of the queue, or of its dead letters, hurts. */
  readonly impact: { readonly queue: string; readonly deadLetters: string };
}

const KEPT = Duration.days(4);
/** SQS's longest. A message keeps its age when it moves, so dead letters must be kept for longer than live ones. */
const DEAD_LETTERS_KEPT = Duration.days(14);

/** A standard queue, the queue for what nobody could work off, and alarms on both. */
export class QueueWithDeadLetters extends Construct {
  readonly queue: Queue;
  readonly deadLetters: Queue;
  readonly #props: QueueWithDeadLettersProps;

  constructor(scope: Construct, id: string, props: QueueWithDeadLettersProps) {
    super(scope, id);
    this.#props = props;
    this.deadLetters = new Queue(this, "DeadLetters", {
      ...houseQueue(props.deadLetters),
      retentionPeriod: DEAD_LETTERS_KEPT,
    });
    Validations.of(this.deadLetters).acknowledge({
      id: "Serverless-SQSRedrivePolicy",
      reason: "It is the end of the line: a function reads it, and what even that cannot read stays for two weeks.",
    });
    this.queue = new Queue(this, "Queue", {
      ...houseQueue(props.queue),
      retentionPeriod: KEPT,
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: props.maxReceiveCount },
    });
    this.#alarmOnAge();
    this.#alarmOnDeadLetters();
  }

  /** One delay on purpose and one crashed worker are ordinary; what is older than both is stuck. */
  #alarmOnAge(): void {
    const { queue, longestDelaySeconds, impact } = this.#props;
    impactAlarm(this, "Age", {
      metric: this.queue.metricApproximateAgeOfOldestMessage({ period: Duration.minutes(1) }),
      threshold: longestDelaySeconds + queue.visibilityTimeoutSeconds,
      periods: 3,
      symptom: `The oldest message of the queue ${queue.name} is not worked off`,
      impact: impact.queue,
    });
  }

  /** A function takes dead letters away at once: the depth alone would stay 0, and what SQS itself moves is not counted as sent. */
  #alarmOnDeadLetters(): void {
    const { deadLetters, impact } = this.#props;
    const metric = new MathExpression({
      label: "dead letters",
      expression: "FILL(waiting, 0) + FILL(taken, 0)",
      usingMetrics: {
        waiting: this.deadLetters.metricApproximateNumberOfMessagesVisible({ statistic: "Maximum" }),
        taken: this.deadLetters.metricNumberOfMessagesReceived({ statistic: "Sum" }),
      },
      period: ALARM_PERIOD,
    });
    impactAlarm(this, "Depth", {
      metric,
      threshold: 0,
      symptom: `Messages arrive at ${deadLetters.name}: every redelivery of them failed`,
      impact: impact.deadLetters,
    });
  }
}

const houseQueue = ({ visibilityTimeoutSeconds }: QueueDefinition) => ({
  visibilityTimeout: Duration.seconds(visibilityTimeoutSeconds),
  encryption: QueueEncryption.SQS_MANAGED,
  enforceSSL: true,
  // The queue may be rebuilt: it holds keys only, and the sweep finds what it lost (D22).
  removalPolicy: RemovalPolicy.DESTROY,
});
