import { sqsClient } from "../aws/sqs/sqs-client.ts";
import { dynamo } from "../aws/wiring.ts";
import { basics } from "../kernel/basics.ts";
import { config } from "../kernel/config.ts";
import { once } from "../kernel/once.ts";
import { DynamoDeadLetterStore } from "./dynamo/dead-letter-store.ts";
import { SqsDeliveryQueue } from "./sqs/delivery-queue.ts";
import { notificationServices } from "./wiring.ts";

// Apart from the stores: the panel's function reads with those from its start, and loads the queue's client on demand.

export const deliveryQueue = /* @__PURE__ */ once(
  () => new SqsDeliveryQueue(sqsClient(), config("DELIVERY_QUEUE_URL")),
);

/** For giving notifications up. */
export const deadLetterServices = /* @__PURE__ */ once(() => ({
  ...notificationServices(),
  deadLetters: new DynamoDeadLetterStore(dynamo(), { table: config("NOTIFICATIONS_TABLE"), clock: basics().clock }),
}));

/** For putting them back on the queue, too. */
export const recoveryServices = /* @__PURE__ */ once(() => ({
  ...deadLetterServices(),
  deliveryQueue: deliveryQueue(),
}));
