import { blobs, dynamo } from "../aws/wiring.ts";
import { CONTENT_CODECS } from "../channels/content-wiring.ts";
import { basics } from "../kernel/basics.ts";
import { config } from "../kernel/config.ts";
import { once } from "../kernel/once.ts";
import { DynamoNotificationStatuses } from "./dynamo/notification-statuses.ts";
import { DynamoNotificationStore } from "./dynamo/notification-store.ts";

export { readNotificationImage } from "./dynamo/notification-image.ts";

export const notificationOptions = () => ({
  table: config("NOTIFICATIONS_TABLE"),
  leaseMs: config("LEASE_SECONDS") * 1000,
  clock: basics().clock,
  realClock: basics().realClock,
  contentKeptDays: config("CONTENT_KEPT_DAYS"),
  recordKeptDays: config("RECORD_KEPT_DAYS"),
  blobs,
  codecs: CONTENT_CODECS,
});

export const notifications = /* @__PURE__ */ once(() => new DynamoNotificationStore(dynamo(), notificationOptions()));

export const notificationStatuses = /* @__PURE__ */ once(
  () => new DynamoNotificationStatuses(dynamo(), { table: config("NOTIFICATIONS_TABLE"), clock: basics().clock }),
);

/** Services that read notifications. */
export const notificationServices = /* @__PURE__ */ once(() => ({ ...basics(), notifications: notifications() }));
