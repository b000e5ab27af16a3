import { secretMakingServices } from "../../shared/activity/secret-making-wiring.ts";
import { httpFunction } from "../../shared/edge/http-function.ts";
import { operation } from "../../shared/edge/operation.ts";
import { tagged } from "../../shared/edge/tagged.ts";
import { notFound } from "../../shared/kernel/refusal.ts";
import * as deliveries from "../../shared/webhooks/contract/webhook-deliveries.ts";
import * as contract from "../../shared/webhooks/contract/webhooks.ts";
import { createWebhook } from "../../shared/webhooks/create-webhook.ts";
import { deleteWebhook } from "../../shared/webhooks/delete-webhook.ts";
import type { Webhook } from "../../shared/webhooks/domain/webhook.ts";
import { listWebhookDeliveries } from "../../shared/webhooks/list-webhook-deliveries.ts";
import { replaceWebhook } from "../../shared/webhooks/replace-webhook.ts";
import { replayWebhook } from "../../shared/webhooks/replay-webhook.ts";
import { retryWebhookDelivery } from "../../shared/webhooks/retry-webhook-delivery.ts";
import { rotateWebhookSecret } from "../../shared/webhooks/rotate-webhook-secret.ts";
import { webhookServices } from "../../shared/webhooks/wiring.ts";

const { toWebhookView, toWebhookWithSecretView } = contract;
const shown = (webhook: Webhook) => tagged(toWebhookView(webhook), webhook.revision);
const shownWithSecret = (made: contract.WebhookWithSecret) =>
  tagged(toWebhookWithSecretView(made), made.webhook.revision);

export const handler = httpFunction(secretMakingServices, [
  operation(
    contract.listWebhooks,
    async ({ webhooks }, { owner }) => (await webhooks.list(owner)).map(toWebhookView),
    webhookServices,
  ),
  operation(
    contract.createWebhook,
    async (deps, { body, ...request }) => shownWithSecret(await createWebhook(deps, request, body)),
    webhookServices,
  ),
  operation(
    contract.getWebhook,
    async ({ webhooks }, { owner, params }) => {
      const webhook = await webhooks.get(owner, params.id);
      if (webhook === undefined) throw notFound();
      return shown(webhook);
    },
    webhookServices,
  ),
  operation(
    contract.replaceWebhook,
    async (deps, { owner, params, expected, body }) =>
      shown(await replaceWebhook(deps, { owner, ...params, expected }, body)),
    webhookServices,
  ),
  operation(
    contract.deleteWebhook,
    async (deps, { owner, params, expected }) => deleteWebhook(deps, { owner, ...params, expected }),
    webhookServices,
  ),
  operation(
    contract.rotateWebhookSecret,
    async (deps, { owner, params, body, reservedId, reservedEntropy }) => {
      const rotation = { owner, ...params, graceSeconds: body.grace_seconds, reservedId, reservedEntropy };
      return shownWithSecret(await rotateWebhookSecret(deps, rotation));
    },
    webhookServices,
  ),
  operation(
    deliveries.listWebhookDeliveries,
    async (deps, { owner, params, query }) =>
      deliveries.toDeliveryPageView(await listWebhookDeliveries(deps, { owner, ...params }, query), query.details),
    webhookServices,
  ),
  operation(
    deliveries.retryWebhookDelivery,
    async (deps, { owner, params: { id, event_id } }) => {
      await retryWebhookDelivery(deps, { owner, id }, event_id);
      return deliveries.AWAITED;
    },
    webhookServices,
  ),
  operation(
    deliveries.replayWebhook,
    async (deps, { owner, params, body }) => {
      await replayWebhook(deps, { owner, ...params }, body.since);
      return deliveries.AWAITED;
    },
    webhookServices,
  ),
]);
