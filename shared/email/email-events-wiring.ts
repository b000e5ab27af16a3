import { setTimeout } from "node:timers/promises";
import { dynamo } from "../aws/wiring.ts";
import { originOfTopic, topicMessageServices } from "../cloud-topic/wiring.ts";
import { config } from "../kernel/config.ts";
import { once } from "../kernel/once.ts";
import { DynamoSendingAccountStore } from "./dynamo/sending-account-store.ts";
import { feedbackServices } from "./feedback-wiring.ts";

/** Services that take the events of Amazon SES. Their function loads nothing that sends. */
export const emailEventServices = /* @__PURE__ */ once(() => ({
  ...topicMessageServices(),
  ...feedbackServices(),
  originOfTopic,
  sendingAccounts: new DynamoSendingAccountStore(dynamo(), config("CONFIG_TABLE")),
  pause: (ms: number) => setTimeout(ms),
}));
