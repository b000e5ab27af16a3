import * as z from "zod";
import { idParams } from "../../edge/contract/fields.ts";
import { IDEMPOTENCY_KEY, KEY_REFUSALS } from "../../edge/contract/idempotent.ts";
import { route } from "../../edge/contract/route.ts";
import { notificationView } from "./notifications.ts";
import { sendAt } from "./send-options.ts";

const common = { group: "notifications", auth: ["api-key"], params: idParams } as const;

/** These permissions let an operation keep the content's files longer when a notification leaves later or is sent again (D43). */
const RENEWS_FILES = ["attachments:read", "attachments:miss", "attachments:keep"] as const;

/** The sender cancels a pending notification (D42). */
export const cancelNotification = route({
  ...common,
  operationId: "cancelNotification",
  summary: "Cancel a notification",
  method: "POST",
  path: "/api/v1/notifications/{id}/cancel",
  success: { status: 200, schema: notificationView },
  refusals: ["invalid_request", "unauthorized", "not_found", "notification_not_pending"],
  uses: ["notifications:read", "notifications:write"],
  impact: "senders cannot cancel what they have sent for later",
});

const rescheduleRequest = z
  .strictObject({ send_at: sendAt })
  .transform((fields) => ({ sendAt: fields.send_at }))
  .meta({ id: "RescheduleRequest" });

/** The sender moves a scheduled notification to another time (D42). */
export const rescheduleNotification = route({
  ...common,
  operationId: "rescheduleNotification",
  summary: "Move a notification to another time",
  method: "PATCH",
  path: "/api/v1/notifications/{id}",
  body: rescheduleRequest,
  success: { status: 200, schema: notificationView },
  refusals: ["invalid_request", "unauthorized", "not_found", "notification_not_scheduled", "notification_not_pending"],
  uses: [
    "notifications:read",
    "notifications:write",
    "content:read",
    "content:write",
    ...RENEWS_FILES,
    "delivery-queue:send",
  ],
  impact: "senders cannot move what they have sent for later",
});

/** The sender sends an ended notification again (D42a). */
export const resendNotification = route({
  ...common,
  operationId: "resendNotification",
  summary: "Send a notification again",
  method: "POST",
  path: "/api/v1/notifications/{id}/resend",
  headers: IDEMPOTENCY_KEY,
  success: { status: 202, schema: notificationView },
  refusals: [
    "invalid_request",
    "unauthorized",
    "origin_not_allowed",
    "recipient_not_allowed",
    "daily_limit_reached",
    "not_found",
    ...KEY_REFUSALS,
    "notification_not_ended",
    "content_not_kept",
  ],
  uses: [
    "link-keys:make",
    "config:read",
    "content:read",
    "notifications:read",
    "notifications:add",
    // A resend writes the id of the new notification into the original notification.
    "notifications:write",
    "content:write",
    ...RENEWS_FILES,
    "chat:read",
    "chat:write",
    "ephemeral:write",
    "delivery-queue:send",
  ],
  impact: "senders cannot send again what has failed",
});
