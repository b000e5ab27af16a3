import type { Clock } from "../kernel/clock.ts";
import type { Identifiers } from "../kernel/identifiers.ts";
import { notFound, Refusal } from "../kernel/refusal.ts";
import type { SecretBox } from "../kernel/secrets/secret-box.ts";
import { noteRecordName } from "../kernel/trace.ts";
import { urlHost } from "../kernel/url-parts.ts";
import type { WebhookTestAnswerView } from "./contract/webhook-deliveries.ts";
import { toWebhookView } from "./contract/webhooks.ts";
import type { WebhookAddress, WebhookSender, WebhookStore } from "./ports.ts";
import { signingSecrets } from "./signing-secrets.ts";

export interface TestWebhookDeps {
  readonly webhooks: Pick<WebhookStore, "get">;
  readonly secretBox: Pick<SecretBox, "open">;
  readonly webhookSender: WebhookSender;
  readonly clock: Clock;
  /** The grace period of a secret is in real time. */
  readonly realClock: Clock;
  readonly identifiers: Identifiers;
}

/** Sends a test event at once, even while the webhook is disabled. The log does not note it, and the feed has no event of its type. */
export async function testWebhook(
  { webhooks, secretBox, webhookSender, clock, realClock, identifiers }: TestWebhookDeps,
  { owner, id, reservedId }: WebhookAddress & { readonly reservedId?: string | undefined },
): Promise<WebhookTestAnswerView> {
  const webhook = await webhooks.get(owner, id);
  if (webhook === undefined) throw notFound();
  noteRecordName(urlHost(webhook.url));
  const eventId = `evt_${reservedId ?? identifiers.newId()}`;
  const event = {
    id: eventId,
    type: "webhook.test",
    timestamp: new Date(clock.now()).toISOString(),
    data: toWebhookView(webhook),
  };
  const answer = await webhookSender.send({
    owner,
    url: webhook.url,
    eventId,
    body: JSON.stringify(event),
    secrets: await signingSecrets(secretBox, webhook, realClock.now()),
  });
  if (answer.kind !== "answered")
    throw new Refusal("test_send_failed", "failed to send test event", { detail: answer.error });
  return { status_code: answer.statusCode, duration_ms: Math.round(answer.durationMs), body: answer.body };
}
