import * as z from "zod";
import type { WebhookDelivery } from "../domain/webhook-delivery.ts";
import { DELIVERY_STATUSES } from "../domain/webhook-delivery.ts";
import { webhookPartition } from "./progress-item.ts";

/** A try is kept for 30 days (D40c). */
const KEPT_MS = 30 * 86_400_000;
const MS_DIGITS = 15;
const ATTEMPT_DIGITS = 4;

export const MADE_PREFIX = "D#";
export const PENDING_PREFIX = "P#";

/** The beginning of the sort keys of an event's made tries, which sort by their number. */
export const madePrefix = (eventId: string): string => `${MADE_PREFIX}${eventId}#`;
export const madeKey = (webhookId: string, eventId: string, attempt: number) => ({
  pk: webhookPartition(webhookId),
  sk: `${madePrefix(eventId)}${String(attempt).padStart(ATTEMPT_DIGITS, "0")}`,
});

/** The key of a pending try. Pending tries sort by the time at which they are due; an event has at most one. */
export const pendingKey = (webhookId: string, eventId: string, dueAtMs: number) => ({
  pk: webhookPartition(webhookId),
  sk: `${PENDING_PREFIX}${String(dueAtMs).padStart(MS_DIGITS, "0")}#${eventId}`,
});

const deliveryItem = z.object({
  eventId: z.string(),
  type: z.string(),
  about: z.string().optional(),
  position: z.int(),
  attempt: z.int(),
  status: z.enum(DELIVERY_STATUSES),
  atMs: z.number(),
  statusCode: z.int().optional(),
  durationMs: z.number().optional(),
  body: z.string().optional(),
  error: z.string().optional(),
});

export const lastTryItem = z.object({
  eventId: z.string(),
  type: z.string(),
  position: z.int(),
  attempt: z.int(),
  atMs: z.number(),
  /** The epoch millisecond at which the event's pending try is due; only the newest made try has it. */
  pendingAtMs: z.number().optional(),
});

export const deliveryOf = (item: unknown): WebhookDelivery => deliveryItem.parse(item);

/** The attributes of a try's item beside its key. By `recent`, the index of the same name lists the try. */
export const deliveryAttributes = (webhookId: string, delivery: WebhookDelivery) => ({
  ...deliveryItem.parse(delivery),
  recent: webhookPartition(webhookId),
  ttl: Math.floor((delivery.atMs + KEPT_MS) / 1000),
});
