import { sqsClient } from "../aws/sqs/sqs-client.ts";
import { dynamo } from "../aws/wiring.ts";
import { basics } from "../kernel/basics.ts";
import { config } from "../kernel/config.ts";
import { once } from "../kernel/once.ts";
import { DynamoDeadLetterStore } from "./dynamo/dead-letter-store.ts";
import { SqsDeliveryQueue } from "./sqs/delivery-queue.ts";
import { notificationServices } from "./wiring.ts";

// Apart from the stores: the panel's function reads with those from its start, and loads the queue's client on demand.

export const deliveryQueue = /* @__PURE__ */ once(() => new SqsDeliveryQueue(sqsClient(), config().DELIVERY_QUEUE_URL));

/** For the sweep and the dead letters, which make no deliveries themselves. */
export const recoveryServices = /* @__PURE__ */ once(() => ({
  ...notificationServices(),
  deliveryQueue: deliveryQueue(),
  deadLetters: new DynamoDeadLetterStore(dynamo(), { table: config().NOTIFICATIONS_TABLE, clock: basics().clock }),
}));
