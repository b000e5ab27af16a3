import {
  BatchWriteCommand,
  type BatchWriteCommandOutput,
  type DynamoDBDocumentClient,
  PutCommand,
  QueryCommand,
} from "@aws-sdk/lib-dynamodb";
import * as z from "zod";
import { providerTemplateKey } from "../../shared/chat/dynamo/chat-template-item.ts";
import { leaveChatAccounts } from "../../shared/chat/dynamo/leave-chat-accounts.ts";
import { ConversationEraser } from "../../shared/conversations/dynamo/conversation-eraser.ts";
import { templateTextsOf } from "../../shared/email/dynamo/email-template-texts.ts";
import { feedPartition } from "../../shared/events/dynamo/feed-item.ts";
import type { Clock } from "../../shared/kernel/clock.ts";
import type { Log } from "../../shared/kernel/log.ts";
import type { Owner } from "../../shared/kernel/owner.ts";
import { DEAD_LETTERS } from "../../shared/notifications/dynamo/dead-letter-store.ts";
import { providerReferenceKey } from "../../shared/notifications/dynamo/provider-reference-items.ts";
import { webhookPartition } from "../../shared/webhooks/dynamo/progress-item.ts";
import { WEBHOOK_PREFIX } from "../../shared/webhooks/dynamo/webhook-item.ts";
import { erasureItem } from "./erasures.ts";
import type { ErasureReceipt, OwnerEraser } from "./port.ts";

const PARTITIONS = 256;
const PAGE = 250;
/** DynamoDB's own limit on one batch of writes. */
const BATCH = 25;
const MAX_BATCH_TRIES = 8;
/** Pages of one partition: far above what one can hold. */
const MAX_PAGES = 100_000;

const row = z.object({
  pk: z.string(),
  sk: z.string(),
  owner: z.string().optional(),
  hash: z.string().optional(),
  blobKey: z.string().optional(),
  conversationId: z.string().optional(),
  cloudMessageId: z.string().optional(),
  providerMessageId: z.string().optional(),
  providerTemplateId: z.string().optional(),
});
type Row = z.output<typeof row>;

export interface OwnerEraserOptions {
  readonly configTable: string;
  readonly apiKeysTable: string;
  readonly notificationsTable: string;
  readonly chatTable: string;
  readonly eventsTable: string;
  readonly webhooksTable: string;
  readonly removeMedia?: ((objectKey: string) => Promise<void>) | undefined;
  /** Permanently, every version: of one object by its whole key, or of all below a prefix. Answers how many versions went. */
  readonly eraseBlobs: (prefix: string) => Promise<number>;
  readonly clock: Clock;
  readonly log: Log;
}

export class DynamoOwnerEraser implements OwnerEraser {
  readonly #client: DynamoDBDocumentClient;
  readonly #options: OwnerEraserOptions;

  constructor(client: DynamoDBDocumentClient, options: OwnerEraserOptions) {
    this.#client = client;
    this.#options = options;
  }

  async erase(owner: Owner): Promise<ErasureReceipt> {
    const { configTable, apiKeysTable, eraseBlobs, log } = this.#options;
    // Before anything goes: a restore must not bring back the half of an erasure that was cut short.
    await this.#note(owner);
    // Keys first: from here on nothing new comes in by them.
    const keys = await this.#erasePartition(apiKeysTable, `O#${owner}`, (key) =>
      key.hash ? [{ pk: `K#${key.hash}`, sk: "K" }] : [],
    );
    // Without their webhooks nobody could find their tries; a worker that is at one may note another.
    const webhooks = await this.#webhooksOf(owner);
    const webhookItems = await this.#eraseWebhooks(webhooks);
    const chatItems = await leaveChatAccounts(this.#client, { table: configTable, log }, owner);
    const config = await this.#erasePartition(configTable, `O#${owner}`, ({ providerTemplateId }) =>
      providerTemplateId ? [providerTemplateKey(providerTemplateId)] : [],
    );
    // Of templates that were replaced or deleted, too: their texts stay as older versions.
    const texts = await eraseBlobs(templateTextsOf(owner));
    const notifications = await this.#eraseNotifications(owner);
    const { chatTable: table, removeMedia } = this.#options;
    const conversations = await new ConversationEraser(this.#client, { table, removeMedia }).erase(owner);
    const deadLetters = await this.#eraseDeadLetters(owner);
    const events = await this.#erasePartition(this.#options.eventsTable, feedPartition(owner));
    // A backup from the middle of the erasure holds a part of it.
    await this.#note(owner);
    return {
      chatItems: conversations,
      apiKeys: keys.rows,
      configItems: config.rows + chatItems,
      notifications: notifications.rows - notifications.contents,
      contents: notifications.contents,
      deadLetters,
      events: events.rows,
      webhookItems: webhookItems + (await this.#eraseWebhooks(webhooks)),
      blobs: config.blobs + texts + notifications.blobs,
    };
  }

  async #webhooksOf(owner: Owner): Promise<readonly string[]> {
    const rows = await this.#page(this.#options.configTable, `O#${owner}`, { pk: `O#${owner}`, sk: WEBHOOK_PREFIX });
    return rows.flatMap(({ sk }) => (sk.startsWith(WEBHOOK_PREFIX) ? [sk.slice(WEBHOOK_PREFIX.length)] : []));
  }

