import { changingServices } from "../../shared/activity/wiring.ts";
import { httpFunction } from "../../shared/edge/http-function.ts";
import { operation } from "../../shared/edge/operation.ts";
import { notFound } from "../../shared/kernel/refusal.ts";
import * as deliveries from "../../shared/webhooks/contract/webhook-deliveries.ts";
import * as contract from "../../shared/webhooks/contract/webhooks.ts";
import { createWebhook } from "../../shared/webhooks/create-webhook.ts";
import { listWebhookDeliveries } from "../../shared/webhooks/list-webhook-deliveries.ts";
import { replaceWebhook } from "../../shared/webhooks/replace-webhook.ts";
import { replayWebhook } from "../../shared/webhooks/replay-webhook.ts";
import { retryWebhookDelivery } from "../../shared/webhooks/retry-webhook-delivery.ts";
import { rotateWebhookSecret } from "../../shared/webhooks/rotate-webhook-secret.ts";
import { webhookServices } from "../../shared/webhooks/wiring.ts";

const { toWebhookView, toWebhookWithSecretView } = contract;

export const handler = httpFunction(changingServices, [
  operation(
    contract.listWebhooks,
    async ({ webhooks }, { owner }) => (await webhooks.list(owner)).map(toWebhookView),
    webhookServices,
  ),
  operation(
    contract.createWebhook,
    async (deps, { owner, body }) => toWebhookWithSecretView(await createWebhook(deps, owner, body)),
    webhookServices,
  ),
  operation(
    contract.getWebhook,
    async ({ webhooks }, { owner, params }) => {
      const webhook = await webhooks.get(owner, params.id);
      if (webhook === undefined) throw notFound();
      return toWebhookView(webhook);
    },
    webhookServices,
  ),
  operation(
    contract.replaceWebhook,
    async (deps, { owner, params, body }) => toWebhookView(await replaceWebhook(deps, { owner, ...params }, body)),
    webhookServices,
  ),
  operation(
    contract.deleteWebhook,
    async ({ webhooks }, { owner, params }) => {
      if (!(await webhooks.remove(owner, params.id))) throw notFound();
    },
    webhookServices,
  ),
  operation(
    contract.rotateWebhookSecret,
    async (deps, { owner, params, body }) =>
      toWebhookWithSecretView(await rotateWebhookSecret(deps, { owner, ...params }, body.grace_seconds)),
    webhookServices,
  ),
  operation(
    deliveries.listWebhookDeliveries,
    async (deps, { owner, params, query }) =>
      deliveries.toDeliveryPageView(await listWebhookDeliveries(deps, { owner, ...params }, query)),
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
