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
 * Erases the log and the progress of a deleted webhook, and returns true when more is left. Progress is erased last: while it exists, the
 * sweep sends a message for the webhook, and another worker continues.
 */
export async function forgetWebhook(
  { webhooks, progress, webhookLog, clock }: ForgetWebhookDeps,
  { owner, webhookId }: WebhookMessage,
  endsAt: number,
): Promise<boolean> {
  // A worker that is still sending notes its tries. So the log is erased only under the lease. The holder will look for the webhook once more.
  // Without progress the log may still exist, so a new lease begins.
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
