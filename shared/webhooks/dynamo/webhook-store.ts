import { randomUUID } from "node:crypto";
import { DeleteCommand, type DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { queryPartition } from "../../aws/dynamo/query-partition.ts";
import { readItemConsistently } from "../../aws/dynamo/read-item.ts";
import { type TransactItems, transact } from "../../aws/dynamo/transact.ts";
import type { Owner } from "../../kernel/owner.ts";
import { CHANGED, lookingAgain } from "../../kernel/write-conflict.ts";
import { MAX_WEBHOOKS, type Webhook } from "../domain/webhook.ts";
import type { WebhookStore } from "../ports.ts";
import {
  countKey,
  DELETED_PREFIX,
  deletedIdOf,
  deletedKey,
  fromWebhookItem,
  ownerPartition,
  revisionOf,
  toWebhookItem,
  WEBHOOK_PREFIX,
  webhookKey,
} from "./webhook-item.ts";

/** Far above how many wait for a worker. */
const MAX_DELETED = 100_000;

/** Webhooks and, beside them, their count per owner: both in one transaction, so that there are never too many. */
export class DynamoWebhookStore implements WebhookStore {
  readonly #client: DynamoDBDocumentClient;
  readonly #table: string;

  constructor(client: DynamoDBDocumentClient, table: string) {
    this.#client = client;
    this.#table = table;
  }

  async list(owner: Owner): Promise<readonly Webhook[]> {
    const query = { table: this.#table, pk: ownerPartition(owner), prefix: WEBHOOK_PREFIX, limit: MAX_WEBHOOKS };
    const items = await queryPartition(this.#client, query);
    return items.map((item) => fromWebhookItem(owner, item));
  }

  async get(owner: Owner, id: string): Promise<Webhook | undefined> {
    const item = await this.#item(owner, id);
    return item && fromWebhookItem(owner, item);
  }

  async create(webhook: Webhook): Promise<boolean> {
    const Item = toWebhookItem(webhook, randomUUID());
    const failed = await transact(this.#client, [
      { Put: { TableName: this.#table, Item, ConditionExpression: "attribute_not_exists(pk)" } },
      this.#counted(webhook.owner, 1),
    ]);
    if (failed?.[0]) throw new Error("a webhook of this id exists already");
    return failed === undefined;
  }

  /** Its owner and its deliveries write it. */
  update(owner: Owner, id: string, change: (known: Webhook) => Webhook): Promise<Webhook | undefined> {
    return lookingAgain<Webhook | undefined>("a webhook", async () => {
      const item = await this.#item(owner, id);
      if (item === undefined) return undefined;
      const next = change(fromWebhookItem(owner, item));
      const write = { TableName: this.#table, Item: toWebhookItem({ ...next, owner, id }, randomUUID()) };
      const isAsRead = {
        ConditionExpression: "revision = :seen",
        ExpressionAttributeValues: { ":seen": revisionOf(item) },
      };
      // Beside a running transaction a plain write fails at once, while a transaction is tried again.
      return (await transact(this.#client, [{ Put: { ...write, ...isAsRead } }])) === undefined ? next : CHANGED;
    });
  }

  async remove(owner: Owner, id: string): Promise<boolean> {
    const isThere = { ConditionExpression: "attribute_exists(pk)" };
    const failed = await transact(this.#client, [
      { Delete: { TableName: this.#table, Key: webhookKey(owner, id), ...isThere } },
      this.#counted(owner, -1),
      { Put: { TableName: this.#table, Item: deletedKey(owner, id) } },
    ]);
    return failed === undefined;
  }

  /** Webhooks that were deleted, and whose logs may be there still. */
  async deleted(owner: Owner): Promise<readonly string[]> {
    const query = { table: this.#table, pk: ownerPartition(owner), prefix: DELETED_PREFIX, limit: MAX_DELETED };
    return (await queryPartition(this.#client, query)).map(deletedIdOf);
  }

  async forget(owner: Owner, id: string): Promise<void> {
    await this.#client.send(new DeleteCommand({ TableName: this.#table, Key: deletedKey(owner, id) }));
  }

  #item(owner: Owner, id: string): Promise<Record<string, unknown> | undefined> {
    return readItemConsistently(this.#client, { TableName: this.#table, Key: webhookKey(owner, id) });
  }

  #counted(owner: Owner, change: 1 | -1): TransactItems[number] {
    const hasRoom = {
      ConditionExpression: "attribute_not_exists(webhooks) OR webhooks < :most",
      ExpressionAttributeValues: { ":change": change, ":most": MAX_WEBHOOKS },
    };
    return {
      Update: {
        TableName: this.#table,
        Key: countKey(owner),
        UpdateExpression: "ADD webhooks :change",
        ...(change === 1 ? hasRoom : { ExpressionAttributeValues: { ":change": change } }),
      },
    };
  }
}
