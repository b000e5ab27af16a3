import type { Queue } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import { MAX_DELAY_SECONDS } from "../../shared/kernel/backoff.ts";
import { LONGEST_QUEUE_DELAY_MS } from "../../shared/notifications/domain/sweep.ts";
import { functions, type QueueDefinition, type QueueName, queues, type StreamTrigger } from "../functions.ts";
import { alarmOnDeadLetters, deadLetterQueue } from "./constructs/dead-letters.ts";
import { QueueWithDeadLetters } from "./constructs/queue-with-dead-letters.ts";
import { pascalCase } from "./pascal-case.ts";

/**
 * Maps queues to the seconds for which Lambda gathers messages into one batch. Lambda does not gather messages of an
 * absent queue.
 */
export type BatchingWindows = Partial<Readonly<Record<QueueName, number>>>;

/**
 * Returns the longest deliberate delay of a queue. Deliveries may be scheduled (D42), and tries of webhooks wait as
 * long as retries (D20, D40c). No other queue delays messages on purpose.
 */
const longestDelaySeconds = (name: QueueName): number =>
  name === "delivery" ? LONGEST_QUEUE_DELAY_MS / 1000 : MAX_DELAY_SECONDS;

/**
 * Creates all queues, and returns them by name. Each has a dead-letter queue or is one, so that a message that cannot
 * be processed ends somewhere.
 */
export function heraldQueues(scope: Construct, windows: BatchingWindows): ReadonlyMap<QueueName, Queue> {
  const built = new Map<QueueName, Queue>();
  for (const definition of queues) {
    const { name, deadLetter, visibilityTimeoutSeconds } = definition;
    if (!deadLetter) continue;
    const pair = new QueueWithDeadLetters(scope, `${pascalCase(name)}Queue`, {
      // Lambda hides a message from the moment at which it begins to gather the batch.
      queue: { ...definition, visibilityTimeoutSeconds: visibilityTimeoutSeconds + (windows[name] ?? 0) },
      deadLetters: definitionOf(deadLetter.queue),
      maxReceiveCount: deadLetter.maxReceiveCount,
      longestDelaySeconds: longestDelaySeconds(name),
      // If no function reads the dead-letter queue, dead letters hurt the people who depend on the queue itself.
      impact: { queue: impactOf(name), deadLetters: impactOf(deadLetter.queue) || impactOf(name) },
    });
    built.set(name, pair.queue).set(deadLetter.queue, pair.deadLetters);
  }
  for (const { name, trigger } of functions) {
    if (trigger.kind !== "stream") continue;
    const place = new Construct(scope, `${pascalCase(name)}Destination`);
    built.set(trigger.deadLetters, failureDestination(place, trigger));
  }
  const forgotten = queues.filter(({ name }) => !built.has(name));
  if (forgotten.length > 0) throw new Error(`no dead letters for ${forgotten.map(({ name }) => name).join(", ")}`);
  return built;
}

/**
 * Creates the queue to which a stream's function sends the changes that it gave up. No other queue redrives into it.
 */
function failureDestination(scope: Construct, { deadLetters, leftOut }: StreamTrigger): Queue {
  const definition = definitionOf(deadLetters);
  const queue = deadLetterQueue(scope, definition);
  alarmOnDeadLetters(scope, queue, { definition, ...leftOut });
  return queue;
}

function definitionOf(wanted: QueueName): QueueDefinition {
  const found = queues.find(({ name }) => name === wanted);
  if (found === undefined) throw new Error(`no queue is called ${wanted}`);
  return found;
}

/** Says who is hurt when the functions of the queue fail. */
function impactOf(queue: QueueName): string {
  const workers = functions.filter(({ trigger }) => trigger.kind === "queue" && trigger.queue === queue);
  return workers.map(({ impact }) => impact).join("; ");
}
