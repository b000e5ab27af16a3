import { type DynamoDBDocumentClient, PutCommand } from "@aws-sdk/lib-dynamodb";
import { isLiving, type TableInTime } from "../../aws/dynamo/living-items.ts";
import { queryPartition } from "../../aws/dynamo/query-partition.ts";
import { readMany } from "../../aws/dynamo/read-many.ts";
import { type TransactItems, transact } from "../../aws/dynamo/transact.ts";
import { undefinedIfConditionFailed } from "../../aws/dynamo/undefined-if-condition-failed.ts";
import { WriteConflictError } from "../../kernel/write-conflict.ts";
import type { WebhookDelivery } from "../domain/webhook-delivery.ts";
import type { DeliveryPage, DeliveryQuery, DuePage, LastTry, TryNote, WebhookLog } from "../ports.ts";
import {
  deliveryAttributes,
  deliveryOf,
  lastTryItem,
  madeKey,
  madePrefix,
  PENDING_PREFIX,
  pendingKey,
} from "./delivery-item.ts";
import { eraseDeliveries } from "./erase-deliveries.ts";
import { listDeliveries } from "./list-deliveries.ts";
import { webhookPartition } from "./progress-item.ts";

const MAX_TRIES = 10;
const IS_NEW = "attribute_not_exists(pk)";

/** Stores the log of tries: made tries under the id of their event, pending tries under the time at which they are due. */
export class DynamoWebhookLog implements WebhookLog {
  readonly #client: DynamoDBDocumentClient;
  readonly #options: TableInTime;

  constructor(client: DynamoDBDocumentClient, options: TableInTime) {
    this.#client = client;
    this.#options = options;
  }

  async note(webhookId: string, { made, next, pendingAtMs }: TryNote): Promise<void> {
    const TableName = this.#options.table;
    const Item = {
      ...madeKey(webhookId, made.eventId, made.attempt),
      ...deliveryAttributes(webhookId, made),
      ...(next && { pendingAtMs: next.atMs }),
    };
    const put = { TableName, Item, ConditionExpression: IS_NEW };
    const before = pendingAtMs === undefined ? [] : [this.#removal(webhookId, made.eventId, pendingAtMs)];
    if (next === undefined && before.length === 0) {
      await undefinedIfConditionFailed(this.#client.send(new PutCommand(put)));
      return;
    }
    const failed = await transact(this.#client, [
      { Put: put },
      ...before,
      ...(next ? [this.#pendingPut(webhookId, next)] : []),
    ]);
    // The log has this try already: another worker noted it, or the answer to our write was lost. Only the pending try is removed.
    if (failed !== undefined && before.length > 0) await transact(this.#client, before);
  }

  async due(webhookId: string, nowMs: number, limit: number): Promise<DuePage> {
    const items = await queryPartition(this.#client, {
      table: this.#options.table,
      pk: webhookPartition(webhookId),
      prefix: PENDING_PREFIX,
      limit: limit + 1,
    });
    const pending = items.map(deliveryOf);
    const deliveries = pending.filter(({ atMs }) => atMs <= nowMs).slice(0, limit);
    const nextDueMs = pending[deliveries.length]?.atMs;
    return { deliveries, ...(nextDueMs !== undefined && { nextDueMs }) };
  }

  async tried(webhookId: string, eventIds: readonly string[]): Promise<ReadonlySet<string>> {
    const ids = [...new Set(eventIds)];
    const keys = ids.map((eventId) => madeKey(webhookId, eventId, 1));
    const items = await readMany(this.#client, this.#options.table, keys);
    return new Set(ids.filter((_, i) => items[i] !== undefined));
  }

  async last(webhookId: string, eventId: string): Promise<LastTry | undefined> {
    const item = await this.#lastItem(webhookId, eventId);
    return (
      item && {
        attempt: item.attempt,
        atMs: item.atMs,
        ...(item.pendingAtMs !== undefined && { pendingAtMs: item.pendingAtMs }),
      }
    );
  }

  async retry(webhookId: string, eventId: string, nowMs: number): Promise<boolean> {
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const last = await this.#lastItem(webhookId, eventId);
      if (last === undefined) return false;
      const { attempt, pendingAtMs, type, position } = last;
      if (pendingAtMs !== undefined && pendingAtMs <= nowMs) return true;
      const pending = { eventId, type, position, attempt: attempt + 1, status: "pending", atMs: nowMs } as const;
      const failed = await transact(this.#client, [
        this.#pendingMove(webhookId, last, nowMs),
        ...(pendingAtMs === undefined ? [] : [this.#removal(webhookId, eventId, pendingAtMs)]),
        this.#pendingPut(webhookId, pending),
        // This condition fails if the try with this number has been made by now.
        this.#isUnmade(webhookId, pending),
      ]);
      if (failed === undefined) return true;
    }
    throw new WriteConflictError("an event's tries kept changing while another one was asked for");
  }

  list(webhookId: string, query: DeliveryQuery): Promise<DeliveryPage> {
    return listDeliveries(this.#client, { ...this.#options, webhookId, ...query });
  }

  erase(webhookId: string): Promise<boolean> {
    return eraseDeliveries(this.#client, this.#options.table, webhookId);
  }

  async #lastItem(webhookId: string, eventId: string) {
    const [item] = await queryPartition(this.#client, {
      table: this.#options.table,
      pk: webhookPartition(webhookId),
      prefix: madePrefix(eventId),
      limit: 1,
      isNewestFirst: true,
    });
    return item && isLiving(item, this.#options.clock) ? lastTryItem.parse(item) : undefined;
  }

  #pendingPut(webhookId: string, delivery: WebhookDelivery): TransactItems[number] {
    const Item = {
      ...pendingKey(webhookId, delivery.eventId, delivery.atMs),
      ...deliveryAttributes(webhookId, delivery),
    };
    return { Put: { TableName: this.#options.table, Item } };
  }

  #removal(webhookId: string, eventId: string, dueAtMs: number): TransactItems[number] {
    return { Delete: { TableName: this.#options.table, Key: pendingKey(webhookId, eventId, dueAtMs) } };
  }

  #isUnmade(webhookId: string, { eventId, attempt }: WebhookDelivery): TransactItems[number] {
    const Key = madeKey(webhookId, eventId, attempt);
    return { ConditionCheck: { TableName: this.#options.table, Key, ConditionExpression: IS_NEW } };
  }

  /** Stores in the newest made try when the pending one is due, unless somebody else has changed that meanwhile. */
  #pendingMove(
    webhookId: string,
    { eventId, attempt, pendingAtMs }: { eventId: string; attempt: number; pendingAtMs?: number | undefined },
    nowMs: number,
  ): TransactItems[number] {
    const isAsSeen = pendingAtMs === undefined ? "attribute_not_exists(pendingAtMs)" : "pendingAtMs = :seen";
    return {
      Update: {
        TableName: this.#options.table,
        Key: madeKey(webhookId, eventId, attempt),
        UpdateExpression: "SET pendingAtMs = :now",
        ConditionExpression: `attribute_exists(pk) AND ${isAsSeen}`,
        ExpressionAttributeValues: { ":now": nowMs, ...(pendingAtMs !== undefined && { ":seen": pendingAtMs }) },
      },
    };
  }
}
