import { notFound } from "../kernel/refusal.ts";
import { refuseOtherRevision } from "../kernel/revision.ts";
import type { ChangedWebhook, WebhookStore } from "./ports.ts";
import { type WakeWebhookDeps, wakeWebhook } from "./wake-webhook.ts";

/** The position does not matter, since nothing is sent to it any more. */
const ANYWHERE = async (): Promise<number> => 0;

export interface DeleteWebhookDeps extends WakeWebhookDeps {
  readonly webhooks: Pick<WebhookStore, "get" | "remove">;
}

/** At once for its owner and for events; a worker erases its log afterwards, which may be long. */
export async function deleteWebhook(deps: DeleteWebhookDeps, { owner, id, expected }: ChangedWebhook): Promise<void> {
  const { webhooks, progress } = deps;
  // Only an owner's own webhook may be woken in the owner's name.
  const stored = await webhooks.get(owner, id);
  if (stored === undefined) throw notFound();
  refuseOtherRevision(expected, stored.revision);
  // First: the sweep finds the webhook when this process dies behind the next line, also one whose progress is lost.
  await progress.wake(id, owner, ANYWHERE);
  if (!(await webhooks.remove(owner, id, expected))) throw notFound();
  await wakeWebhook(deps, { owner, webhookId: id });
}
