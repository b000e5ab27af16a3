import { BatchProcessor, EventType, processPartialResponse } from "@aws-lambda-powertools/batch";
import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import { deliveryMessage } from "../../../shared/contract/messages.ts";
import { deliverNotification } from "../../../shared/use-cases/notifications/deliver-notification.ts";
import { deliveryServices } from "../../../shared/wiring/delivery.ts";

/**
 * Takes a batch of delivery messages and makes one attempt for each, side by side.
 * A message comes back by redelivery only when its worker died or met a bug, when neither a table nor the queue answered, or when it
 * cannot be read; a failed or postponed delivery is recorded and comes back as a new message. Five redeliveries make a dead letter.
 */
async function deliver(record: SQSRecord): Promise<void> {
  await deliverNotification(deliveryServices(), deliveryMessage.parse(JSON.parse(record.body)));
}

export async function handler(event: SQSEvent, context: Context): Promise<SQSBatchResponse> {
  const processor = new BatchProcessor(EventType.SQS);
  const response = await processPartialResponse(event, deliver, processor, { context, throwOnFullBatchFailure: false });
  deliveryServices().metrics.flush();
  return response;
}
