import * as z from "zod";
import { channelName } from "../../channels/contract/channel-name.ts";
import { notificationRequest } from "../../channels/contract/notification-request.ts";
import { timestamp } from "../../edge/contract/fields.ts";
import { IDEMPOTENCY_KEY, KEY_REFUSALS } from "../../edge/contract/idempotent.ts";
import { route } from "../../edge/contract/route.ts";
import { textMap } from "../../kernel/text-map.ts";
import { type Notification, STATUSES } from "../domain/notification.ts";

export const notificationView = z
  .strictObject({
    id: z.guid(),
    channel: channelName,
    status: z.enum(STATUSES),
    attempts: z.int().min(0),
    max_attempts: z.int().min(1),
    last_error: z.string().optional(),
    send_at: timestamp.optional(),
    metadata: textMap().optional(),
    resent_from: z.guid().optional(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: "Notification" });
export type NotificationView = z.input<typeof notificationView>;

export function toNotificationView(notification: Notification): NotificationView {
  const { id, channel, status, attempts, maxAttempts, lastError, createdAt, updatedAt } = notification;
  const { sendAt, metadata, resentFrom } = notification;
  return {
    id,
    channel,
    status,
    attempts,
    max_attempts: maxAttempts,
    ...(lastError ? { last_error: lastError } : {}),
    ...(sendAt === undefined ? {} : { send_at: sendAt }),
    ...(metadata && { metadata }),
    ...(resentFrom === undefined ? {} : { resent_from: resentFrom }),
    created_at: createdAt,
    updated_at: updatedAt,
  };
}

export const createNotification = route({
  operationId: "createNotification",
  group: "notifications",
  summary: "Send a notification",
  method: "POST",
  path: "/api/v1/notifications",
  auth: ["api-key"],
  headers: IDEMPOTENCY_KEY,
  body: notificationRequest,
  many: "POST /api/v1/notifications/batch",
  success: { status: 202, schema: notificationView },
  refusals: [
    "invalid_request",
    "unauthorized",
    "origin_not_allowed",
    "recipient_not_allowed",
    "daily_limit_reached",
    ...KEY_REFUSALS,
    "window_closed",
    "conversation_held",
  ],
  uses: [
    "link-keys:make",
    "config:read",
    "content:read",
    "attachments:read",
    "attachments:miss",
    "attachments:keep",
    "notifications:read",
    "notifications:add",
    "content:write",
    "chat:read",
    "chat:write",
    "ephemeral:write",
    "delivery-queue:send",
  ],
  impact: "no notification is accepted",
});
