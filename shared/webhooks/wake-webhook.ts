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

/** Enqueues a message, so that a worker sends to the webhook. If the queue refuses it, the sweep enqueues one within a minute or two. */
export async function wakeWebhook(deps: WakeWebhookDeps, message: WebhookMessage): Promise<void> {
  await deps.progress.wake(message.webhookId, message.owner);
  try {
    await deps.webhookQueue.enqueue(message);
  } catch (error) {
    noteRefusal(deps, message, error);
  }
}

/** Logs and counts that the queue refused a webhook's message. */
export function noteRefusal(
  { log, metrics }: Pick<WakeWebhookDeps, "log" | "metrics">,
  { owner, webhookId }: WebhookMessage,
  error: unknown,
): void {
  metrics.count("queue_refused");
  log.error("webhook_queue.refused", error, { owner, id: webhookId });
}
