/** A queue of the local stack. It is created when it is first defined, and keeps messages until they are deleted. */
export interface QueueDefinition {
  readonly name: string;
  /** How long a received message stays hidden if the receiver does not say, from 0 to 43,200 s. */
  readonly visibilityTimeoutSeconds: number;
  /**
   * A message moves to this queue after `maxReceiveCount` receives without a delete. That queue must be defined too.
   */
  readonly deadLetter?: { readonly queue: string; readonly maxReceiveCount: number };
}

/** The AWS account id in local ARNs (M-ready). Nothing checks this id. */
const LOCAL_ACCOUNT = "000000000000";

/** The quotas of SQS (Amazon SQS developer guide, "Message quotas"). */
export const MAX_MESSAGE_BYTES = 1_048_576;
export const MAX_DELAY_SECONDS = 900;
export const MAX_VISIBILITY_SECONDS = 43_200;
export const MAX_WAIT_SECONDS = 20;
export const MAX_BATCH_ENTRIES = 10;

export function queueArn(name: string): string {
  return `arn:aws:sqs:us-east-1:${LOCAL_ACCOUNT}:${name}`;
}

export function queueUrl(endpoint: string, name: string): string {
  return `${endpoint}/${LOCAL_ACCOUNT}/${name}`;
}

/** Returns the queue that a URL names, whatever its host. A URL from an earlier start on another port still works. */
export function queueNameOf(url: string): string | undefined {
  return URL.parse(url)?.pathname.split("/").at(-1);
}

/** Refuses definitions that cannot work before anything is opened. */
export function checkDefinitions(queues: readonly QueueDefinition[]): void {
  const names = new Set(queues.map((queue) => queue.name));
  if (names.size < queues.length) throw new Error("queue engine: two queues have the same name");
  for (const queue of queues) checkDefinition(queue, names);
}

function checkDefinition({ name, visibilityTimeoutSeconds, deadLetter }: QueueDefinition, names: Set<string>): void {
  if (!/^[A-Za-z0-9_-]{1,80}$/.test(name)) throw new Error(`queue engine: bad queue name "${name}"`);
  if (!(visibilityTimeoutSeconds >= 0 && visibilityTimeoutSeconds <= MAX_VISIBILITY_SECONDS)) {
    throw new Error(`queue engine: visibility timeout of "${name}" is not between 0 and ${MAX_VISIBILITY_SECONDS} s`);
  }
  if (deadLetter && (deadLetter.queue === name || !names.has(deadLetter.queue) || deadLetter.maxReceiveCount < 1)) {
    throw new Error(`queue engine: the dead-letter queue of "${name}" is not another defined queue`);
  }
}
