import { BatchProcessor, EventType, processPartialResponse } from "@aws-lambda-powertools/batch";
import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import { chatEventMessage } from "../../../shared/contract/chat-events.ts";
import { applyChatEvents } from "../../../shared/use-cases/chat-events/apply-chat-events.ts";
import { chatEventServices } from "../../../shared/wiring/chat-events.ts";

/**
 * Takes a batch of the provider's envelopes, and applies the events of each, side by side.
 * An envelope comes back by redelivery when one of its events could not be applied; eight redeliveries make a dead letter, which
 * keeps it for the operator.
 */
async function apply(record: SQSRecord): Promise<void> {
  await applyChatEvents(chatEventServices(), chatEventMessage.parse(JSON.parse(record.body)));
}

export async function handler(event: SQSEvent, context: Context): Promise<SQSBatchResponse> {
  const processor = new BatchProcessor(EventType.SQS);
  const response = await processPartialResponse(event, apply, processor, { context, throwOnFullBatchFailure: false });
  chatEventServices().metrics.flush();
  return response;
}
