import type { Log } from "../kernel/log.ts";
import type { Metrics } from "../kernel/metrics.ts";
import type { WebhookMessage } from "./contract/messages.ts";
import type { WebhookProgressStore, WebhookQueue } from "./ports.ts";

export interface WakeWebhookDeps {
  readonly progress: Pick<WebhookProgressStore, "wake">;
  readonly webhookQueue: WebhookQueue;
  readonly log: Log;
  readonly metrics: Metrics;
}

/** Has a worker look at the webhook now. The sweep does so within a minute or two where the queue takes no message. */
export async function wakeWebhook(
  { progress, webhookQueue, log, metrics }: WakeWebhookDeps,
  message: WebhookMessage,
): Promise<void> {
  await progress.wake(message.webhookId, message.owner);
  try {
    await webhookQueue.enqueue(message);
  } catch (error) {
    metrics.count("queue_refused");
    log.error("webhook_queue.refused", error, { owner: message.owner, id: message.webhookId });
  }
}
