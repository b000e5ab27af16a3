import { setTimeout as pause } from "node:timers/promises";
import type { SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import * as z from "zod";
import type { QueueEngine } from "../queue/queue-engine.ts";
import type { ReceivedMessage } from "../queue/receive-operations.ts";
import { recordAttributes } from "../queue/record-attributes.ts";
import { writeCrash } from "./crash-line.ts";

const WAIT_SECONDS = 20;
const PAUSE_AFTER_ERROR_MS = 500;

export interface QueueSource {
  readonly engine: Pick<QueueEngine, "receive" | "remove">;
  readonly queue: string;
  readonly batchSize: number;
  /** The number of batches that may run concurrently. */
  readonly concurrency: number;
}

export interface QueueTarget {
  readonly name: string;
  invoke(event: SQSEvent): Promise<unknown>;
}

export interface QueuePoller {
  /** Takes no more messages and waits for running batches. */
  stop(): Promise<void>;
}

const batchResponse = z.object({ batchItemFailures: z.array(z.object({ itemIdentifier: z.string() })).default([]) });

/**
 * Does what Lambda's event source mapping does: takes messages in batches, leaves those that failed on the queue, and
 * deletes the others.
 */
export function startQueuePoller(target: QueueTarget, source: QueueSource): QueuePoller {
  const stopping = new AbortController();
  const loops = Array.from({ length: source.concurrency }, () => poll(target, source, stopping.signal));
  return {
    async stop() {
      stopping.abort();
      await Promise.all(loops);
    },
  };
}

async function poll(target: QueueTarget, source: QueueSource, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    try {
      const limits = { max: source.batchSize, waitSeconds: WAIT_SECONDS, signal: stopping };
      const messages = await source.engine.receive(source.queue, limits);
      if (messages.length > 0) await runBatch(target, source, messages);
    } catch (error) {
      if (stopping.aborted) return;
      writeCrash("queue.poll_failed", target.name, error);
      await pause(PAUSE_AFTER_ERROR_MS);
    }
  }
}

async function runBatch(
  target: QueueTarget,
  { engine, queue }: QueueSource,
  messages: readonly ReceivedMessage[],
): Promise<void> {
  const event: SQSEvent = { Records: messages.map(recordOf) };
  const answer: SQSBatchResponse = batchResponse.parse(await target.invoke(event));
  const failed = new Set(answer.batchItemFailures.map((failure) => failure.itemIdentifier));
  const done = messages.filter((message) => !failed.has(message.MessageId));
  if (done.length === 0) return;
  await engine.remove(
    queue,
    done.map((message) => message.ReceiptHandle),
  );
}

function recordOf(message: ReceivedMessage): SQSRecord {
  const { MessageId, ReceiptHandle, Body, MD5OfBody, Attributes = {} } = message;
  const {
    ApproximateReceiveCount = "1",
    SentTimestamp = "",
    SenderId = "",
    ApproximateFirstReceiveTimestamp = "",
  } = Attributes;
  return {
    messageId: MessageId,
    receiptHandle: ReceiptHandle,
    body: Body,
    attributes: { ...Attributes, ApproximateReceiveCount, SentTimestamp, SenderId, ApproximateFirstReceiveTimestamp },
    messageAttributes: recordAttributes(message),
    md5OfBody: MD5OfBody,
    eventSource: "aws:sqs",
    eventSourceARN: "arn:aws:sqs:us-east-1:000000000000:local",
    awsRegion: "us-east-1",
  };
}
