import * as z from "zod";
import { type NotificationRequest, notificationRequest } from "../../channels/contract/notification-request.ts";
import { listOf } from "../../edge/contract/fields.ts";
import { IDEMPOTENCY_KEY, KEY_REFUSALS } from "../../edge/contract/idempotent.ts";
import { parseShape } from "../../edge/contract/refusal-message.ts";
import { STATUS_OF } from "../../edge/contract/refusal-status.ts";
import { route } from "../../edge/contract/route.ts";
import { objectIn } from "../../kernel/json-object.ts";
import { Refusal, type RefusalCode } from "../../kernel/refusal.ts";
import { type Bad, type BatchResult, isBad, type RefusedItem } from "../domain/batch.ts";
import { createNotification, notificationView, toNotificationView } from "./notifications.ts";

const MOST = 100;
const size = `notifications must have 1 to ${MOST} items`;

/** Each item is checked by itself, like the body of a single request, so this schema says nothing of its fields. */
const batchRequest = z
  .strictObject({
    notifications: listOf("notifications", z.unknown(), {
      most: MOST,
      tooLong: size,
      noList: "notifications must be a list",
    })
      .refine((items) => items.length > 0, { error: size })
      .meta({
        type: "array",
        items: { anyOf: ["Email", "Chat"].map((name) => ({ $ref: `#/$defs/${name}NotificationRequest` })) },
      }),
    atomic: z.boolean({ error: "atomic must be true or false" }).default(false),
  })
  .meta({ id: "BatchRequest" });

/** The answer that a single request would have, as an item of a batch has it (D54). */
const itemError = z.strictObject({
  status: z.int(),
  message: z.string(),
  /** A text, so that a client is not broken by a code that is new. */
  code: z.string(),
  errors: z.array(z.strictObject({ field: z.string(), message: z.string() })).optional(),
});
const batchResult = z
  .strictObject({
    notification: notificationView.optional(),
    error: itemError.optional(),
  })
  .meta({ id: "BatchResult" });
const batchView = z.strictObject({ results: z.array(batchResult) }).meta({ id: "BatchResults" });

const UNKNOWN = { status: 500, message: "internal error", code: "internal_error" } as const;

const refusedItem = ({ code, message, problems }: Refusal): z.input<typeof itemError> => ({
  status: STATUS_OF[code],
  message,
  code,
  ...(problems && { errors: [...problems] }),
});

const toItemError = ({ error }: Bad): { readonly error: z.input<typeof itemError> } => ({
  error: error instanceof Refusal ? refusedItem(error) : UNKNOWN,
});

/** True for the answer to a batch of which every item is beyond the daily limit. It is not kept for a repeat (D47d). */
export const isAllOverLimit = ({ results }: z.output<typeof batchView>): boolean =>
  results.every(({ error }) => error?.code === ("daily_limit_reached" satisfies RefusalCode));

export const toBatchResult = (result: BatchResult): z.input<typeof batchResult> =>
  "error" in result ? toItemError(result) : { notification: toNotificationView(result.notification) };

/** Makes the refusal of a batch that must be created as a whole; a valid item appears in it as an empty object. */
export const refusedBatch = (items: readonly RefusedItem[]): Refusal =>
  new Refusal("batch_refused", "a notification of the batch is not valid: none was created", {
    results: items.map((item) => (isBad(item) ? toItemError(item) : {})),
  });

/** @throws Refusal with the same text as for a single request with this body */
export const readBatchItem = (raw: unknown): NotificationRequest =>
  parseShape(notificationRequest, objectIn(raw, createNotification.many));

/** One request creates several notifications (D41). */
export const createNotificationBatch = route({
  operationId: "createNotificationBatch",
  group: "notifications",
  summary: "Send up to 100 notifications",
  method: "POST",
  path: "/api/v1/notifications/batch",
  auth: ["api-key"],
  headers: IDEMPOTENCY_KEY,
  body: batchRequest,
  success: { status: 202, schema: batchView },
  refusals: ["invalid_request", "batch_refused", "unauthorized", ...KEY_REFUSALS],
  uses: createNotification.uses,
  impact: "no batch of notifications is accepted",
});
