import { refuseOtherRevision } from "../../shared/kernel/revision.ts";
import { MAX_WEBHOOKS, type Webhook, type WebhookWrite } from "../../shared/webhooks/domain/webhook.ts";
import type { WebhookStore } from "../../shared/webhooks/ports.ts";

/** A double in memory that passes the same contract test as the DynamoDB store (test/contract/ports/webhook-store.test.ts). */
export function inMemoryWebhookStore(seed: readonly Webhook[] = []): WebhookStore {
  const keyOf = (owner: string, id: string) => JSON.stringify([owner, id]);
  const webhooks = new Map<string, Webhook>(seed.map((webhook) => [keyOf(webhook.owner, webhook.id), webhook]));
  const write = (webhook: WebhookWrite): Webhook => {
    const written = { ...webhook, revision: crypto.randomUUID() };
    webhooks.set(keyOf(webhook.owner, webhook.id), written);
    return written;
  };
  const ofOwner = (owner: string) =>
    [...webhooks.values()].filter((one) => one.owner === owner).sort((a, b) => (a.id < b.id ? -1 : 1));
  return {
    list: async (owner) => ofOwner(owner),
    get: async (owner, id) => webhooks.get(keyOf(owner, id)),
    async create(webhook) {
      const key = keyOf(webhook.owner, webhook.id);
      if (webhooks.has(key)) throw new Error("a webhook of this id exists already");
      if (ofOwner(webhook.owner).length >= MAX_WEBHOOKS) return undefined;
      return write(webhook);
    },
    async update(owner, id, change) {
      const known = webhooks.get(keyOf(owner, id));
      if (known === undefined) return undefined;
      return write({ ...change(known), owner, id });
    },
    async remove(owner, id, expected) {
      const known = webhooks.get(keyOf(owner, id));
      if (known) refuseOtherRevision(expected, known.revision);
      return webhooks.delete(keyOf(owner, id));
    },
    forget: async () => {},
  };
}
