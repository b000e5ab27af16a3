import * as z from "zod";
import { otherRecipient } from "../../../channels/contract/other-recipient.ts";
import { idParams } from "../../../edge/contract/fields.ts";
import { IDEMPOTENCY_KEY, KEY_REFUSALS } from "../../../edge/contract/idempotent.ts";
import { route } from "../../../edge/contract/route.ts";
import type { ResendTo } from "../../domain/resend-to.ts";
import { notificationView } from "../notifications.ts";
import * as publicRoutes from "../sender-changes.ts";

const common = { group: "panel", method: "POST", auth: ["access-token"], params: idParams } as const;

/** A signed-in person cancels a notification (D42). */
export const cancelPanelNotification = route({
  ...common,
  operationId: "cancelPanelNotification",
  changes: { kind: "notification", action: "canceled" },
  summary: "Cancel a notification",
  path: "/panel/api/notifications/{id}/cancel",
  headers: IDEMPOTENCY_KEY,
  success: { status: 200, schema: notificationView },
  refusals: [
    "invalid_request",
    "unauthorized",
    "insufficient_scope",
    "not_found",
    "notification_not_pending",
    ...KEY_REFUSALS,
  ],
  uses: publicRoutes.cancelNotification.uses,
  impact: "owners cannot cancel a notification in the panel",
});

/** A signed-in person makes the waiting retry begin now. */
export const retryPanelNotification = route({
  ...common,
  operationId: "retryPanelNotification",
  summary: "Make the next attempt now",
  path: "/panel/api/notifications/{id}/retry",
  headers: IDEMPOTENCY_KEY,
  success: { status: 200, schema: notificationView },
  refusals: [
    "invalid_request",
    "unauthorized",
    "insufficient_scope",
    "not_found",
    "notification_not_pending",
    "notification_not_retrying",
    ...KEY_REFUSALS,
  ],
  uses: ["notifications:read", "notifications:write", "delivery-queue:send"],
  changes: { kind: "notification", action: "retried" },
  impact: "owners cannot have a notification tried again now",
});

const resendRequest = z
  .strictObject({
    recipients: z.literal("failed", { error: "recipients must be failed" }).optional(),
    recipient: otherRecipient,
  })
  .refine(({ recipients, recipient }) => recipients === undefined || recipient === undefined, {
    error: "only one of recipients and recipient is allowed",
  })
  .transform(({ recipients, recipient }): { readonly to?: ResendTo } => {
    if (recipient !== undefined) return { to: { kind: "address", address: recipient } };
    return recipients === undefined ? {} : { to: { kind: "failed" } };
  })
  .meta({ id: "PanelResendRequest" });

/** A signed-in person sends a notification again (D42a); a mail may go to some of its recipients only, or to another address. */
export const resendPanelNotification = route({
  ...common,
  operationId: "resendPanelNotification",
  changes: { kind: "notification", action: "resent" },
  summary: "Send a notification again",
  path: "/panel/api/notifications/{id}/resend",
  headers: IDEMPOTENCY_KEY,
  body: resendRequest,
  isBodyOptional: true,
  success: { status: 202, schema: notificationView },
  refusals: [
    "invalid_request",
    "unauthorized",
    "insufficient_scope",
    "not_found",
    "notification_not_ended",
    "content_not_kept",
    ...KEY_REFUSALS,
  ],
  uses: publicRoutes.resendNotification.uses,
  impact: "owners cannot send a notification again in the panel",
});
