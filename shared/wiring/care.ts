import { basics } from "./basics.ts";
import { deliveryQueue } from "./delivery-queue.ts";
import { once } from "./once.ts";
import { notifications } from "./tables.ts";

/** For what looks after deliveries without making any: the sweep and the dead letters. */
export const careServices = once(() => ({
  ...basics(),
  notifications: notifications(),
  deliveryQueue: deliveryQueue(),
}));
