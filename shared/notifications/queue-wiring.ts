import { sqsClient } from "../aws/sqs/sqs-client.ts";
import { dynamo } from "../aws/wiring.ts";
import { basics } from "../kernel/basics.ts";
import { config } from "../kernel/config.ts";
import { once } from "../kernel/once.ts";
import { DynamoDeadLetterStore } from "./dynamo/dead-letter-store.ts";
import { SqsDeliveryQueue } from "./sqs/delivery-queue.ts";
import { notificationServices } from "./wiring.ts";

// The queue has a wiring file of its own, because the panel's function loads the stores at its start and the queue only on demand.

export const deliveryQueue = /* @__PURE__ */ once(
  () => new SqsDeliveryQueue(sqsClient(), config("DELIVERY_QUEUE_URL")),
);

/** Services for giving notifications up. */
export const deadLetterServices = /* @__PURE__ */ once(() => ({
  ...notificationServices(),
  deadLetters: new DynamoDeadLetterStore(dynamo(), { table: config("NOTIFICATIONS_TABLE"), clock: basics().clock }),
}));

/** Services that can give notifications up and also put them back on the queue. */
export const recoveryServices = /* @__PURE__ */ once(() => ({
  ...deadLetterServices(),
  deliveryQueue: deliveryQueue(),
}));
