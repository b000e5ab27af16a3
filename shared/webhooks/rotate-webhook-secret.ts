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
  /** The grace period of a secret is in real time. */
  readonly realClock: Clock;
  readonly identifiers: Identifiers;
}

export interface SecretRotation extends WebhookAddress {
  readonly graceSeconds: number;
  /** Set under an idempotency key: a repeated request finds its own rotation, and returns the same secret. */
  readonly reservedId?: string | undefined;
  readonly reservedEntropy?: Uint8Array | undefined;
}

/**
 * Makes a new secret. The secret before it signs as well until the grace period is over; an even older secret no longer
 * does.
 */
export async function rotateWebhookSecret(
  { webhooks, secretBox, clock, realClock, identifiers }: RotateWebhookSecretDeps,
  { owner, id, graceSeconds, reservedId, reservedEntropy }: SecretRotation,
): Promise<WebhookWithSecret> {
  // A missing webhook is refused before a key seals the new secret.
  const present = await webhooks.get(owner, id);
  if (present === undefined) throw notFound();
  const secret = webhookSecret(reservedEntropy ?? identifiers.randomBytes(WEBHOOK_SECRET_BYTES));
  // A second rotation would forget the previous secret.
  if (reservedId !== undefined && present.rotation === reservedId) return { webhook: present, secret };
  const sealed = await secretBox.seal(secret, { owner, accountId: id });
  const untilMs = realClock.now() + graceSeconds * 1000;
  const webhook = await webhooks.update(owner, id, ({ previousSecret: _ended, secret: previous, ...known }) => ({
    ...known,
    secret: sealed,
    rotation: reservedId,
    ...(graceSeconds > 0 && { previousSecret: { secret: previous, untilMs } }),
    updatedAt: new Date(clock.now()).toISOString(),
  }));
  if (webhook === undefined) throw notFound();
  return { webhook, secret };
}
