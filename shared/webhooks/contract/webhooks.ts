import * as z from "zod";
import { IF_MATCH } from "../../edge/contract/entity-tag.ts";
import { idParams, timestamp } from "../../edge/contract/fields.ts";
import { IDEMPOTENCY_KEY, KEY_REFUSALS } from "../../edge/contract/idempotent.ts";
import { route } from "../../edge/contract/route.ts";
import type { Webhook } from "../domain/webhook.ts";
import { webhookSecret } from "../domain/webhook-secret.ts";
import { rotateSecretRequest, webhookRequest } from "./webhook-request.ts";

const webhookFields = {
  id: z.guid(),
  url: z.string(),
  event_types: z.array(z.string()),
  description: z.string(),
  enabled: z.boolean(),
  status: z.enum(["enabled", "disabled"]),
  disabled_reason: z.string().optional(),
  created_at: timestamp,
  updated_at: timestamp,
};
export const webhookView = z.strictObject(webhookFields).meta({ id: "Webhook" });
export type WebhookView = z.input<typeof webhookView>;

const webhookWithSecretView = z
  .strictObject({
    ...webhookFields,
    secret: z.string(),
  })
  .meta({ id: "WebhookWithSecret" });

/** A webhook with its secret as text. Only the answer that creates or rotates the secret has it. */
export interface WebhookWithSecret {
  readonly webhook: Webhook;
  readonly secret: string;
}

export function toWebhookView(webhook: Webhook): WebhookView {
  const { id, url, eventTypes, description, isEnabled, disabledReason, createdAt, updatedAt } = webhook;
  return {
    id,
    url,
    event_types: [...eventTypes],
    description,
    enabled: isEnabled,
    status: isEnabled ? "enabled" : "disabled",
    ...(disabledReason === undefined ? {} : { disabled_reason: disabledReason }),
    created_at: createdAt,
    updated_at: updatedAt,
  };
}

export const toWebhookWithSecretView = ({
  webhook,
  secret,
}: WebhookWithSecret): z.input<typeof webhookWithSecretView> => ({ ...toWebhookView(webhook), secret });

const common = { group: "webhooks", auth: ["access-token"] } as const;
const ids = { params: idParams } as const;
const impact = "owners cannot manage their webhooks";

export const listWebhooks = route({
  ...common,
  operationId: "listWebhooks",
  summary: "List webhooks",
  method: "GET",
  path: "/api/v1/webhooks",
  success: { status: 200, schema: z.array(webhookView) },
  refusals: ["unauthorized", "insufficient_scope"],
  uses: ["config:read"],
  impact,
});

export const createWebhook = route({
  ...common,
  operationId: "createWebhook",
  changes: { kind: "webhook", action: "created" },
  summary: "Create a webhook",
  method: "POST",
  path: "/api/v1/webhooks",
  headers: IDEMPOTENCY_KEY,
  body: webhookRequest,
  success: { status: 201, schema: webhookWithSecretView, hasTag: true },
  madeSecret: { field: "secret", textOf: webhookSecret },
  refusals: ["invalid_request", "unauthorized", "insufficient_scope", "limit_reached", ...KEY_REFUSALS],
  uses: ["config:read", "config:write", "secrets:seal", "events:read", "webhooks:write", "webhook-queue:send"],
  impact,
});

export const getWebhook = route({
  ...common,
  ...ids,
  operationId: "getWebhook",
  summary: "Read a webhook",
  method: "GET",
  path: "/api/v1/webhooks/{id}",
  success: { status: 200, schema: webhookView, hasTag: true },
  refusals: ["invalid_request", "unauthorized", "insufficient_scope", "not_found"],
  uses: ["config:read"],
  impact,
});

export const replaceWebhook = route({
  ...common,
  ...ids,
  operationId: "replaceWebhook",
  changes: { kind: "webhook", action: "changed" },
  summary: "Replace a webhook",
  method: "PUT",
  path: "/api/v1/webhooks/{id}",
  headers: IF_MATCH,
  body: webhookRequest,
  success: { status: 200, schema: webhookView, hasTag: true },
  refusals: ["invalid_request", "unauthorized", "insufficient_scope", "not_found", "version_conflict"],
  uses: ["config:read", "config:write", "events:read", "webhooks:write", "webhook-queue:send"],
  impact,
});

export const deleteWebhook = route({
  ...common,
  ...ids,
  operationId: "deleteWebhook",
  changes: { kind: "webhook", action: "deleted" },
  summary: "Delete a webhook",
  method: "DELETE",
  path: "/api/v1/webhooks/{id}",
  headers: IF_MATCH,
  success: { status: 204 },
  refusals: ["invalid_request", "unauthorized", "insufficient_scope", "not_found", "version_conflict"],
  uses: ["config:read", "config:write", "webhooks:write", "webhook-queue:send"],
  impact,
});

export const rotateWebhookSecret = route({
  ...common,
  ...ids,
  operationId: "rotateWebhookSecret",
  changes: { kind: "webhook", action: "rotated" },
  summary: "Rotate a webhook's secret",
  method: "POST",
  path: "/api/v1/webhooks/{id}/rotate-secret",
  headers: IDEMPOTENCY_KEY,
  body: rotateSecretRequest,
  isBodyOptional: true,
  success: { status: 200, schema: webhookWithSecretView, hasTag: true },
  madeSecret: { field: "secret", textOf: webhookSecret },
  refusals: ["invalid_request", "unauthorized", "insufficient_scope", "not_found", ...KEY_REFUSALS],
  uses: ["config:read", "config:write", "secrets:seal"],
  impact,
});
