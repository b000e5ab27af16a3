import * as z from "zod";
import { idParams, requiredText, timestamp } from "../../edge/contract/fields.ts";
import { IDEMPOTENCY_KEY, KEY_REFUSALS } from "../../edge/contract/idempotent.ts";
import { cursor, limitParameter } from "../../edge/contract/paging.ts";
import { route } from "../../edge/contract/route.ts";
import { readRecipient } from "../domain/recipient.ts";
import { REASONS, REASONS_WITH_TOPIC, type Suppression } from "../domain/suppression.ts";
import { isTopic, TOPIC_FORM } from "../domain/topic.ts";

const recipient = requiredText("recipient")
  .transform((text) => text.trim())
  .refine((text) => readRecipient(text) !== undefined, {
    error: "recipient must be an email address or a phone number in E.164",
  });

const reason = z.enum(REASONS, { error: `reason must be one of: ${REASONS.join(", ")}` });

export const suppressionRequest = z
  .strictObject({
    recipient,
    reason: reason.default("manual"),
    topic: z
      .string({ error: "topic must be a string" })
      .refine(isTopic, { error: `topic must match ${TOPIC_FORM}` })
      .optional(),
  })
  .refine((body) => body.topic === undefined || REASONS_WITH_TOPIC.has(body.reason), {
    path: ["topic"],
    error: `topic may stand only beside the reasons ${[...REASONS_WITH_TOPIC].join(" and ")}`,
  });

export const suppressionView = z
  .strictObject({
    id: z.guid(),
    channel: z.enum(["email", "chat"]),
    recipient: z.string(),
    reason: z.enum(REASONS),
    created_at: timestamp,
    topic: z.string().optional(),
    notification_id: z.guid().optional(),
    response: z.string().optional(),
  })
  .meta({ id: "Suppression" });
export type SuppressionView = z.input<typeof suppressionView>;

export const toSuppressionView = (suppression: Suppression): SuppressionView => {
  const { id, channel, recipient: address, reason: why, createdAt, topic, notificationId, response } = suppression;
  return {
    id,
    channel,
    recipient: address,
    reason: why,
    created_at: createdAt,
    ...(topic !== undefined && { topic }),
    ...(notificationId !== undefined && { notification_id: notificationId }),
    ...(response !== undefined && { response }),
  };
};

const suppressionPageView = z
  .strictObject({ suppressions: z.array(suppressionView), next_cursor: z.string().optional() })
  .meta({ id: "SuppressionPage" });

export interface ShownSuppressionPage {
  readonly suppressions: readonly Suppression[];
  readonly nextCursor?: string | undefined;
}

export const toSuppressionPageView = ({
  suppressions,
  nextCursor,
}: ShownSuppressionPage): z.input<typeof suppressionPageView> => ({
  suppressions: suppressions.map(toSuppressionView),
  ...(nextCursor !== undefined && { next_cursor: nextCursor }),
});

const suppressionQuery = z.object({
  recipient: recipient.optional(),
  reason: reason.optional(),
  limit: limitParameter({ max: 100, byDefault: 25 }),
  cursor,
});
export type SuppressionListing = z.output<typeof suppressionQuery>;

const common = { group: "suppressions", auth: ["access-token"] } as const;
const impact = "owners cannot see or change to whom nothing is sent";

export const listSuppressions = route({
  ...common,
  operationId: "listSuppressions",
  summary: "List suppressions",
  method: "GET",
  path: "/api/v1/suppressions",
  query: suppressionQuery,
  success: { status: 200, schema: suppressionPageView },
  refusals: ["invalid_request", "unauthorized", "insufficient_scope"],
  uses: ["config:read"],
  impact,
});

export const createSuppression = route({
  ...common,
  operationId: "createSuppression",
  changes: { kind: "suppression", action: "created" },
  summary: "Suppress a recipient",
  method: "POST",
  path: "/api/v1/suppressions",
  headers: IDEMPOTENCY_KEY,
  body: suppressionRequest,
  success: { status: 201, schema: suppressionView, whenThere: 200 },
  refusals: [
    "invalid_request",
    "unauthorized",
    "insufficient_scope",
    "limit_reached",
    "write_conflict",
    ...KEY_REFUSALS,
  ],
  uses: ["config:read", "config:write"],
  impact,
});

export const deleteSuppression = route({
  ...common,
  operationId: "deleteSuppression",
  changes: { kind: "suppression", action: "deleted" },
  summary: "Delete a suppression",
  method: "DELETE",
  path: "/api/v1/suppressions/{id}",
  params: idParams,
  success: { status: 204 },
  refusals: ["invalid_request", "unauthorized", "insufficient_scope", "not_found"],
  uses: ["config:read", "config:write"],
  impact,
});
