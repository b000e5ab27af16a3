import { randomUUID } from "node:crypto";
import { type BatchEntry, checkBatch, inBatch } from "./batch.ts";
import { attributesDigest, bodyDigest } from "./message-digest.ts";
import { checkOutgoing } from "./message-limits.ts";
import type { MessageQueue } from "./message-queue.ts";
import { MAX_MESSAGE_BYTES } from "./queue-definition.ts";
import type { QueueSet } from "./queue-set.ts";
import { badBatch } from "./sqs-error.ts";
import { type OutgoingMessage, requests } from "./sqs-requests.ts";

export async function sendMessage(queues: QueueSet, input: unknown) {
  const { QueueUrl, ...message } = requests.sendMessage.parse(input);
  const queue = queues.at(QueueUrl);
  checkOutgoing(message);
  const sent = send(queue, message);
  await queues.committed();
  return sent;
}

export async function sendMessageBatch(queues: QueueSet, input: unknown) {
  const { QueueUrl, Entries } = requests.sendMessageBatch.parse(input);
  const queue = queues.at(QueueUrl);
  checkBatch(Entries);
  checkTogether(Entries);
  const answer = inBatch(Entries, (entry) => {
    checkOutgoing(entry);
    return send(queue, entry);
  });
  await queues.committed();
  return answer;
}

function checkTogether(entries: readonly (OutgoingMessage & BatchEntry)[]): void {
  const total = entries.reduce((size, entry) => size + Buffer.byteLength(entry.MessageBody), 0);
  if (total <= MAX_MESSAGE_BYTES) return;
  throw badBatch(
    "BatchRequestTooLong",
    `Batch requests cannot be longer than ${MAX_MESSAGE_BYTES} bytes. You have sent ${total} bytes.`,
  );
}

function send(queue: MessageQueue, message: OutgoingMessage) {
  const { MessageBody, MessageAttributes = {}, MessageSystemAttributes = {} } = message;
  const stored = {
    id: randomUUID(),
    body: MessageBody,
    attributes: JSON.stringify(MessageAttributes),
    systemAttributes: JSON.stringify(MessageSystemAttributes),
    deadLetterSource: null,
  };
  queue.send(stored, { group: message.MessageGroupId ?? null, delaySeconds: message.DelaySeconds ?? 0 });
  return {
    MessageId: stored.id,
    MD5OfMessageBody: bodyDigest(MessageBody),
    MD5OfMessageAttributes: attributesDigest(MessageAttributes),
    MD5OfMessageSystemAttributes: attributesDigest(MessageSystemAttributes),
  };
}
