import { basics } from "../kernel/basics.ts";
import { config } from "../kernel/config.ts";
import { once } from "../kernel/once.ts";
import { DynamoDeadLetterStore } from "../notifications/dynamo/dead-letter-store.ts";
import { dynamo, notifications } from "../notifications/tables-wiring.ts";
import { deliveryQueue } from "./delivery-queue.ts";

/** For what looks after deliveries without making any: the sweep and the dead letters. */
export const careServices = once(() => ({
  ...basics(),
  notifications: notifications(),
  deliveryQueue: deliveryQueue(),
  deadLetters: new DynamoDeadLetterStore(dynamo(), config().NOTIFICATIONS_TABLE),
}));
