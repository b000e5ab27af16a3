import * as z from "zod";
import { idParams, requiredText, timestamp, uuid } from "../../edge/contract/fields.ts";
import { IDEMPOTENCY_KEY, KEY_REFUSALS } from "../../edge/contract/idempotent.ts";
import { cursor, limitParameter } from "../../edge/contract/paging.ts";
import { route } from "../../edge/contract/route.ts";
import { DELIVERY_STATUSES, type WebhookDelivery } from "../domain/webhook-delivery.ts";

const answerFields = {
  status_code: z.int(),
  duration_ms: z.int(),
  body: z.string(),
};

const testAnswerView = z.strictObject(answerFields).meta({ id: "WebhookTestAnswer" });
export type WebhookTestAnswerView = z.input<typeof testAnswerView>;

const deliveryView = z
  .strictObject({
    event_id: z.string(),
    type: z.string(),
    about: z.string().optional(),
    status: z.enum(DELIVERY_STATUSES),
    status_code: answerFields.status_code.optional(),
    duration_ms: answerFields.duration_ms.optional(),
    body: answerFields.body.optional(),
    error: z.string().optional(),
    at: timestamp,
  })
  .meta({ id: "WebhookDelivery" });

const deliveryPageView = z
  .strictObject({
    deliveries: z.array(deliveryView),
    next_cursor: z.string().optional(),
  })
  .meta({ id: "WebhookDeliveryPage" });

export interface ShownDeliveryPage {
  readonly deliveries: readonly WebhookDelivery[];
  readonly nextCursor?: string | undefined;
}

/** Makes the page for people, with details by which they tell events apart. Programs get only the fields of D40c. */
export const toDeliveryPageView = (
  { deliveries, nextCursor }: ShownDeliveryPage,
  isDetailed = false,
): z.input<typeof deliveryPageView> => ({
  deliveries: deliveries.map((delivery) => ({
    ...toDeliveryView(delivery),
    ...(isDetailed && delivery.about !== undefined && { about: delivery.about }),
  })),
  ...(nextCursor === undefined ? {} : { next_cursor: nextCursor }),
});

function toDeliveryView(delivery: WebhookDelivery): z.input<typeof deliveryView> {
  const { eventId, type, status, statusCode, durationMs, body, error, atMs } = delivery;
  return {
    event_id: eventId,
    type,
    status,
    ...(statusCode === undefined ? {} : { status_code: statusCode }),
    ...(durationMs === undefined ? {} : { duration_ms: durationMs }),
    ...(body === undefined ? {} : { body }),
    ...(error === undefined ? {} : { error }),
    at: new Date(atMs).toISOString(),
  };
}

export const deliveryQuery = z.object({
  status: z.enum(DELIVERY_STATUSES, { error: `status must be one of: ${DELIVERY_STATUSES.join(", ")}` }).optional(),
  limit: limitParameter({ max: 100, byDefault: 25 }),
  cursor,
  details: z
    .enum(["true", "false"], { error: "details must be true or false" })
    .optional()
    .transform((text) => text === "true"),
});
export type DeliveryListing = z.output<typeof deliveryQuery>;

const MAX_EVENT_ID = 100;
const eventParams = z.strictObject({
  id: uuid("id"),
  event_id: z.string().max(MAX_EVENT_ID, { error: `event_id must have at most ${MAX_EVENT_ID} characters` }),
});

export const replayRequest = z.strictObject({
  since: requiredText("since")
    .pipe(z.iso.datetime({ offset: true, error: "since must be an RFC 3339 time" }))
    .transform((text) => Date.parse(text))
    .meta({ type: "string", format: "date-time" }),
});

/** The answer to a request for a try: the event will be sent after those before it. */
const awaited = z.strictObject({ status: z.literal("pending") });
export const AWAITED = { status: "pending" } as const satisfies z.input<typeof awaited>;

const common = { group: "webhooks", auth: ["access-token"] } as const;
const ids = { params: idParams } as const;
const refusals = ["invalid_request", "unauthorized", "insufficient_scope", "not_found"] as const;
const impact = "owners cannot see what their webhooks were sent, and cannot have it sent again";

export const testWebhook = route({
  ...common,
  ...ids,
  group: "webhook-test",
  operationId: "testWebhook",
  changes: { kind: "webhook", action: "tested" },
  summary: "Test a webhook",
  method: "POST",
  path: "/api/v1/webhooks/{id}/test",
  headers: IDEMPOTENCY_KEY,
  success: { status: 200, schema: testAnswerView },
  refusals: [...refusals, "test_send_failed", ...KEY_REFUSALS],
  uses: ["config:read", "secrets:open"],
  impact: "owners cannot try out a webhook",
});

export const listWebhookDeliveries = route({
  ...common,
  ...ids,
  operationId: "listWebhookDeliveries",
  summary: "List a webhook's deliveries",
  method: "GET",
  path: "/api/v1/webhooks/{id}/deliveries",
  query: deliveryQuery,
  success: { status: 200, schema: deliveryPageView },
  refusals,
  uses: ["config:read", "webhooks:list"],
  impact,
});

export const retryWebhookDelivery = route({
  ...common,
  params: eventParams,
  operationId: "retryWebhookDelivery",
  changes: { kind: "webhook", action: "retried" },
  summary: "Send an event again",
  method: "POST",
  path: "/api/v1/webhooks/{id}/deliveries/{event_id}/retry",
  headers: IDEMPOTENCY_KEY,
  success: { status: 202, schema: awaited },
  refusals: [...refusals, ...KEY_REFUSALS],
  uses: ["config:read", "webhooks:write", "webhook-queue:send"],
  impact,
});

export const replayWebhook = route({
  ...common,
  ...ids,
  operationId: "replayWebhook",
  changes: { kind: "webhook", action: "replayed" },
  summary: "Replay events",
  method: "POST",
  path: "/api/v1/webhooks/{id}/replay",
  headers: IDEMPOTENCY_KEY,
  body: replayRequest,
  success: { status: 202, schema: awaited },
  refusals: [...refusals, ...KEY_REFUSALS],
  uses: ["config:read", "events:read", "webhooks:write", "webhook-queue:send"],
  impact,
});
