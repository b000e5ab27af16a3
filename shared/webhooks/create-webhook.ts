import type { Feed } from "../events/ports.ts";
import type { Clock } from "../kernel/clock.ts";
import type { Identifiers } from "../kernel/identifiers.ts";
import type { Owner } from "../kernel/owner.ts";
import { Refusal } from "../kernel/refusal.ts";
import type { SecretBox } from "../kernel/secrets/secret-box.ts";
import type { WebhookWriteRequest } from "./contract/webhook-request.ts";
import type { WebhookWithSecret } from "./contract/webhooks.ts";
import { MAX_WEBHOOKS, type Webhook } from "./domain/webhook.ts";
import { WEBHOOK_SECRET_BYTES, webhookSecret } from "./domain/webhook-secret.ts";
import type { WebhookProgressStore, WebhookStore } from "./ports.ts";
import { refusePlainHttp, type WebhookRules } from "./refuse-plain-http.ts";
import { type WakeWebhookDeps, wakeWebhook } from "./wake-webhook.ts";

export interface CreateWebhookDeps extends WebhookRules, WakeWebhookDeps {
  readonly webhooks: Pick<WebhookStore, "list" | "create" | "get">;
  readonly progress: Pick<WebhookProgressStore, "start" | "wake">;
  readonly feed: Pick<Feed, "head">;
  readonly secretBox: Pick<SecretBox, "seal">;
  readonly clock: Clock;
  readonly identifiers: Identifiers;
}

const tooMany = (): Refusal =>
  new Refusal("limit_reached", `webhooks may be at most ${MAX_WEBHOOKS}: delete or change one`);

export interface NewWebhook {
  readonly owner: Owner;
  /** Set for a request with an idempotency key: its repeat finds the webhook that it created, and returns the same secret. */
  readonly reservedId?: string | undefined;
  readonly reservedEntropy?: Uint8Array | undefined;
  readonly isRepeat?: boolean | undefined;
}

/** Creates a webhook, which gets the events that happen from now on. */
export async function createWebhook(
  deps: CreateWebhookDeps,
  { owner, reservedId, reservedEntropy, isRepeat }: NewWebhook,
  request: WebhookWriteRequest,
): Promise<WebhookWithSecret> {
  const { webhooks, progress, feed, secretBox, clock, identifiers } = deps;
  refusePlainHttp(deps, request.url);
  const id = reservedId ?? identifiers.newId();
  const secret = webhookSecret(reservedEntropy ?? identifiers.randomBytes(WEBHOOK_SECRET_BYTES));
  const made = isRepeat ? await webhooks.get(owner, id) : undefined;
  if (made) return { webhook: await woken(deps, made), secret };
  if ((await webhooks.list(owner)).length >= MAX_WEBHOOKS) throw tooMany();
  const now = new Date(clock.now()).toISOString();
  const sealed = await secretBox.seal(secret, { owner, accountId: id });
  const write = { owner, id, ...request, secret: sealed, createdAt: now, updatedAt: now };
  // The position is stored before the webhook, because a worker may need it as soon as the webhook exists.
  const position = await feed.head(owner);
  await progress.start(id, position);
  const webhook = await webhooks.create(write);
  if (webhook === undefined) throw tooMany();
  // Nobody has woken the webhook for events that were announced while it was not stored yet.
  if ((await feed.head(owner)) > position) await wakeWebhook(deps, { owner, webhookId: id });
  return { webhook, secret };
}

/** Wakes the webhook, because the request that created it may have died before doing so. */
async function woken(deps: WakeWebhookDeps, webhook: Webhook): Promise<Webhook> {
  await wakeWebhook(deps, { owner: webhook.owner, webhookId: webhook.id });
  return webhook;
}
