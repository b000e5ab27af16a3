import * as z from "zod";
import { explanationView, toExplanationView } from "../../../channels/contract/explanation.ts";
import { explanations } from "../../../channels/domain/explanations.ts";
import { idParams, timestamp } from "../../../edge/contract/fields.ts";
import { route } from "../../../edge/contract/route.ts";
import { textMap } from "../../../kernel/text-map.ts";
import { BOUNCE_TYPES, FEEDBACK_KINDS, type Feedback } from "../../domain/feedback.ts";
import { type Notification, RECIPIENT_RESULTS, type RecipientState, STATUSES } from "../../domain/notification.ts";
import { MAX_RESENDS } from "../../domain/resend.ts";
import { MAX_TIMELINE_ENTRIES, PROVIDER_REPORTS, type TimelineEvent } from "../../domain/timeline.ts";
import { partlyDelivered } from "./notification-list.ts";

/** Each of the most recipients of a notification may have one report of each kind, and so may nobody known. */
const MAX_FEEDBACK = FEEDBACK_KINDS.length * 51;

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
    "feedback",
    "resent",
  ]),
  at: timestamp.optional(),
  attempt: z.int().optional(),
  to: z.enum(STATUSES).optional(),
  report: z.enum(PROVIDER_REPORTS).optional(),
  feedback: z.enum(FEEDBACK_KINDS).optional(),
  recipient: z.string().optional(),
  bounce_type: z.enum(BOUNCE_TYPES).optional(),
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
  result: z.enum([...RECIPIENT_RESULTS, ...FEEDBACK_KINDS]),
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
    events: z.array(timelineEntry).max(MAX_TIMELINE_ENTRIES + 4 + PROVIDER_REPORTS.length + MAX_FEEDBACK + MAX_RESENDS),
    recipients: z.array(recipientView),
  })
  .meta({ id: "PanelNotificationTimeline" });

const explained = (code: string | undefined) =>
  code === undefined ? {} : { explanation: toExplanationView(explanations.explanationOf(code)) };

export function toTimelineEntry(notification: Notification, event: TimelineEvent): z.input<typeof timelineEntry> {
  if (event.event === "resent") return { event: "resent", at: event.at, notification_id: event.notificationId };
  const why = explained(explanations.eventCode(notification, event));
  if (event.event === "feedback") return { ...toFeedbackEntry(event), ...why };
  if (event.event === "left_out") return { event: "left_out", at: event.at, to: event.to, ...why };
  if (event.event !== "attempted") return { ...event, ...why };
  const { retryAt, durationMs, isInDoubt: _said, isLeftOut: _never, ...same } = event;
  return { ...same, duration_ms: durationMs, ...(retryAt ? { retry_at: retryAt } : {}), ...why };
}

const toFeedbackEntry = ({ kind, at, recipient, type, text }: Feedback): z.input<typeof timelineEntry> => ({
  event: "feedback",
  feedback: kind,
  at,
  recipient,
  bounce_type: type,
  text,
});

export function toRecipientView(
  notification: Pick<Notification, "channel" | "status">,
  { to, record, report }: RecipientState,
  addresses: readonly string[],
): z.input<typeof recipientView> {
  const address = addresses[to] ?? report?.recipient;
  const shown = address === undefined ? {} : { address };
  if (report !== undefined)
    return {
      ...shown,
      result: report.kind,
      text: report.text,
      ...explained(explanations.reportCode(notification, report)),
    };
  if (record === undefined) return { ...shown, result: notification.status === "sent" ? "accepted" : "deferred" };
  const { to: _to, attempt: _attempt, ...said } = record;
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
