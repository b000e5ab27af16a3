import type { MessageQueue } from "./message-queue.ts";
import { MAX_MESSAGE_BYTES, queueArn } from "./queue-definition.ts";
import type { QueueSet } from "./queue-set.ts";
import { SqsError } from "./sqs-error.ts";
import { requests } from "./sqs-requests.ts";

export function getQueueAttributes(queues: QueueSet, input: unknown) {
  const { QueueUrl, AttributeNames = [] } = requests.getQueueAttributes.parse(input);
  const all = attributesOf(queues.at(QueueUrl));
  if (AttributeNames.includes("All")) return { Attributes: all };
  const chosen: Record<string, string> = {};
  for (const name of AttributeNames) {
    if (!KNOWN.has(name)) throw new SqsError("InvalidAttributeName", `Unknown Attribute ${name}.`);
    const value = all[name];
    if (value !== undefined) chosen[name] = value;
  }
  return { Attributes: chosen };
}

export async function purgeQueue(queues: QueueSet, input: unknown) {
  queues.at(requests.onQueue.parse(input).QueueUrl).purge();
  await queues.committed();
  return {};
}

const KNOWN = new Set([
  "ApproximateNumberOfMessages",
  "ApproximateNumberOfMessagesNotVisible",
  "ApproximateNumberOfMessagesDelayed",
  "DelaySeconds",
  "MaximumMessageSize",
  "QueueArn",
  "ReceiveMessageWaitTimeSeconds",
  "RedrivePolicy",
  "VisibilityTimeout",
]);

function attributesOf(queue: MessageQueue): Record<string, string> {
  const { name, visibilityTimeoutSeconds, deadLetter } = queue.definition;
  const { ready, inFlight, delayed } = queue.counts();
  const redrive = deadLetter && {
    RedrivePolicy: JSON.stringify({
      deadLetterTargetArn: queueArn(deadLetter.queue),
      maxReceiveCount: deadLetter.maxReceiveCount,
    }),
  };
  return {
    ApproximateNumberOfMessages: String(ready),
    ApproximateNumberOfMessagesNotVisible: String(inFlight),
    ApproximateNumberOfMessagesDelayed: String(delayed),
    DelaySeconds: "0",
    MaximumMessageSize: String(MAX_MESSAGE_BYTES),
    QueueArn: queueArn(name),
    ReceiveMessageWaitTimeSeconds: "0",
    VisibilityTimeout: String(visibilityTimeoutSeconds),
    ...redrive,
  };
}
