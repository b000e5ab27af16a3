import { Duration } from "aws-cdk-lib";
import { Queue } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import type { QueueDefinition } from "../../functions.ts";
import { alarmOnDeadLetters, deadLetterQueue, houseQueue } from "./dead-letters.ts";
import { impactAlarm } from "./impact-alarm.ts";

export interface QueueWithDeadLettersProps {
  readonly queue: QueueDefinition;
  readonly deadLetters: QueueDefinition;
  readonly maxReceiveCount: number;
  /** The longest time for which a message of the queue is delayed on purpose. */
  readonly longestDelaySeconds: number;
  /** Says who is hurt by a backlog of the queue, and who by one of its dead letters. */
  readonly impact: { readonly queue: string; readonly deadLetters: string };
}

const KEPT = Duration.days(4);

/** Creates a standard queue, a queue for messages that could not be processed, and alarms on both. */
export class QueueWithDeadLetters extends Construct {
  readonly queue: Queue;
  readonly deadLetters: Queue;
  readonly #props: QueueWithDeadLettersProps;

  constructor(scope: Construct, id: string, props: QueueWithDeadLettersProps) {
    super(scope, id);
    this.#props = props;
    this.deadLetters = deadLetterQueue(this, props.deadLetters);
    this.queue = new Queue(this, "Queue", {
      ...houseQueue(props.queue),
      retentionPeriod: KEPT,
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: props.maxReceiveCount },
    });
    this.#alarmOnAge();
    alarmOnDeadLetters(this, this.deadLetters, {
      definition: props.deadLetters,
      cause: "every redelivery of them failed",
      impact: props.impact.deadLetters,
    });
  }

  /**
   * Adds an alarm on the age of the oldest message. One deliberate delay and one crashed worker are normal; a message
   * older than both together is stuck.
   */
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
}
