import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { type DynamoDBDocumentClient, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod";
import { OwnerSlots } from "../../aws/dynamo/owner-slots.ts";
import { queryPartition } from "../../aws/dynamo/query-partition.ts";
import { readItem, readItemConsistently } from "../../aws/dynamo/read-item.ts";
import { readMany } from "../../aws/dynamo/read-many.ts";
import { transact } from "../../aws/dynamo/transact.ts";
import { expiringCache } from "../../kernel/expiring-cache.ts";
import { KEY_PERMISSIONS } from "../../kernel/key-permissions.ts";
import { KEY_APPROVALS } from "../../kernel/key-terms.ts";
import { type Owner, ownerSub } from "../../kernel/owner.ts";
import { type ApiKey, isUsable, MAX_LIVING_KEYS } from "../domain/api-key.ts";
import type { ApiKeyChange, ApiKeyStore } from "../ports.ts";

const MAX_LISTED = 1000;
/** A key is remembered for half of the 30 s that a revocation may take (D9). The table's own delay may need the other half. */
const KEPT = { maxEntries: 10_000, ttlMs: 15_000 };
const HOUR_CHARACTERS = "2026-01-01T00".length;

const keyItem = z.object({
  owner: ownerSub,
  id: z.string(),
  name: z.string(),
  prefix: z.string(),
  lastFour: z.string().optional(),
  createdAt: z.string(),
  expiresAt: z.string().optional(),
  lastUsedAt: z.string().optional(),
  revokedAt: z.string().optional(),
  replacedAt: z.string().optional(),
  permissions: z.array(z.enum(KEY_PERMISSIONS)).optional(),
  limits: z.object({ perDay: z.number().optional(), recipients: z.array(z.string()).optional() }).optional(),
  approval: z.enum(KEY_APPROVALS).optional(),
  mode: z.enum(["test"]).optional(),
  countId: z.string().optional(),
});
const ownedItem = keyItem.extend({ hash: z.string() });

const byHash = (hash: string) => ({ pk: `K#${hash}`, sk: "K" });
const byOwner = (owner: Owner, id: string) => ({ pk: `O#${owner}`, sk: `KEY#${id}` });

/**
 * Each key has two items, written together: one is found by the hash of its text, the other is listed by its owner. Reads of both are consistent.
 * Each key holds one of its owner's slots. The slot counts as free as soon as the key has ended, because keys expire without a write.
 */
export class DynamoApiKeyStore implements ApiKeyStore {
  readonly #client: DynamoDBDocumentClient;
  readonly #table: string;
  readonly #slots: OwnerSlots;
  readonly #known = expiringCache<ApiKey>(KEPT);
  readonly #notedHour = expiringCache<string>({ maxEntries: 10_000, ttlMs: 3_600_000 });

  constructor(client: DynamoDBDocumentClient, table: string) {
    this.#client = client;
    this.#table = table;
    this.#slots = new OwnerSlots(client, { table, kind: "KEY", most: MAX_LIVING_KEYS });
  }

  async add(key: ApiKey, hash: string): Promise<boolean> {
    const { owner, id: holder } = key;
    const nowMs = Date.parse(key.createdAt);
    const isNew = { TableName: this.#table, ConditionExpression: "attribute_not_exists(pk)" };
    const failed = await this.#slots.take({
      owner,
      holder,
      beside: [
        { Put: { ...isNew, Item: { ...byHash(hash), ...key } } },
        { Put: { ...isNew, Item: { ...byOwner(owner, holder), ...key, hash } } },
      ],
      overOf: async (ids) => {
        const living = new Set(
          (await this.#named(owner, ids)).filter((one) => isUsable(one, nowMs)).map(({ id }) => id),
        );
        return ids.filter((id) => !living.has(id));
      },
    });
    if (failed === "full") return false;
    if (failed) throw new Error("an API key of this id or hash exists already");
    return true;
  }

  async findByHash(hash: string): Promise<ApiKey | undefined> {
    const kept = this.#known.get(hash);
    if (kept) return kept;
    const item = await readItem(this.#client, { TableName: this.#table, Key: byHash(hash) });
    if (item === undefined) return undefined;
    const key = keyItem.parse(item);
    this.#known.set(hash, key);
    return key;
  }

  async list(owner: Owner): Promise<readonly ApiKey[]> {
    const query = { table: this.#table, pk: `O#${owner}`, prefix: "KEY#", limit: MAX_LISTED, isNewestFirst: true };
    const newest = (await queryPartition(this.#client, query)).map((item) => keyItem.parse(item));
    if (newest.length < MAX_LISTED) return newest;
    // Every living key holds a slot, so the slots lead to living keys that are older than the newest ones listed.
    const listed = new Set(newest.map(({ id }) => id));
    const older = (await this.#named(owner, await this.#slots.holders(owner))).filter(({ id }) => !listed.has(id));
    return [...newest, ...older].sort((a, b) => (a.id < b.id ? 1 : -1));
  }

  async get(owner: Owner, id: string): Promise<ApiKey | undefined> {
    const item = await this.#owned(owner, id);
    return item && keyItem.parse(item);
  }

  async change(owner: Owner, id: string, change: ApiKeyChange): Promise<boolean> {
    const item = await this.#owned(owner, id);
    if (item === undefined) return false;
    const { hash, ...key } = item;
    const { revokedAt, expiresAt = key.expiresAt, replacedAt = key.replacedAt } = change;
    const set = updateOf({ revokedAt: key.revokedAt ?? revokedAt, expiresAt, replacedAt });
    await transact(this.#client, [
      { Update: { TableName: this.#table, Key: byHash(hash), ...set } },
      { Update: { TableName: this.#table, Key: byOwner(owner, id), ...set } },
    ]);
    this.#known.delete(hash);
    return true;
  }

  async noteUse({ owner, id }: ApiKey, hash: string, at: string): Promise<void> {
    const hour = at.slice(0, HOUR_CHARACTERS);
    if (this.#notedHour.get(hash) === hour) return;
    this.#notedHour.set(hash, hour);
    await this.#setLastUse(byOwner(owner, id), `${hour}:00:00.000Z`);
  }

  async #setLastUse(key: { pk: string; sk: string }, hour: string): Promise<void> {
    try {
      await this.#client.send(
        new UpdateCommand({
          TableName: this.#table,
          Key: key,
          UpdateExpression: "SET lastUsedAt = :hour",
          ConditionExpression: "attribute_exists(pk) AND (attribute_not_exists(lastUsedAt) OR lastUsedAt < :hour)",
          ExpressionAttributeValues: { ":hour": hour },
        }),
      );
    } catch (error) {
      // Another request has noted a use in this hour already.
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
    }
  }

  /** Reads at most `MAX_LIVING_KEYS` keys, as many as one request reads. */
  async #named(owner: Owner, ids: readonly string[]): Promise<readonly ApiKey[]> {
    const keys = ids.map((id) => byOwner(owner, id));
    const items = await readMany(this.#client, this.#table, keys);
    return items.flatMap((item) => (item === undefined ? [] : keyItem.parse(item)));
  }

  async #owned(owner: Owner, id: string): Promise<z.output<typeof ownedItem> | undefined> {
    const item = await readItemConsistently(this.#client, { TableName: this.#table, Key: byOwner(owner, id) });
    return item && ownedItem.parse(item);
  }
}

function updateOf(values: Readonly<Record<string, string | undefined>>) {
  const set = Object.entries(values).filter(([, value]) => value !== undefined);
  return {
    UpdateExpression: `SET ${set.map(([name]) => `${name} = :${name}`).join(", ")}`,
    ConditionExpression: "attribute_exists(pk)",
    ExpressionAttributeValues: Object.fromEntries(set.map(([name, value]) => [`:${name}`, value])),
  };
}
