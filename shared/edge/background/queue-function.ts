import { BatchProcessor, EventType, processPartialResponse } from "@aws-lambda-powertools/batch";
import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import { buildInInitPhase } from "../../kernel/once.ts";
import { asTraceId, inTrace, TRACE_ATTRIBUTE } from "../../kernel/trace.ts";
import { flushMetrics } from "../middleware/flush-metrics.ts";
import { pipeline } from "../pipeline.ts";
import type { Telemetry } from "./telemetry.ts";

export type QueueHandler = (event: SQSEvent, context: Context) => Promise<SQSBatchResponse>;

/**
 * Makes the Lambda function behind a queue, which runs the use case with all messages of a batch at the same time. Only
 * a record that fails goes back to the queue. Since the invocation itself succeeds, the failure is logged and counted
 * for the function's alarm.
 */
export function queueFunction<Message, Services extends Telemetry>(
  read: (body: string) => Message,
  useCase: (services: Services, message: Message, record: SQSRecord) => Promise<void>,
  services: () => Services,
): QueueHandler {
  buildInInitPhase(services);
  const handleBatch = async (event: SQSEvent, context: Context): Promise<SQSBatchResponse> => {
    const { log, metrics } = services();
    const { functionName } = context;
    const work = async (record: SQSRecord): Promise<void> => {
      try {
        await useCase(services(), read(record.body), record);
      } catch (error) {
        // The failure is logged at once: the rest of the batch may exceed the function's time limit, and the batch
        // processor reports nothing.
        log.error("queue.record_failed", error, { function: functionName, messageId: record.messageId });
        metrics.countByFunction("failed_records", functionName);
        throw error;
      }
    };
    // The records run at the same time, each in the trace of the request that it comes from.
    const handleRecord = (record: SQSRecord) =>
      inTrace({ traceId: traceIdOf(record), functionName }, () => work(record));
    const processor = new BatchProcessor(EventType.SQS);
    return processPartialResponse(event, handleRecord, processor, { context, throwOnFullBatchFailure: false });
  };
  // Lambda itself ends an invocation that takes too long. If the function answered earlier, the other messages of the
  // batch would be processed in a later invocation.
  return pipeline(handleBatch, [flushMetrics(services)], { timeoutEarlyInMillis: 0 });
}

const traceIdOf = ({ messageAttributes }: SQSRecord): string | undefined =>
  asTraceId(messageAttributes?.[TRACE_ATTRIBUTE]?.stringValue);
