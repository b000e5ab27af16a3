import type { Clock } from "../kernel/clock.ts";
import type { WebhookMessage } from "./contract/messages.ts";
import type { WebhookLog, WebhookProgressStore, WebhookStore } from "./ports.ts";

export interface ForgetWebhookDeps {
  readonly webhooks: Pick<WebhookStore, "forget">;
  readonly progress: Pick<WebhookProgressStore, "lease" | "release" | "settle">;
  readonly webhookLog: Pick<WebhookLog, "erase">;
  readonly clock: Clock;
}

/**
 * It erases what is kept of a deleted webhook, and returns true when more is left. Progress goes last: while it exists, the sweep sends a worker
 * who continues.
 */
export async function forgetWebhook(
  { webhooks, progress, webhookLog, clock }: ForgetWebhookDeps,
  { owner, webhookId }: WebhookMessage,
  endsAt: number,
): Promise<boolean> {
  // A worker that is still sending notes its tries: it has the lease, and looks for the webhook once more afterwards. Without progress the log may
  // still exist.
  const lease = await progress.lease(owner, webhookId, async () => 0);
  if (lease === undefined) return false;
  while (await webhookLog.erase(webhookId)) {
    if (clock.now() < endsAt) continue;
    await progress.release(lease, lease.progress, clock.now());
    return true;
  }
  await webhooks.forget(owner, webhookId);
  await progress.settle(webhookId, true);
  return false;
}
