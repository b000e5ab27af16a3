import type { Feed } from "../events/ports.ts";
import type { Clock } from "../kernel/clock.ts";
import { notFound } from "../kernel/refusal.ts";
import { refuseOtherRevision } from "../kernel/revision.ts";
import type { WebhookWriteRequest } from "./contract/webhook-request.ts";
import type { Webhook } from "./domain/webhook.ts";
import type { ChangedWebhook, WebhookProgressStore, WebhookStore } from "./ports.ts";
import { refusePlainHttp, type WebhookRules } from "./refuse-plain-http.ts";
import { type WakeWebhookDeps, wakeWebhook } from "./wake-webhook.ts";

export interface ReplaceWebhookDeps extends WebhookRules, WakeWebhookDeps {
  readonly webhooks: Pick<WebhookStore, "get" | "update">;
  readonly progress: Pick<WebhookProgressStore, "start" | "wake">;
  readonly feed: Pick<Feed, "head">;
  readonly clock: Clock;
}

/** Replaces a webhook: fields that the request leaves out are reset, except the secrets. A webhook enabled again gets events from now on. */
export async function replaceWebhook(
  deps: ReplaceWebhookDeps,
  { owner, id, expected }: ChangedWebhook,
  request: WebhookWriteRequest,
): Promise<Webhook> {
  const { webhooks, progress, feed, clock } = deps;
  refusePlainHttp(deps, request.url);
  // The head is read before the webhook. If the webhook is still disabled then, no event up to the head is to be sent, even when another
  // request enables it at the same time.
  const head = request.isEnabled ? await feed.head(owner) : 0;
  const stored = await webhooks.get(owner, id);
  if (stored === undefined) throw notFound();
  refuseOtherRevision(expected, stored.revision);
  const isEnabledAgain = request.isEnabled && !stored.isEnabled;
  // The position is set before the webhook is enabled; otherwise the webhook would also get events from before.
  if (isEnabledAgain) await progress.start(id, head);
  const updatedAt = new Date(clock.now()).toISOString();
  const replaced = await webhooks.update(owner, id, ({ disabledReason, ...known }) => {
    refuseOtherRevision(expected, known.revision);
    return { ...known, ...request, ...(request.isEnabled ? {} : { disabledReason }), updatedAt };
  });
  if (replaced === undefined) throw notFound();
  // The webhook is woken, because tries may be pending from before it was disabled, or because its previous address did not answer.
  if (isEnabledAgain || (request.isEnabled && request.url !== stored.url))
    await wakeWebhook(deps, { owner, webhookId: id });
  return replaced;
}
