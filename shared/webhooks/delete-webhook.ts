import { notFound } from "../kernel/refusal.ts";
import { refuseOtherRevision } from "../kernel/revision.ts";
import type { ChangedWebhook, WebhookStore } from "./ports.ts";
import { type WakeWebhookDeps, wakeWebhook } from "./wake-webhook.ts";

/** The position of a webhook whose progress is lost. It does not matter, because nothing is sent to a deleted webhook. */
const ANYWHERE = async (): Promise<number> => 0;

export interface DeleteWebhookDeps extends WakeWebhookDeps {
  readonly webhooks: Pick<WebhookStore, "get" | "remove">;
}

/** Deletes a webhook, which gets no more events from now on. A worker erases its log afterwards, which may take long. */
export async function deleteWebhook(deps: DeleteWebhookDeps, { owner, id, expected }: ChangedWebhook): Promise<void> {
  const { webhooks, progress } = deps;
  // Only a webhook of this owner may be woken, so it is looked up first.
  const stored = await webhooks.get(owner, id);
  if (stored === undefined) throw notFound();
  refuseOtherRevision(expected, stored.revision);
  // Waking comes before the removal, so that the sweep finds the webhook even if this process dies after the removal.
  await progress.wake(id, owner, ANYWHERE);
  if (!(await webhooks.remove(owner, id, expected))) throw notFound();
  await wakeWebhook(deps, { owner, webhookId: id });
}
