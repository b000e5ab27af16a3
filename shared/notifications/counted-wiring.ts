import { dynamo } from "../aws/wiring.ts";
import { once } from "../kernel/once.ts";
import { dailyCounts } from "../keys/count-wiring.ts";
import { DynamoCountedNotifications } from "./dynamo/counted-notifications.ts";
import { notificationOptions } from "./wiring.ts";

/** The store for keys with a daily limit, which are few. Functions that take API keys load this by the first of them. */
export const countedNotifications = /* @__PURE__ */ once(
  () => new DynamoCountedNotifications(dynamo(), { ...notificationOptions(), counts: dailyCounts() }),
);