  async #eraseWebhooks(ids: readonly string[]): Promise<number> {
    let erased = 0;
    for (const id of ids)
      erased += (await this.#erasePartition(this.#options.webhooksTable, webhookPartition(id))).rows;
    return erased;
  }

  async #note(owner: Owner): Promise<void> {
    const { notificationsTable, clock } = this.#options;
    const Item = erasureItem(owner, clock.now());
    await this.#client.send(new PutCommand({ TableName: notificationsTable, Item }));
  }

  async #eraseNotifications(owner: Owner): Promise<Erased> {
    const sum = { rows: 0, contents: 0, blobs: 0 };
    for (let partition = 0; partition < PARTITIONS; partition++) {
      const name = `${owner}#${partition.toString(16).padStart(2, "0")}`;
      const { rows, contents, blobs } = await this.#erasePartition(
        this.#options.notificationsTable,
        name,
        providerReferencesOf,
      );
      sum.rows += rows;
      sum.contents += contents;
      sum.blobs += blobs;
    }
    return sum;
  }

  /** The one partition that owners share: theirs is picked out of it. */
  async #eraseDeadLetters(owner: Owner): Promise<number> {
    const table = this.#options.notificationsTable;
    let erased = 0;
    let after: Pick<Row, "pk" | "sk"> | undefined;
    for (let page = 0; page < MAX_PAGES; page++) {
      const rows = await this.#page(table, DEAD_LETTERS, after);
      const own = rows.filter((one) => one.owner === owner);
      await this.#delete(table, own);
      erased += own.length;
      const last = rows.at(-1);
      if (last === undefined) break;
      after = { pk: last.pk, sk: last.sk };
    }
    return erased;
  }

  async #erasePartition(table: string, pk: string, also: (one: Row) => readonly Row[] = () => []): Promise<Erased> {
    const erased = { rows: 0, contents: 0, blobs: 0 };
    for (let page = 0; page < MAX_PAGES; page++) {
      const rows = await this.#page(table, pk);
      if (rows.length === 0) break;
      erased.blobs += await this.#eraseBlobs(rows);
      await this.#delete(table, [...rows, ...rows.flatMap(also)]);
      erased.rows += rows.length;
      erased.contents += rows.filter((one) => one.sk.endsWith("#BODY")).length;
    }
    return erased;
  }

  async #page(table: string, pk: string, after?: Pick<Row, "pk" | "sk">): Promise<Row[]> {
    const { Items = [] } = await this.#client.send(
      new QueryCommand({
        TableName: table,
        KeyConditionExpression: "pk = :pk",
        ExpressionAttributeValues: { ":pk": pk },
        ConsistentRead: true,
        Limit: PAGE,
        ...(after ? { ExclusiveStartKey: after } : {}),
      }),
    );
    return Items.map((item) => row.parse(item));
  }

  async #eraseBlobs(rows: readonly Row[]): Promise<number> {
    let erased = 0;
    for (const { blobKey } of rows) if (blobKey !== undefined) erased += await this.#options.eraseBlobs(blobKey);
    return erased;
  }

  async #delete(table: string, rows: readonly Row[]): Promise<void> {
    for (let first = 0; first < rows.length; first += BATCH) {
      let requests: BatchWriteCommandOutput["UnprocessedItems"] = {
        [table]: rows.slice(first, first + BATCH).map(({ pk, sk }) => ({ DeleteRequest: { Key: { pk, sk } } })),
      };
      for (let tries = 0; requests && Object.keys(requests).length > 0; tries++) {
        if (tries === MAX_BATCH_TRIES) throw new Error("the table store does not take the deletions");
        const answer: BatchWriteCommandOutput = await this.#client.send(
          new BatchWriteCommand({ RequestItems: requests }),
        );
        requests = answer.UnprocessedItems;
      }
    }
  }
}

/** The ways by which the provider's events found a chat notification. */
function providerReferencesOf({ sk, conversationId, cloudMessageId, providerMessageId }: Row): Row[] {
  if (conversationId === undefined) return [];
  const references = [sk, cloudMessageId, providerMessageId].filter((one) => one !== undefined);
  return [...new Set(references)].map(providerReferenceKey);
}

interface Erased {
  readonly rows: number;
  readonly contents: number;
  readonly blobs: number;
}
