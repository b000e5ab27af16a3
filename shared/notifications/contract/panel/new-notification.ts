import * as z from "zod";
import { notificationRequest } from "../../../channels/contract/notification-request.ts";
import { IDEMPOTENCY_KEY, KEY_REFUSALS } from "../../../edge/contract/idempotent.ts";
import { route } from "../../../edge/contract/route.ts";
import type { Notification } from "../../domain/notification.ts";
import { createNotification, notificationView, toNotificationView } from "../notifications.ts";

const acceptedNotification = notificationView
  .extend({ conversation_id: z.guid().optional() })
  .meta({ id: "AcceptedNotification" });

export const toAcceptedNotification = (notification: Notification): z.input<typeof acceptedNotification> => ({
  ...toNotificationView(notification),
  ...(notification.conversationId === undefined ? {} : { conversation_id: notification.conversationId }),
});

/** A signed-in person sends a notification. The request and its refusals are those of a program with an API key. */
export const createPanelNotification = route({
  group: "panel",
  auth: ["access-token"],
  operationId: "createPanelNotification",
  changes: { kind: "notification", action: "created" },
  summary: "Send a notification",
  method: "POST",
  path: "/panel/api/notifications",
  headers: IDEMPOTENCY_KEY,
  body: notificationRequest,
  success: { status: 202, schema: acceptedNotification },
  refusals: [
    "invalid_request",
    "unauthorized",
    "insufficient_scope",
    ...KEY_REFUSALS,
    "window_closed",
    "conversation_held",
  ],
  uses: createNotification.uses,
  impact: "owners cannot send from the panel",
});
