import { jsonMessage } from "../../shared/edge/background/json-message.ts";
import { queueFunction } from "../../shared/edge/background/queue-function.ts";
import { webhookMessage } from "../../shared/webhooks/contract/messages.ts";
import { deliverWebhook } from "../../shared/webhooks/deliver-webhook.ts";
import { deliverWebhookServices } from "../../shared/webhooks/wiring.ts";

/** Takes a message that says which webhook may have something to get, and sends for at most 20 s; what is left then is the next message's. */
export const handler = queueFunction(jsonMessage(webhookMessage), deliverWebhook, deliverWebhookServices);
