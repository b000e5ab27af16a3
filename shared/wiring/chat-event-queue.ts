import { SqsChatEventQueue } from "../adapters/sqs/chat-event-queue.ts";
import { sqsClient } from "../adapters/sqs/delivery-queue.ts";
import { config } from "./config.ts";
import { once } from "./once.ts";

function queueUrl(): string {
  const { CHAT_EVENT_QUEUE_URL } = config();
  if (CHAT_EVENT_QUEUE_URL === undefined) throw new Error("CHAT_EVENT_QUEUE_URL must be set");
  return CHAT_EVENT_QUEUE_URL;
}

export const chatEventQueue = once(() => new SqsChatEventQueue(sqsClient(), queueUrl()));
