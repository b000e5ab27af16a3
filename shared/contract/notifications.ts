import * as z from "zod";
import { BODY_TYPES } from "../domain/mail.ts";
import { CHANNELS, type Notification, STATUSES } from "../domain/notification.ts";
import { headerText, idParams, nonBlank, oneOf, optionalText, textList, timestamp, uuid, variables } from "./fields.ts";
import { route } from "./route.ts";

const MAX_NAME = 255;

export const notificationRequest = z
  .strictObject({
    channel: oneOf("channel", CHANNELS).default("email"),
    recipient: nonBlank("recipient").meta({ description: "An email address." }),
    cc: textList("cc").default([]).meta({ description: "Visible copies; empty values are dropped." }),
    bcc: textList("bcc").default([]).meta({ description: "Hidden copies; empty values are dropped." }),
    from_name: headerText(
      "from_name",
      z
        .string({ error: "from_name must be a string" })
        .trim()
        .max(MAX_NAME, { error: `from_name must have at most ${MAX_NAME} characters` }),
    )
      .optional()
      .meta({ description: "Overrides the account's sender name for this mail." }),
    subject: optionalText("subject"),
    body: optionalText("body"),
    body_type: oneOf("body_type", BODY_TYPES)
      .optional()
      .meta({ description: "text, or what the template says, when left out." }),
    template_id: uuid("template_id").optional().meta({ description: "Takes priority over subject and body." }),
    variables,
    smtp_account_id: uuid("smtp_account_id").optional().meta({ description: "The default account when left out." }),
  })
  .superRefine((request, context) => {
    if (request.template_id !== undefined) return;
    for (const field of ["subject", "body"] as const)
      if (!request[field]) context.addIssue({ code: "custom", path: [field], message: `${field} is required` });
  });
export type NotificationRequest = z.output<typeof notificationRequest>;

export const notificationView = z
  .strictObject({
    id: z.guid(),
    channel: z.enum(CHANNELS),
    status: z.enum(STATUSES),
    attempts: z.int().min(0),
    max_attempts: z.int().min(1),
    last_error: z.string().optional().meta({ description: "The most recent cause; cleared when sent." }),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: "Notification" });
export type NotificationView = z.input<typeof notificationView>;

export function toNotificationView(notification: Notification): NotificationView {
  const { id, channel, status, attempts, maxAttempts, lastError, createdAt, updatedAt } = notification;
  return {
    id,
    channel,
    status,
    attempts,
    max_attempts: maxAttempts,
    ...(lastError ? { last_error: lastError } : {}),
    created_at: createdAt,
    updated_at: updatedAt,
  };
}

export const createNotification = route({
  operationId: "createNotification",
  group: "notifications",
  summary: "Accept a notification; 202 means it is durable and will be delivered or end failed with a reason",
  method: "POST",
  path: "/api/v1/notifications",
  auth: "api-key",
  headers: { "Idempotency-Key": "1 to 255 visible characters; a repeat within 24 hours gets the first answer" },
  body: notificationRequest,
  success: { status: 202, schema: notificationView },
  refusals: ["invalid_request", "unauthorized", "origin_not_allowed", "idempotency_key_reused", "request_in_flight"],
  uses: [
    "config:read",
    "content:read",
    "notifications:read",
    "notifications:write",
    "content:write",
    "ephemeral:write",
    "delivery-queue:send",
  ],
  impact: "no notification is accepted",
});

export const getNotification = route({
  operationId: "getNotification",
  group: "notifications",
  summary: "Read the state of a notification",
  method: "GET",
  path: "/api/v1/notifications/{id}",
  auth: "api-key",
  params: idParams,
  success: { status: 200, schema: notificationView },
  refusals: ["invalid_request", "unauthorized", "not_found"],
  uses: ["notifications:read"],
  impact: "senders cannot see what became of their notifications",
});

/** The account that a body means, valid or not; undefined for the default one. */
export function accountIdIn(body: Readonly<Record<string, unknown>>): string | undefined {
  return notificationRequest.shape.smtp_account_id.safeParse(body.smtp_account_id).data;
}
