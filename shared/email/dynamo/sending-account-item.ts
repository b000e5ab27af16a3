import { randomUUID } from "node:crypto";
import * as z from "zod";
import type { Owner } from "../../kernel/owner.ts";
import { isSealed } from "../../kernel/secrets/sealed-text.ts";
import type { Sealed } from "../../kernel/secrets/secret-box.ts";
import { type AccountHealth, HEALTH_STATUSES } from "../domain/account-health.ts";
import { type AccountWrite, accountBytes, ENCRYPTIONS, type SendingAccount } from "../domain/sending-account.ts";

const settingsItem = z.discriminatedUnion("provider", [
  z.object({
    provider: z.literal("smtp"),
    host: z.string(),
    port: z.int(),
    username: z.string().optional(),
    encryption: z.enum(ENCRYPTIONS),
    maxConnections: z.int().optional(),
  }),
  z.object({
    provider: z.literal("http_api"),
    endpoint: z.string(),
    authHeaderName: z.string().optional(),
    authValueTemplate: z.string().optional(),
    bodyTemplate: z.string(),
  }),
]);

/** A sending account as an item of the Config table. The item `DEFAULT#SMTP` names the owner's default account. */
export const sendingAccountItem = z.object({
  id: z.string(),
  label: z.string(),
  fromAddress: z.string(),
  fromAddresses: z.array(z.string()).optional(),
  fromName: z.string().optional(),
  returnPath: z.object({ address: z.string(), keyId: z.string(), key: z.string() }).optional(),
  trustedDomains: z.array(z.string()),
  apiAllowedDomains: z.array(z.string()),
  settings: settingsItem,
  feedbackTopicArn: z.string().optional(),
  secret: z.custom<Sealed>(isSealed),
  health: z.object({ status: z.enum(HEALTH_STATUSES), sinceMs: z.number() }).optional(),
  serverChangedAt: z.string().optional(),
  createdAt: z.string(),
  updatedAt: z.string(),
  revision: z.string(),
});
type SendingAccountItem = z.output<typeof sendingAccountItem>;

/** The number of bytes by which the account counts in its owner's total. */
const sizedItem = z.object({ bytes: z.number() });
export const bytesOf = (item: unknown): number => sizedItem.parse(item).bytes;

/** The fields of the stored account that a replacement needs: its size in the total, the secret that may stay, the topic, and the revision. */
export const seenItem = z.object({
  ...sizedItem.shape,
  ...sendingAccountItem.pick({ secret: true, revision: true, feedbackTopicArn: true }).shape,
});
export type SeenItem = z.infer<typeof seenItem>;

/** Makes the item of an account to write, with a new revision. */
export function toItem(account: AccountWrite): SendingAccountItem & z.input<typeof sizedItem> {
  const {
    owner: _owner,
    isDefault: _isDefault,
    health: _health,
    fromAddresses,
    trustedDomains,
    apiAllowedDomains,
    ...stored
  } = account;
  const lists = {
    fromAddresses: fromAddresses && [...fromAddresses],
    trustedDomains: [...trustedDomains],
    apiAllowedDomains: [...apiAllowedDomains],
  };
  return { ...stored, ...lists, bytes: accountBytes(account), revision: randomUUID() };
}

export const fromItem = (owner: Owner, item: unknown, defaultId?: string): SendingAccount => {
  const stored = sendingAccountItem.parse(item);
  return { ...stored, owner, isDefault: stored.id === defaultId };
};

export const ACCOUNT_PREFIX = "SMTP#";
/** The sort key of the item that counts an owner's accounts and their bytes. */
export const ACCOUNTS_TOTAL = "TOTAL#SMTP";
/** The sort keys of two items: a pointer to the default account, and a copy of that account. */
export const DEFAULT_POINTER = "DEFAULT#SMTP";
export const DEFAULT_COPY = "COPY#DEFAULT#SMTP";
export const OWNER_PREFIX = "O#";
export const partition = (owner: Owner): string => `${OWNER_PREFIX}${owner}`;
export const accountKey = (owner: Owner, id: string) => ({ pk: partition(owner), sk: `${ACCOUNT_PREFIX}${id}` });

export const isAsSeen = ({ revision }: Pick<SeenItem, "revision">) => ({
  ConditionExpression: "revision = :seen",
  ExpressionAttributeValues: { ":seen": revision },
});

/**
 * Makes the update that replaces an account. It writes every attribute except the health, which deliveries write. It fails when the account
 * is not as it was seen, because the total changes by the seen size, and the seen secret may be kept.
 */
export function replacementOf(item: ReturnType<typeof toItem>, seen: Pick<SeenItem, "revision">) {
  const stored: Readonly<Record<string, unknown>> = item;
  const shape = { ...sendingAccountItem.shape, ...sizedItem.shape };
  const names = Object.keys(shape).filter((name) => name !== "health");
  const set = names.filter((name) => stored[name] !== undefined);
  const removed = names.filter((name) => stored[name] === undefined);
  const remove = removed.length === 0 ? "" : ` REMOVE ${removed.map((name) => `#${name}`).join(", ")}`;
  const { ConditionExpression, ExpressionAttributeValues } = isAsSeen(seen);
  return {
    UpdateExpression: `SET ${set.map((name) => `#${name} = :${name}`).join(", ")}${remove}`,
    ConditionExpression,
    ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
    ExpressionAttributeValues: {
      ...Object.fromEntries(set.map((name) => [`:${name}`, stored[name]])),
      ...ExpressionAttributeValues,
    },
  };
}

/** Makes the update of the health. It fails when another health was stored since `known` was read. */
export function healthUpdate(known: AccountHealth | undefined, next: AccountHealth) {
  const isAsSeen =
    known === undefined ? "attribute_not_exists(health)" : "health.#status = :status AND health.#sinceMs = :sinceMs";
  return {
    UpdateExpression: "SET health = :next",
    ConditionExpression: `attribute_exists(pk) AND ${isAsSeen}`,
    ...(known && { ExpressionAttributeNames: { "#status": "status", "#sinceMs": "sinceMs" } }),
    ExpressionAttributeValues: { ":next": next, ...(known && { ":status": known.status, ":sinceMs": known.sinceMs }) },
  };
}
