import type { Owner } from "../kernel/owner.ts";
import { wantsEvent } from "./domain/webhook.ts";
import type { WebhookQueue, WebhookStore } from "./ports.ts";

export interface WakeWebhooksDeps {
  readonly webhooks: Pick<WebhookStore, "list">;
  readonly webhookQueue: WebhookQueue;
}

/** Has a worker look at each webhook that wants one of these events. It throws when the queue has not taken all messages. */
export async function wakeWebhooks(
  { webhooks, webhookQueue }: WakeWebhooksDeps,
  owner: Owner,
  events: readonly { readonly type: string }[],
): Promise<void> {
  const wanting = (await webhooks.list(owner)).filter(
    (webhook) => webhook.isEnabled && events.some(({ type }) => wantsEvent(webhook, type)),
  );
  await Promise.all(wanting.map(({ id }) => webhookQueue.enqueue({ owner, webhookId: id })));
}
