import { DeleteCommand, type DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { queryPartition } from "../../aws/dynamo/query-partition.ts";
import { readItemConsistently } from "../../aws/dynamo/read-item.ts";
import { type TransactItems, transact } from "../../aws/dynamo/transact.ts";
import type { Owner } from "../../kernel/owner.ts";
import { type Expected, refuseOtherRevision } from "../../kernel/revision.ts";
import { CHANGED, lookingAgain } from "../../kernel/write-conflict.ts";
import { MAX_WEBHOOKS, type Webhook, type WebhookWrite } from "../domain/webhook.ts";
import type { WebhookStore } from "../ports.ts";
import {
  countKey,
  DELETED_PREFIX,
  deletedIdOf,
  deletedKey,
  fromWebhookItem,
  ownerPartition,
  toWebhookItem,
  WEBHOOK_PREFIX,
  webhookKey,
} from "./webhook-item.ts";

/** A list reads at most this many deleted webhooks, far more than can wait for the erasure of their logs. */
const MAX_DELETED = 100_000;

const IS_THERE = { ConditionExpression: "attribute_exists(pk)" };
const isStill = ({ revision }: Webhook) => ({
  ConditionExpression: "revision = :seen",
  ExpressionAttributeValues: { ":seen": revision },
});

/** Stores webhooks. A webhook and its owner's count are written in one transaction, so that the limit always holds. */
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
    const address = { TableName: this.#table, Key: webhookKey(owner, id) };
    const item = await readItemConsistently(this.#client, address);
    return item && fromWebhookItem(owner, item);
  }

  async create(webhook: WebhookWrite): Promise<Webhook | undefined> {
    const Item = toWebhookItem(webhook);
    const failed = await transact(this.#client, [
      { Put: { TableName: this.#table, Item, ConditionExpression: "attribute_not_exists(pk)" } },
      this.#counted(webhook.owner, 1),
    ]);
    if (failed?.[0]) throw new Error("a webhook of this id exists already");
    return failed === undefined ? { ...webhook, revision: Item.revision } : undefined;
  }

  /** Both the owner and the deliveries change a webhook, so each write checks the revision. */
  update(owner: Owner, id: string, change: (known: Webhook) => WebhookWrite): Promise<Webhook | undefined> {
    return lookingAgain<Webhook | undefined>("a webhook", async () => {
      const known = await this.get(owner, id);
      if (known === undefined) return undefined;
      const next = { ...change(known), owner, id };
      const Item = toWebhookItem(next);
      // The write runs as a transaction, because `transact` tries again during another transaction, where a plain write would
      // fail at once.
      const failed = await transact(this.#client, [{ Put: { TableName: this.#table, Item, ...isStill(known) } }]);
      return failed === undefined ? { ...next, revision: Item.revision } : CHANGED;
    });
  }

  async remove(owner: Owner, id: string, expected?: Expected): Promise<boolean> {
    if (expected === undefined || expected === "any") return this.#removeIf(owner, id, IS_THERE);
    return lookingAgain("a webhook", async () => {
      const known = await this.get(owner, id);
      if (known === undefined) return false;
      refuseOtherRevision(expected, known.revision);
      return (await this.#removeIf(owner, id, isStill(known))) || CHANGED;
    });
  }

  async #removeIf(owner: Owner, id: string, condition: object): Promise<boolean> {
    const failed = await transact(this.#client, [
      { Delete: { TableName: this.#table, Key: webhookKey(owner, id), ...condition } },
      this.#counted(owner, -1),
      { Put: { TableName: this.#table, Item: deletedKey(owner, id) } },
    ]);
    return failed === undefined;
  }

  /** Lists the deleted webhooks whose logs may still exist. */
  async deleted(owner: Owner): Promise<readonly string[]> {
    const query = { table: this.#table, pk: ownerPartition(owner), prefix: DELETED_PREFIX, limit: MAX_DELETED };
    return (await queryPartition(this.#client, query)).map(deletedIdOf);
  }

  async forget(owner: Owner, id: string): Promise<void> {
    await this.#client.send(new DeleteCommand({ TableName: this.#table, Key: deletedKey(owner, id) }));
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
