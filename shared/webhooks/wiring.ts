import { readFileSync } from "node:fs";
import { secretBox } from "../aws/secret-wiring.ts";
import { sqsClient } from "../aws/sqs/sqs-client.ts";
import { dynamo } from "../aws/wiring.ts";
import { cursors } from "../edge/wiring.ts";
import { feed } from "../events/feed-wiring.ts";
import { basics } from "../kernel/basics.ts";
import { config } from "../kernel/config.ts";
import { addressGuard } from "../kernel/network/address-guard.ts";
import { once } from "../kernel/once.ts";
import { DynamoWebhookLog } from "./dynamo/webhook-log.ts";
import { DynamoWebhookProgress } from "./dynamo/webhook-progress.ts";
import { DynamoWebhookStore } from "./dynamo/webhook-store.ts";
import { HttpWebhookSender } from "./http/http-webhook-sender.ts";
import { SqsWebhookQueue } from "./sqs/webhook-queue.ts";

export { readWebhookImage } from "./dynamo/webhook-item.ts";

export const webhooks = /* @__PURE__ */ once(() => new DynamoWebhookStore(dynamo(), config("CONFIG_TABLE")));

const webhookLog = /* @__PURE__ */ once(
  () => new DynamoWebhookLog(dynamo(), { table: config("WEBHOOKS_TABLE"), clock: basics().clock }),
);

const progress = /* @__PURE__ */ once(() => {
  const { clock, realClock, identifiers } = basics();
  const newToken = () => identifiers.newId();
  return new DynamoWebhookProgress(dynamo(), { table: config("WEBHOOKS_TABLE"), clock, realClock, newToken });
});

export const webhookQueue = /* @__PURE__ */ once(() => new SqsWebhookQueue(sqsClient(), config("WEBHOOK_QUEUE_URL")));

export const webhookListServices = /* @__PURE__ */ once(() => ({ webhooks: webhooks(), webhookLog: webhookLog() }));

export const webhookServices = /* @__PURE__ */ once(() => ({
  ...basics(),
  webhooks: webhooks(),
  progress: progress(),
  webhookLog: webhookLog(),
  webhookQueue: webhookQueue(),
  feed: feed(),
  secretBox: secretBox(),
  cursors: cursors(),
  isHttpAllowed: config("WEBHOOK_HTTP"),
}));

const webhookSender = /* @__PURE__ */ once(
  () =>
    new HttpWebhookSender({
      guard: addressGuard({ allow: config("PRIVATE_NETWORK_ALLOW") }),
      clock: basics().realClock,
      isHttpAllowed: config("WEBHOOK_HTTP"),
      extraAuthorities: config("EXTRA_AUTHORITY_FILES").map((file) => readFileSync(file, "utf8")),
    }),
);

export const webhookTestServices = /* @__PURE__ */ once(() => ({
  ...basics(),
  webhooks: webhooks(),
  webhookSender: webhookSender(),
  secretBox: secretBox(),
}));

export const wakeWebhooksServices = /* @__PURE__ */ once(() => ({
  ...basics(),
  webhooks: webhooks(),
  progress: progress(),
  webhookQueue: webhookQueue(),
}));

export const deliverWebhookServices = /* @__PURE__ */ once(() => ({
  ...basics(),
  webhooks: webhooks(),
  progress: progress(),
  webhookLog: webhookLog(),
  webhookQueue: webhookQueue(),
  webhookSender: webhookSender(),
  feed: feed(),
  secretBox: secretBox(),
}));

export const sweepWebhooksServices = /* @__PURE__ */ once(() => ({
  ...basics(),
  progress: progress(),
  webhookQueue: webhookQueue(),
}));
