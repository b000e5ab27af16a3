import { randomUUID } from "node:crypto";
import * as z from "zod";
import { type Owner, ownerSub } from "../../kernel/owner.ts";
import { isSealed } from "../../kernel/secrets/sealed-text.ts";
import type { Sealed } from "../../kernel/secrets/secret-box.ts";
import type { Webhook, WebhookWrite } from "../domain/webhook.ts";

const sealed = z.custom<Sealed>(isSealed);

/** A webhook as an item of the Config table. */
const webhookItem = z.object({
  id: z.string(),
  url: z.string(),
  eventTypes: z.array(z.string()),
  description: z.string(),
  isEnabled: z.boolean(),
  disabledReason: z.string().optional(),
  secret: sealed,
  rotation: z.string().optional(),
  previousSecret: z.object({ secret: sealed, untilMs: z.number() }).optional(),
  createdAt: z.string(),
  updatedAt: z.string(),
  revision: z.string(),
});

const OWNER_PREFIX = "O#";
export const WEBHOOK_PREFIX = "WH#";
export const ownerPartition = (owner: Owner): string => `${OWNER_PREFIX}${owner}`;
export const webhookKey = (owner: Owner, id: string) => ({ pk: ownerPartition(owner), sk: `${WEBHOOK_PREFIX}${id}` });
/** The item with this key counts the owner's webhooks. */
export const WEBHOOK_COUNT = "WEBHOOKS";
export const countKey = (owner: Owner) => ({ pk: ownerPartition(owner), sk: WEBHOOK_COUNT });

/** An item with this prefix names a deleted webhook until its log is erased. */
export const DELETED_PREFIX = "WHDELETED#";
export const deletedKey = (owner: Owner, id: string) => ({ pk: ownerPartition(owner), sk: `${DELETED_PREFIX}${id}` });

const deletedItem = z.object({ sk: z.string().startsWith(DELETED_PREFIX) });
export const deletedIdOf = (item: unknown): string => deletedItem.parse(item).sk.slice(DELETED_PREFIX.length);

/** Makes the item of a webhook to write, with a new revision. */
export function toWebhookItem({ owner, eventTypes, ...webhook }: WebhookWrite) {
  return { ...webhookKey(owner, webhook.id), ...webhook, eventTypes: [...eventTypes], revision: randomUUID() };
}

export const fromWebhookItem = (owner: Owner, item: unknown): Webhook => ({ ...webhookItem.parse(item), owner });

const webhookKeys = z.object({
  pk: z.string().startsWith(OWNER_PREFIX),
  sk: z.string().startsWith(WEBHOOK_PREFIX),
});

/** Reads the webhook from a stream's image of an item; undefined for an item of another kind. Throws when the item is unreadable. */
export function readWebhookImage(image: Readonly<Record<string, unknown>>): Webhook | undefined {
  const keys = webhookKeys.safeParse(image);
  return keys.success ? fromWebhookItem(ownerSub.parse(keys.data.pk.slice(OWNER_PREFIX.length)), image) : undefined;
}
