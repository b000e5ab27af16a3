import { jsonMessage } from "../../shared/edge/background/json-message.ts";
import { queueFunction } from "../../shared/edge/background/queue-function.ts";
import { inOwnersTime } from "../../shared/edge/owners-time.ts";
import { inOwnTime } from "../../shared/edge/test-clock-wiring.ts";
import { webhookMessage } from "../../shared/webhooks/contract/messages.ts";
import { deliverWebhook } from "../../shared/webhooks/deliver-webhook.ts";
import { deliverWebhookServices } from "../../shared/webhooks/wiring.ts";

/**
 * Takes a message that names a webhook with possible events, and posts them for at most 20 s. If any are left, a new
 * message continues.
 */
export const handler = queueFunction(
  jsonMessage(webhookMessage),
  inOwnersTime(inOwnTime, deliverWebhook),
  deliverWebhookServices,
);
