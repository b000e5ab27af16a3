import * as z from "zod";
import type { Owner } from "../../kernel/owner.ts";
import { storedMap } from "../../kernel/text-map.ts";
import { BOUNCE_TYPES, byTime, FEEDBACK_KINDS, type Feedback, isFeedbackAttribute } from "../domain/feedback.ts";
import {
  APPROVALS,
  type ClaimedNotification,
  type Notification,
  nextAttemptOf,
  RECIPIENT_RESULTS,
  STATUSES,
} from "../domain/notification.ts";
import { newestFirst } from "../domain/resend.ts";

const recipientRecord = z.object({
  to: z.int(),
  result: z.enum(RECIPIENT_RESULTS),
  attempt: z.int().optional(),
  code: z.int().optional(),
  text: z.string().optional(),
});

const timelineEntry = z.object({
  at: z.string(),
  attempt: z.int(),
  to: z.enum(STATUSES),
  durationMs: z.number(),
  stage: z.string().optional(),
  code: z.int().optional(),
  text: z.string().optional(),
  isInDoubt: z.boolean().optional(),
  retryAt: z.string().optional(),
  isLeftOut: z.boolean().optional(),
});

export const feedbackReport = z.object({
  kind: z.enum(FEEDBACK_KINDS),
  to: z.int().optional(),
  recipient: z.string().optional(),
  at: z.string(),
  type: z.enum(BOUNCE_TYPES).optional(),
  status: z.string().optional(),
  text: z.string().optional(),
  feedbackType: z.string().optional(),
  suppressionDue: z.string().optional(),
});

const attributes = z.record(z.string(), z.unknown());

/** Each report has an attribute of its own, so that the write of one depends on no other. */
function feedbackIn(item: unknown): readonly Feedback[] {
  const named = Object.entries(attributes.parse(item)).filter(([name]) => isFeedbackAttribute(name));
  return byTime(named.map(([, report]) => feedbackReport.parse(report)));
}

/** Only chat notifications have these fields. */
const providerTrace = {
  cloudMessageId: z.string().optional(),
  providerMessageId: z.string().optional(),
  sentAtMs: z.number().optional(),
  deliveredAtMs: z.number().optional(),
  readAtMs: z.number().optional(),
  failedAtMs: z.number().optional(),
  failure: z.string().optional(),
};
const providerTraceObject = z.object(providerTrace);

/** A notification shows these fields of its stored state. */
const shownState = z.object({
  sk: z.string(),
  channel: z.string(),
  status: z.enum(STATUSES),
  attempts: z.int(),
  maxAttempts: z.int(),
  lastError: z.string().optional(),
  lastCrash: z.string().optional(),
  accountId: z.string(),
  from: z.string().optional(),
  leftFrom: z.string().optional(),
  recipients: z.array(recipientRecord).optional(),
  history: z.array(timelineEntry).optional(),
  createdAt: z.string(),
  updatedAt: z.string(),
  recipient: z.string().optional(),
  recipientCount: z.int().optional(),
  title: z.string().optional(),
  templateId: z.string().optional(),
  templateVersion: z.int().optional(),
  absent: z.array(z.string()).optional(),
  conversationId: z.string().optional(),
  traceId: z.string().optional(),
  sendAt: z.string().optional(),
  movedAtMs: z.number().optional(),
  metadata: storedMap.optional(),
  resentFrom: z.string().optional(),
  resentAs: z
    .set(z.string())
    .transform((ids) => newestFirst(ids))
    .optional(),
  approval: z.enum(APPROVALS).optional(),
  approvalUntil: z.number().optional(),
  decidedAtMs: z.number().optional(),
  nextAt: z.number().optional(),
});

/** The state is small, so that a status write costs one unit. Times are epoch milliseconds, except those that callers see. */
export const notificationItem = shownState.extend({
  leaseUntil: z.number().optional(),
  dueAt: z.number().optional(),
  dueAhead: z.number().optional(),
  ...providerTrace,
  eventCount: z.int().optional(),
  isAssignmentDue: z.boolean().optional(),
  decisionId: z.string().optional(),
});

export function toNotification(owner: Owner, item: unknown): Notification {
  const { sk: id, nextAt, ...shown } = shownState.parse(item);
  const nextAttemptAt = nextAttemptOf({ ...shown, nextAt });
  const provider = providerTraceObject.parse(item);
  const feedback = feedbackIn(item);
  return {
    owner,
    id,
    ...shown,
    ...(nextAttemptAt !== undefined && { nextAttemptAt }),
    ...(Object.keys(provider).length > 0 && { provider }),
    ...(feedback.length > 0 && { feedback }),
  };
}

const attempted = z.object({ nextAt: z.number().optional() });

export const toClaimed = (owner: Owner, item: unknown, fence: string): ClaimedNotification => ({
  ...toNotification(owner, item),
  status: "processing",
  fence,
  attemptDueMs: attempted.parse(item).nextAt,
});
