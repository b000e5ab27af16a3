import * as z from "zod";
import { checkBatch, inBatch } from "./batch.ts";
import { attributesDigest, bodyDigest } from "./message-digest.ts";
import { checkMaxMessages, checkVisibility, checkWait } from "./message-limits.ts";
import type { Received } from "./message-queue.ts";
import type { QueueSet } from "./queue-set.ts";
import { requests } from "./sqs-requests.ts";

type Wanted = (name: string) => boolean;

/** Attributes as this engine stored them. */
const storedAttributes = z.record(
  z.string(),
  z.object({ DataType: z.string(), StringValue: z.string().optional(), BinaryValue: z.string().optional() }),
);

/** AWSTraceHeader is the only system attribute that a sender may set. */
const storedSystemAttributes = z.object({
  AWSTraceHeader: z.object({ StringValue: z.string().optional() }).optional(),
});

export async function receiveMessage(queues: QueueSet, input: unknown, signal: AbortSignal) {
  const request = requests.receiveMessage.parse(input);
  const { MaxNumberOfMessages, VisibilityTimeout, WaitTimeSeconds } = request;
  const queue = queues.at(request.QueueUrl);
  checkMaxMessages(MaxNumberOfMessages);
  checkVisibility(VisibilityTimeout);
  checkWait(WaitTimeSeconds);
  const received = await queue.receive({
    max: MaxNumberOfMessages ?? 1,
    visibilityMs: (VisibilityTimeout ?? queue.definition.visibilityTimeoutSeconds) * 1000,
    waitMs: (WaitTimeSeconds ?? 0) * 1000,
    signal,
  });
  await queues.committed();
  const system = wanted([...(request.AttributeNames ?? []), ...(request.MessageSystemAttributeNames ?? [])]);
  const own = wanted(request.MessageAttributeNames ?? []);
  return { Messages: received.length > 0 ? received.map((one) => messageView(one, system, own)) : undefined };
}

export async function deleteMessage(queues: QueueSet, input: unknown) {
  const { QueueUrl, ReceiptHandle } = requests.deleteMessage.parse(input);
  queues.at(QueueUrl).delete(ReceiptHandle);
  await queues.committed();
  return {};
}

export async function deleteMessageBatch(queues: QueueSet, input: unknown) {
  const { QueueUrl, Entries } = requests.deleteMessageBatch.parse(input);
  const queue = queues.at(QueueUrl);
  checkBatch(Entries);
  const answer = inBatch(Entries, ({ ReceiptHandle }) => queue.delete(ReceiptHandle));
  await queues.committed();
  return answer;
}

export async function changeMessageVisibility(queues: QueueSet, input: unknown) {
  const { QueueUrl, ReceiptHandle, VisibilityTimeout } = requests.changeMessageVisibility.parse(input);
  const queue = queues.at(QueueUrl);
  checkVisibility(VisibilityTimeout);
  queue.changeVisibility(ReceiptHandle, VisibilityTimeout);
  await queues.committed();
  return {};
}

export async function changeMessageVisibilityBatch(queues: QueueSet, input: unknown) {
  const { QueueUrl, Entries } = requests.changeMessageVisibilityBatch.parse(input);
  const queue = queues.at(QueueUrl);
  checkBatch(Entries);
  const answer = inBatch(Entries, ({ ReceiptHandle, VisibilityTimeout }) => {
    checkVisibility(VisibilityTimeout);
    queue.changeVisibility(ReceiptHandle, VisibilityTimeout);
  });
  await queues.committed();
  return answer;
}

export type ReceivedMessage = ReturnType<typeof messageView>;

function messageView(message: Received, system: Wanted, own: Wanted) {
  const attributes = chosen(storedAttributes.parse(JSON.parse(message.attributes)), own);
  const systemAttributes = chosen(systemAttributesOf(message), system);
  return {
    MessageId: message.id,
    ReceiptHandle: message.receiptHandle,
    Body: message.body,
    MD5OfBody: bodyDigest(message.body),
    Attributes: Object.keys(systemAttributes).length > 0 ? systemAttributes : undefined,
    MessageAttributes: Object.keys(attributes).length > 0 ? attributes : undefined,
    MD5OfMessageAttributes: attributesDigest(attributes),
  };
}

function systemAttributesOf({ schedule, deadLetterSource, systemAttributes }: Received): Record<string, string> {
  const trace = storedSystemAttributes.parse(JSON.parse(systemAttributes)).AWSTraceHeader?.StringValue;
  return {
    ApproximateReceiveCount: String(schedule.receives),
    ApproximateFirstReceiveTimestamp: String(schedule.firstReceivedAt),
    SentTimestamp: String(schedule.sentAt),
    SenderId: "000000000000",
    ...(schedule.group !== null && { MessageGroupId: schedule.group }),
    ...(deadLetterSource !== null && { DeadLetterQueueSourceArn: deadLetterSource }),
    ...(trace !== undefined && { AWSTraceHeader: trace }),
  };
}

function chosen<T>(all: Readonly<Record<string, T>>, isWanted: Wanted): Record<string, T> {
  return Object.fromEntries(Object.entries(all).filter(([name]) => isWanted(name)));
}

/** A receiver asks for attributes by name, or by `All`, `.*` or `prefix.*`. */
function wanted(names: readonly string[]): Wanted {
  if (names.includes("All") || names.includes(".*")) return () => true;
  const prefixes = names.filter((name) => name.endsWith(".*")).map((name) => name.slice(0, -1));
  return (name) => names.includes(name) || prefixes.some((prefix) => name.startsWith(prefix));
}
