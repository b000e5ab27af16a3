import { sqsClient } from "../aws/sqs/sqs-client.ts";
import { SqsChatEventQueue } from "../chat/sqs/chat-event-queue.ts";
import { config } from "../kernel/config.ts";
import { once } from "../kernel/once.ts";

function queueUrl(): string {
  const { CHAT_EVENT_QUEUE_URL } = config();
  if (CHAT_EVENT_QUEUE_URL === undefined) throw new Error("CHAT_EVENT_QUEUE_URL must be set");
  return CHAT_EVENT_QUEUE_URL;
}

export const chatEventQueue = once(() => new SqsChatEventQueue(sqsClient(), queueUrl()));
