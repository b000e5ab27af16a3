import { BatchProcessor, EventType, processPartialResponse } from "@aws-lambda-powertools/batch";
import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import { readDeliveryMessage } from "../../../shared/contract/messages.ts";
import { giveUpNotification } from "../../../shared/use-cases/notifications/give-up-notification.ts";
import { careServices } from "../../../shared/wiring/care.ts";

/**
 * Takes delivery messages that no worker could finish, and ends their notifications as failed, with the reason.
 * A message that cannot be read belongs to no notification: it is logged by its id, and the alarm on dead letters has rung already.
 */
async function giveUp(record: SQSRecord): Promise<void> {
  const message = readDeliveryMessage(record.body);
  if (message) await giveUpNotification(careServices(), message);
  else careServices().log.warn("dead_letter.unreadable", { messageId: record.messageId, bytes: record.body.length });
}

export async function handler(event: SQSEvent, context: Context): Promise<SQSBatchResponse> {
  const processor = new BatchProcessor(EventType.SQS);
  const response = await processPartialResponse(event, giveUp, processor, { context, throwOnFullBatchFailure: false });
  careServices().metrics.flush();
  return response;
}
