import { topicServiceOrigin } from "../chat/domain/topic-message.ts";
import type { TrustedTopic } from "../chat/events/receive-topic-message.ts";
import { boundedGet } from "../chat/sns/bounded-get.ts";
import { SnsTopicService } from "../chat/sns/sns-topic-service.ts";
import { basics } from "../kernel/basics.ts";
import { config } from "../kernel/config.ts";
import { once } from "../kernel/once.ts";
import { chatEventQueue } from "./chat-event-queue.ts";

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
