import { boundedGet } from "../adapters/sns/bounded-get.ts";
import { SnsTopicService } from "../adapters/sns/sns-topic-service.ts";
import { topicServiceOrigin } from "../domain/chat/topic-message.ts";
import type { TrustedTopic } from "../use-cases/chat-events/receive-topic-message.ts";
import { basics } from "./basics.ts";
import { chatEventQueue } from "./chat-event-queue.ts";
import { config } from "./config.ts";
import { once } from "./once.ts";

function trustedTopic(): TrustedTopic | undefined {
  const { CHAT_TOPIC_ARN: arn, CHAT_TOPIC_ORIGIN } = config();
  const origin = arn && (CHAT_TOPIC_ORIGIN ?? topicServiceOrigin(arn));
  return arn && origin ? { arn, origin } : undefined;
}

/** For the webhook. */
export const topicServices = once(() => ({
  ...basics(),
  topic: trustedTopic(),
  topicService: new SnsTopicService(boundedGet(), () => basics().clock.now()),
  chatEventQueue: chatEventQueue(),
}));
