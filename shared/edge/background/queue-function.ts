import { BatchProcessor, EventType, processPartialResponse } from "@aws-lambda-powertools/batch";
import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import { buildInInitPhase } from "../../kernel/once.ts";
import { asTraceId, inTrace, TRACE_ATTRIBUTE } from "../../kernel/trace.ts";
import { flushMetrics } from "../middleware/flush-metrics.ts";
import { pipeline } from "../pipeline.ts";
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
  buildInInitPhase(services);
  const handleBatch = async (event: SQSEvent, context: Context): Promise<SQSBatchResponse> => {
    const { log, metrics } = services();
    const { functionName } = context;
    const work = async (record: SQSRecord): Promise<void> => {
      try {
        await useCase(services(), read(record.body), record);
      } catch (error) {
        // Here and now: the rest of the batch may run out of the function's time, and the processor tells nobody.
        log.error("queue.record_failed", error, { function: functionName, messageId: record.messageId });
        metrics.countByFunction("failed_records", functionName);
        throw error;
      }
    };
    // Side by side, each in the trace of the request that it goes back to.
    const handleRecord = (record: SQSRecord) =>
      inTrace({ traceId: traceIdOf(record), functionName }, () => work(record));
    const processor = new BatchProcessor(EventType.SQS);
    return processPartialResponse(event, handleRecord, processor, { context, throwOnFullBatchFailure: false });
  };
  // Lambda ends what takes too long: an answer shortly before would let the rest of the batch go on in a later invocation.
  return pipeline(handleBatch, [flushMetrics(services)], { timeoutEarlyInMillis: 0 });
}

const traceIdOf = ({ messageAttributes }: SQSRecord): string | undefined =>
  asTraceId(messageAttributes?.[TRACE_ATTRIBUTE]?.stringValue);
