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

/** Resets every field that the request leaves out, except the secrets. A webhook that is enabled again gets the events from now on. */
export async function replaceWebhook(
  deps: ReplaceWebhookDeps,
  { owner, id, expected }: ChangedWebhook,
  request: WebhookWriteRequest,
): Promise<Webhook> {
  const { webhooks, progress, feed, clock } = deps;
  refusePlainHttp(deps, request.url);
  // The head is read before the webhook: a webhook that is still disabled then owes nothing up to there, even when another request enables it.
  const head = request.isEnabled ? await feed.head(owner) : 0;
  const stored = await webhooks.get(owner, id);
  if (stored === undefined) throw notFound();
  refuseOtherRevision(expected, stored.revision);
  const isEnabledAgain = request.isEnabled && !stored.isEnabled;
  // This comes first: once enabled, the webhook would also get what happened before.
  if (isEnabledAgain) await progress.start(id, head);
  const updatedAt = new Date(clock.now()).toISOString();
  const replaced = await webhooks.update(owner, id, ({ disabledReason, ...known }) => {
    refuseOtherRevision(expected, known.revision);
    return { ...known, ...request, ...(request.isEnabled ? {} : { disabledReason }), updatedAt };
  });
  if (replaced === undefined) throw notFound();
  // Tries may be pending from before the webhook was disabled, or from a previous address that did not answer.
  if (isEnabledAgain || (request.isEnabled && request.url !== stored.url))
    await wakeWebhook(deps, { owner, webhookId: id });
  return replaced;
}
