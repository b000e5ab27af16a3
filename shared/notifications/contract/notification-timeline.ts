import * as z from "zod";
import { explanationCode, explanationView, toExplanationView } from "../../channels/contract/explanation.ts";
import { explanations } from "../../channels/domain/explanations.ts";
import { idParams, timestamp } from "../../edge/contract/fields.ts";
import { route } from "../../edge/contract/route.ts";
import {
  OUTCOMES,
  TOLD_EVENTS,
  type ToldEvent,
  type ToldRecipient,
  toldRecipients,
  toldTimeline,
} from "../domain/explanation/told-timeline.ts";
import type { Notification } from "../domain/notification.ts";
import type { Resend } from "../domain/resend.ts";

const response = z.string().optional();

const toldEvent = z.strictObject({
  at: timestamp,
  event: z.enum(TOLD_EVENTS),
  attempt: z.int().optional(),
  recipient: z.string().optional(),
  code: explanationCode.optional(),
  response,
  retry_at: timestamp.optional(),
  notification_id: z.guid().optional(),
});

const toldRecipient = z.strictObject({
  recipient: z.string().optional(),
  outcome: z.enum(OUTCOMES),
  response,
});

export const timelineView = z
  .strictObject({
    timeline: z.array(toldEvent),
    recipients: z.array(toldRecipient),
    explanation: explanationView,
  })
  .meta({ id: "NotificationTimeline" });

const toEventView = ({ retryAt, notificationId, ...event }: ToldEvent): z.input<typeof toldEvent> => ({
  ...event,
  ...(retryAt === undefined ? {} : { retry_at: retryAt }),
  ...(notificationId === undefined ? {} : { notification_id: notificationId }),
});
const toRecipientView = (recipient: ToldRecipient): z.input<typeof toldRecipient> => recipient;

export const toTimelineView = (
  notification: Notification & { readonly resends?: readonly Resend[] },
  addresses: readonly string[],
): z.input<typeof timelineView> => ({
  timeline: toldTimeline(notification, addresses, explanations).map(toEventView),
  recipients: toldRecipients(notification, addresses).map(toRecipientView),
  explanation: toExplanationView(explanations.explain(notification)),
});

export const getNotificationTimeline = route({
  operationId: "getNotificationTimeline",
  group: "notifications",
  summary: "Explain a notification",
  method: "GET",
  path: "/api/v1/notifications/{id}/timeline",
  auth: ["api-key"],
  params: idParams,
  success: { status: 200, schema: timelineView },
  refusals: ["invalid_request", "unauthorized", "not_found"],
  uses: ["notifications:read", "content:read"],
  impact: "senders cannot see why their notifications failed",
});
