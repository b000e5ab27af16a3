import { BatchProcessor, EventType, processPartialResponse } from "@aws-lambda-powertools/batch";
import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import { retrievalMessage } from "../../../shared/contract/media-messages.ts";
import { retrieveMedia } from "../../../shared/use-cases/media/retrieve-media.ts";
import { retrieveMediaServices } from "../../../shared/wiring/retrieve-media.ts";

/**
 * Takes a batch of retrieval messages and makes one attempt for each, side by side.
 * A failed attempt comes back as a new message, three times; by redelivery comes only what the table store failed over or what cannot
 * be read, and that finds its attempt begun: whoever asks for the media next starts another one.
 */
async function retrieve(record: SQSRecord): Promise<void> {
  const services = retrieveMediaServices();
  if (services !== undefined) await retrieveMedia(services, retrievalMessage.parse(JSON.parse(record.body)));
}

export async function handler(event: SQSEvent, context: Context): Promise<SQSBatchResponse> {
  const processor = new BatchProcessor(EventType.SQS);
  return processPartialResponse(event, retrieve, processor, { context, throwOnFullBatchFailure: false });
}
