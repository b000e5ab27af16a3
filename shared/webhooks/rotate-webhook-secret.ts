import type { Clock } from "../kernel/clock.ts";
import type { Identifiers } from "../kernel/identifiers.ts";
import { notFound } from "../kernel/refusal.ts";
import type { SecretBox } from "../kernel/secrets/secret-box.ts";
import type { WebhookWithSecret } from "./contract/webhooks.ts";
import { WEBHOOK_SECRET_BYTES, webhookSecret } from "./domain/webhook-secret.ts";
import type { WebhookAddress, WebhookStore } from "./ports.ts";

export interface RotateWebhookSecretDeps {
  readonly webhooks: Pick<WebhookStore, "get" | "update">;
  readonly secretBox: Pick<SecretBox, "seal">;
  readonly clock: Clock;
  readonly identifiers: Identifiers;
}

/** Both secrets sign until the grace period is over; one from before them no longer does. */
export async function rotateWebhookSecret(
  { webhooks, secretBox, clock, identifiers }: RotateWebhookSecretDeps,
  { owner, id }: WebhookAddress,
  graceSeconds: number,
): Promise<WebhookWithSecret> {
  // Keys are not asked for one that is not there.
  if ((await webhooks.get(owner, id)) === undefined) throw notFound();
  const secret = webhookSecret(identifiers.randomBytes(WEBHOOK_SECRET_BYTES));
  const sealed = await secretBox.seal(secret, { owner, accountId: id });
  const now = clock.now();
  const webhook = await webhooks.update(owner, id, ({ previousSecret: _ended, secret: previous, ...known }) => ({
    ...known,
    secret: sealed,
    ...(graceSeconds > 0 && { previousSecret: { secret: previous, untilMs: now + graceSeconds * 1000 } }),
    updatedAt: new Date(now).toISOString(),
  }));
  if (webhook === undefined) throw notFound();
  return { webhook, secret };
}
