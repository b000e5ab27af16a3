import type { Clock } from "../kernel/clock.ts";
import { notFound } from "../kernel/refusal.ts";
import type { WebhookAddress, WebhookLog, WebhookStore } from "./ports.ts";
import { type WakeWebhookDeps, wakeWebhook } from "./wake-webhook.ts";

export interface RetryWebhookDeliveryDeps extends WakeWebhookDeps {
  readonly webhooks: Pick<WebhookStore, "get">;
  readonly webhookLog: Pick<WebhookLog, "retry">;
  readonly clock: Clock;
}

/** Tries an event again, whatever the results of its earlier tries. The try waits while the webhook is disabled. */
export async function retryWebhookDelivery(
  deps: RetryWebhookDeliveryDeps,
  { owner, id }: WebhookAddress,
  eventId: string,
): Promise<void> {
  if ((await deps.webhooks.get(owner, id)) === undefined) throw notFound();
  if (!(await deps.webhookLog.retry(id, eventId, deps.clock.now()))) throw notFound();
  await wakeWebhook(deps, { owner, webhookId: id });
}
