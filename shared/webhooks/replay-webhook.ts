import type { Feed } from "../events/ports.ts";
import { notFound } from "../kernel/refusal.ts";
import type { WebhookAddress, WebhookProgressStore, WebhookStore } from "./ports.ts";
import { positionBefore } from "./position-before.ts";
import { type WakeWebhookDeps, wakeWebhook } from "./wake-webhook.ts";

export interface ReplayWebhookDeps extends WakeWebhookDeps {
  readonly webhooks: Pick<WebhookStore, "get">;
  readonly progress: Pick<WebhookProgressStore, "replay" | "wake">;
  readonly feed: Pick<Feed, "head" | "read">;
}

/** Sends the feed's present events since `sinceMs` again; later events are sent anyway. The replay waits while the webhook is disabled. */
export async function replayWebhook(
  deps: ReplayWebhookDeps,
  { owner, id }: WebhookAddress,
  sinceMs: number,
): Promise<void> {
  if ((await deps.webhooks.get(owner, id)) === undefined) throw notFound();
  const until = await deps.feed.head(owner);
  const position = await positionBefore(deps.feed, owner, { sinceMs, until });
  if (position >= until) return;
  await deps.progress.replay(id, { position, until });
  await wakeWebhook(deps, { owner, webhookId: id });
}
