import { changingServices } from "../../shared/activity/wiring.ts";
import { httpFunction } from "../../shared/edge/http-function.ts";
import { operation } from "../../shared/edge/operation.ts";
import * as contract from "../../shared/webhooks/contract/webhook-deliveries.ts";
import { testWebhook } from "../../shared/webhooks/test-webhook.ts";
import { webhookTestServices } from "../../shared/webhooks/wiring.ts";

export const handler = httpFunction(changingServices, [
  operation(
    contract.testWebhook,
    async (deps, { owner, params, reservedId }) => testWebhook(deps, { owner, ...params, reservedId }),
    webhookTestServices,
  ),
]);
