import { originOfTopic, topicMessageServices } from "../cloud-topic/wiring.ts";
import { once } from "../kernel/once.ts";
import { feedbackServices } from "./feedback-wiring.ts";

/** Services that take the events of Amazon SES. */
export const emailEventServices = /* @__PURE__ */ once(() => ({
  ...topicMessageServices(),
  ...feedbackServices(),
  originOfTopic,
}));
