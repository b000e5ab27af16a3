import { BatchProcessor, EventType, processPartialResponse } from "@aws-lambda-powertools/batch";
import middy from "@middy/core";
import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import { flushMetrics } from "./flush-metrics.ts";
import type { Telemetry } from "./telemetry.ts";

export type QueueHandler = (event: SQSEvent, context: Context) => Promise<SQSBatchResponse>;

/**
 * The Lambda function behind a queue: runs the use case with every message of a batch, side by side. A record that fails goes back to
 * the queue alone; the log says why, and the function's alarm hears of it, since the invocation itself succeeds.
 */
export function queueFunction<Message, Services extends Telemetry>(
  read: (body: string) => Message,
  useCase: (services: Services, message: Message, record: SQSRecord) => Promise<void>,
  services: () => Services,
): QueueHandler {
  const handleBatch = async (event: SQSEvent, context: Context): Promise<SQSBatchResponse> => {
    const { log, metrics } = services();
    const run = async (record: SQSRecord) => useCase(services(), read(record.body), record);
    const processor = new BatchProcessor(EventType.SQS);
    const response = await processPartialResponse(event, run, processor, { context, throwOnFullBatchFailure: false });
    // The processor keeps errors and failed records in the same order.
    for (const [i, { itemIdentifier }] of response.batchItemFailures.entries()) {
      const fields = { function: context.functionName, messageId: itemIdentifier };
      for (const cause of causesOf(processor.errors[i])) log.error("queue.record_failed", cause, fields);
    }
    const failed = response.batchItemFailures.length;
    if (failed > 0) metrics.countFailures("failed_records", context.functionName, failed);
    return response;
  };
  // Lambda ends what takes too long: an answer shortly before would let the rest of the batch go on in a later invocation.
  return middy(handleBatch, { timeoutEarlyInMillis: 0 }).use(flushMetrics(services));
}

/** An error may stand for several, as that of an envelope does for its events. */
const causesOf = (error: unknown): readonly unknown[] => (error instanceof AggregateError ? error.errors : [error]);
