import { basics } from "../kernel/basics.ts";
import { config } from "../kernel/config.ts";
import { once } from "../kernel/once.ts";
import { topicServiceOrigin } from "./domain/topic-message.ts";
import { boundedGet } from "./sns/bounded-get.ts";
import { SnsTopicService } from "./sns/sns-topic-service.ts";

/** Services that verify what the topic service posts. */
export const topicMessageServices = /* @__PURE__ */ once(() => ({
  ...basics(),
  topicService: new SnsTopicService(boundedGet(), () => basics().realClock.now()),
}));

/** Gives the origin at which the service of this topic answers; undefined when the text names no topic. */
export const originOfTopic = (topicArn: string): string | undefined =>
  config("TOPIC_SERVICE_ORIGIN") ?? topicServiceOrigin(topicArn);
