import * as z from "zod";
import { type ExpandedRequest, expandedRequest, toExpandedRequest } from "../../channels/contract/expanded-request.ts";
import { idParams } from "../../edge/contract/fields.ts";
import { route } from "../../edge/contract/route.ts";
import type { Notification } from "../domain/notification.ts";
import { MAX_RESENDS, type Resend } from "../domain/resend.ts";
import { notificationView, toNotificationView } from "./notifications.ts";

/** A notification with its request, when `expand` asks for it (D53). */
const expandedNotificationView = notificationView
  .extend({ resent_as: z.array(z.guid()).max(MAX_RESENDS), request: expandedRequest })
  .meta({ id: "ExpandedNotification" });

interface Expanded {
  readonly notification: Notification;
  readonly request: ExpandedRequest;
  readonly resends: readonly Resend[];
}

export const toExpandedNotificationView = ({
  notification,
  request,
  resends,
}: Expanded): z.input<typeof expandedNotificationView> => ({
  ...toNotificationView(notification),
  resent_as: resends.map(({ id }) => id),
  request: toExpandedRequest(request),
});

export const getNotification = route({
  operationId: "getNotification",
  group: "notifications",
  summary: "Read a notification",
  method: "GET",
  path: "/api/v1/notifications/{id}",
  auth: ["api-key"],
  params: idParams,
  query: z.object({ expand: z.enum(["request"], { error: "expand must be request" }).optional() }),
  success: { status: 200, schema: z.union([notificationView, expandedNotificationView]) },
  refusals: ["invalid_request", "unauthorized", "not_found"],
  uses: ["notifications:read", "content:read", "config:read"],
  impact: "senders cannot see what became of their notifications",
});
