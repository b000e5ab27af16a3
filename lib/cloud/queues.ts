import type { Queue } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import { MAX_DELAY_SECONDS } from "../../shared/kernel/backoff.ts";
import { LONGEST_QUEUE_DELAY_MS } from "../../shared/notifications/domain/sweep.ts";
import { functions, type QueueDefinition, type QueueName, queues, type StreamTrigger } from "../functions.ts";
import { alarmOnDeadLetters, deadLetterQueue } from "./constructs/dead-letters.ts";
import { QueueWithDeadLetters } from "./constructs/queue-with-dead-letters.ts";
import { pascalCase } from "./pascal-case.ts";

/** For how many seconds Lambda gathers a queue's messages for one batch; a queue that is absent here waits for none. */
export type BatchingWindows = Partial<Readonly<Record<QueueName, number>>>;

/** Deliveries wait for the time that they were given (D42), webhooks' tries as long as retries (D20, D40c); nothing else waits on purpose. */
const longestDelaySeconds = (name: QueueName): number =>
  name === "delivery" ? LONGEST_QUEUE_DELAY_MS / 1000 : MAX_DELAY_SECONDS;

/** All queues by name. Each either has dead letters or is for them: a message that nobody can work off must end somewhere. */
export function heraldQueues(scope: Construct, windows: BatchingWindows): ReadonlyMap<QueueName, Queue> {
  const built = new Map<QueueName, Queue>();
  for (const definition of queues) {
    const { name, deadLetter, visibilityTimeoutSeconds } = definition;
    if (!deadLetter) continue;
    const pair = new QueueWithDeadLetters(scope, `${pascalCase(name)}Queue`, {
      // A message is hidden from the moment that Lambda begins to gather.
      queue: { ...definition, visibilityTimeoutSeconds: visibilityTimeoutSeconds + (windows[name] ?? 0) },
      deadLetters: definitionOf(deadLetter.queue),
      maxReceiveCount: deadLetter.maxReceiveCount,
      longestDelaySeconds: longestDelaySeconds(name),
      // A queue without a function: the users of the queue itself miss its messages.
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

/** Of a stream's function: no queue moves its messages there. */
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

/** The people that depend on the function of the queue. */
function impactOf(queue: QueueName): string {
  const workers = functions.filter(({ trigger }) => trigger.kind === "queue" && trigger.queue === queue);
  return workers.map(({ impact }) => impact).join("; ");
}
