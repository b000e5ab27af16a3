import type { Owner } from "../kernel/owner.ts";
import type { WebhookMessage } from "./contract/messages.ts";
import { wantsEvent } from "./domain/webhook.ts";
import type { WebhookStore } from "./ports.ts";
import { noteRefusal, type WakeWebhookDeps } from "./wake-webhook.ts";

export interface WakeWebhooksDeps extends WakeWebhookDeps {
  readonly webhooks: Pick<WebhookStore, "list">;
}

/**
 * Enqueues a message for each webhook that wants one of these events. Throws when the webhooks cannot be listed, or when for one of them
 * neither the queue takes a message nor the sweep can be told.
 */
export async function wakeWebhooks(
  deps: WakeWebhooksDeps,
  owner: Owner,
  events: readonly { readonly type: string }[],
): Promise<void> {
  const wanting = (await deps.webhooks.list(owner)).filter(
    (webhook) => webhook.isEnabled && events.some(({ type }) => wantsEvent(webhook, type)),
  );
  await Promise.all(wanting.map(({ id }) => wakeOne(deps, { owner, webhookId: id })));
}

/** Enqueues a message, and tells the sweep only when the queue refuses, because a write for each event would cost more than its message. */
async function wakeOne(deps: WakeWebhooksDeps, message: WebhookMessage): Promise<void> {
  try {
    await deps.webhookQueue.enqueue(message);
  } catch (error) {
    noteRefusal(deps, message, error);
    // The queue took no message, so the sweep has to find the webhook; otherwise only the next event would wake it.
    await deps.progress.wake(message.webhookId, message.owner);
  }
}
