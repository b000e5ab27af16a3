import * as z from "zod";
import { BODY_TYPES } from "../../domain/mail.ts";
import { CHANNELS, type Notification, STATUSES } from "../../domain/notification.ts";

const recipientRecord = z.object({
  to: z.int(),
  result: z.enum(["accepted", "refused", "deferred"]),
  code: z.int().optional(),
  text: z.string().optional(),
});

const historyEntry = z.object({
  at: z.string(),
  attempt: z.int(),
  to: z.enum(STATUSES),
  durationMs: z.number(),
  stage: z.string().optional(),
  code: z.int().optional(),
  text: z.string().optional(),
  retryAt: z.string().optional(),
});

/** The state of a notification: small, so that a status write stays one unit. Times in epoch milliseconds, except the two that callers see. */
export const notificationItem = z.object({
  sk: z.string(),
  channel: z.enum(CHANNELS),
  status: z.enum(STATUSES),
  attempts: z.int(),
  maxAttempts: z.int(),
  lastError: z.string().optional(),
  accountId: z.string(),
  recipients: z.array(recipientRecord).optional(),
  history: z.array(historyEntry).optional(),
  createdAt: z.string(),
  updatedAt: z.string(),
  nextAt: z.number().optional(),
  leaseUntil: z.number().optional(),
  dueAt: z.number().optional(),
});

export function toNotification(owner: string, item: unknown): Notification {
  const { sk, nextAt: _next, leaseUntil: _lease, dueAt: _due, ...rest } = notificationItem.parse(item);
  return { owner, id: sk, ...rest };
}

/** The content, compressed in the item or, when large, in the content bucket. */
export const contentItem = z.union([
  z.object({ compressed: z.instanceof(Uint8Array) }),
  z.object({ blobKey: z.string() }),
]);

export const emailContent = z.object({
  recipient: z.string(),
  cc: z.array(z.string()),
  bcc: z.array(z.string()),
  fromName: z.string().optional(),
  subject: z.string(),
  body: z.string(),
  bodyType: z.enum(BODY_TYPES),
});
