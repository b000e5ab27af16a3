import { DynamoDeadLetterStore } from "../adapters/dynamo/dead-letter-store.ts";
import { basics } from "./basics.ts";
import { config } from "./config.ts";
import { deliveryQueue } from "./delivery-queue.ts";
import { once } from "./once.ts";
import { dynamo, notifications } from "./tables.ts";

/** For what looks after deliveries without making any: the sweep and the dead letters. */
export const careServices = once(() => ({
  ...basics(),
  notifications: notifications(),
  deliveryQueue: deliveryQueue(),
  deadLetters: new DynamoDeadLetterStore(dynamo(), config().NOTIFICATIONS_TABLE),
}));
