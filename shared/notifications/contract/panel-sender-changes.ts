import { idParams } from "../../edge/contract/fields.ts";
import { route } from "../../edge/contract/route.ts";
import { notificationView } from "./notifications.ts";
import * as publicRoutes from "./sender-changes.ts";

const common = { group: "panel", method: "POST", auth: ["access-token"], params: idParams } as const;

/** D42, for a person who is signed in. */
export const cancelPanelNotification = route({
  ...common,
  operationId: "cancelPanelNotification",
  changes: { kind: "notification", action: "canceled" },
  summary: "Cancel a notification",
  path: "/panel/api/notifications/{id}/cancel",
  success: { status: 200, schema: notificationView },
  refusals: ["invalid_request", "unauthorized", "insufficient_scope", "not_found", "notification_not_pending"],
  uses: publicRoutes.cancelNotification.uses,
  impact: "owners cannot cancel a notification in the panel",
});

/** D42a, for a person who is signed in. */
export const resendPanelNotification = route({
  ...common,
  operationId: "resendPanelNotification",
  changes: { kind: "notification", action: "resent" },
  summary: "Send a notification again",
  path: "/panel/api/notifications/{id}/resend",
  success: { status: 202, schema: notificationView },
  refusals: [
    "invalid_request",
    "unauthorized",
    "insufficient_scope",
    "not_found",
    "notification_not_ended",
    "content_not_kept",
  ],
  uses: publicRoutes.resendNotification.uses.filter((capability) => capability !== "ephemeral:write"),
  impact: "owners cannot send a notification again in the panel",
});
