import * as z from "zod";
import { explanationView, toExplanationView } from "../../../channels/contract/explanation.ts";
import { explanations } from "../../../channels/domain/explanations.ts";
import { idParams, timestamp } from "../../../edge/contract/fields.ts";
import { route } from "../../../edge/contract/route.ts";
import { textMap } from "../../../kernel/text-map.ts";
import { type Notification, RECIPIENT_RESULTS, type RecipientRecord, STATUSES } from "../../domain/notification.ts";
import { MAX_RESENDS } from "../../domain/resend.ts";
import { MAX_TIMELINE_ENTRIES, PROVIDER_REPORTS, type TimelineEvent } from "../../domain/timeline.ts";
import { partlyDelivered } from "./notification-list.ts";

const timelineEntry = z.strictObject({
  event: z.enum([
    "accepted",
    "approval_requested",
    "approved",
    "declined",
    "attempted",
    "interrupted",
    "given_up",
    "left_out",
    "canceled",
    "reported",
    "resent",
  ]),
  at: timestamp.optional(),
  attempt: z.int().optional(),
  to: z.enum(STATUSES).optional(),
  report: z.enum(PROVIDER_REPORTS).optional(),
  stage: z.string().optional(),
  code: z.int().optional(),
  text: z.string().optional(),
  retry_at: timestamp.optional(),
  duration_ms: z.number().optional(),
  notification_id: z.guid().optional(),
  explanation: explanationView.optional(),
});

const recipientView = z.strictObject({
  address: z.string().optional(),
  result: z.enum(RECIPIENT_RESULTS),
  code: z.int().optional(),
  text: z.string().optional(),
  explanation: explanationView.optional(),
});

export const timelineView = z
  .strictObject({
    id: z.guid(),
    status: z.enum(STATUSES),
    send_at: timestamp.optional(),
    metadata: textMap().optional(),
    resent_from: z.guid().optional(),
    partly_delivered: partlyDelivered,
    explanation: explanationView,
    events: z.array(timelineEntry).max(MAX_TIMELINE_ENTRIES + 4 + PROVIDER_REPORTS.length + MAX_RESENDS),
    recipients: z.array(recipientView),
  })
  .meta({ id: "PanelNotificationTimeline" });

const explained = (code: string | undefined) =>
  code === undefined ? {} : { explanation: toExplanationView(explanations.explanationOf(code)) };

export function toTimelineEntry(notification: Notification, event: TimelineEvent): z.input<typeof timelineEntry> {
  if (event.event === "resent") return { event: "resent", at: event.at, notification_id: event.notificationId };
  const why = explained(explanations.eventCode(notification, event));
  if (event.event === "left_out") return { event: "left_out", at: event.at, to: event.to, ...why };
  if (event.event !== "attempted") return { ...event, ...why };
  const { retryAt, durationMs, isInDoubt: _said, isLeftOut: _never, ...same } = event;
  return { ...same, duration_ms: durationMs, ...(retryAt ? { retry_at: retryAt } : {}), ...why };
}

export function toRecipientView(
  notification: Pick<Notification, "channel">,
  record: RecipientRecord,
  addresses: readonly string[],
): z.input<typeof recipientView> {
  const { to, attempt: _attempt, ...said } = record;
  const address = addresses[to];
  const shown = address === undefined ? {} : { address };
  return { ...shown, ...said, ...explained(explanations.recipientCode(notification, record)) };
}

export const getPanelNotificationTimeline = route({
  group: "panel",
  auth: ["access-token"],
  operationId: "getPanelNotificationTimeline",
  summary: "Explain a notification",
  method: "GET",
  path: "/panel/api/notifications/{id}/timeline",
  params: idParams,
  success: { status: 200, schema: timelineView },
  refusals: ["invalid_request", "unauthorized", "insufficient_scope", "not_found"],
  uses: ["notifications:read", "content:read"],
  impact: "owners cannot see what became of a notification",
});
