import { type DynamoDBDocumentClient, PutCommand } from "@aws-sdk/lib-dynamodb";
import { activityPartition } from "../../shared/activity/dynamo/activity-item.ts";
import { ALERTS_PARTITION } from "../../shared/alerts/dynamo/alert-settings-item.ts";
import { OPEN_ALERTS, raisedPartition } from "../../shared/alerts/dynamo/raised-alert-item.ts";
import { providerTemplateKey } from "../../shared/chat/dynamo/chat-template-item.ts";
import { leaveChatAccounts } from "../../shared/chat/dynamo/leave-chat-accounts.ts";
import { ConversationEraser } from "../../shared/conversations/dynamo/conversation-eraser.ts";
import { templateTextsOf } from "../../shared/email/dynamo/email-template-texts.ts";
import { attachmentPrefixesOf } from "../../shared/email/s3/attachment-keys.ts";
import { feedPartition } from "../../shared/events/dynamo/feed-item.ts";
import type { Clock } from "../../shared/kernel/clock.ts";
import type { Log } from "../../shared/kernel/log.ts";
import type { Owner } from "../../shared/kernel/owner.ts";
import { dailyCountKey } from "../../shared/keys/dynamo/daily-counts.ts";
import { DEAD_LETTERS } from "../../shared/notifications/dynamo/dead-letter-store.ts";
import { providerReferenceKey } from "../../shared/notifications/dynamo/provider-reference-items.ts";
import { statisticsPartition } from "../../shared/statistics/dynamo/counter-item.ts";
import { linkKeyKey } from "../../shared/suppressions/dynamo/link-key-store.ts";
import { webhookPartition } from "../../shared/webhooks/dynamo/progress-item.ts";
import { DynamoWebhookStore } from "../../shared/webhooks/dynamo/webhook-store.ts";
import { erasureItem } from "./erasures.ts";
import { partitionsOf } from "./notification-partitions.ts";
import { type Erased, MAX_PAGES, PartitionEraser, type Row } from "./partition-eraser.ts";
import type { ErasureReceipt, OwnerEraser } from "./port.ts";

export interface OwnerEraserOptions {
  readonly configTable: string;
  readonly apiKeysTable: string;
  readonly notificationsTable: string;
  readonly chatTable: string;
  readonly eventsTable: string;
  readonly webhooksTable: string;
  readonly removeMedia?: ((objectKey: string) => Promise<void>) | undefined;
  /**
   * Permanently erases every version of one object (by its whole key) or of all objects below a prefix. Returns how
   * many versions it erased.
   */
  readonly eraseBlobs: (prefix: string) => Promise<number>;
  readonly clock: Clock;
  readonly log: Log;
}

export class DynamoOwnerEraser implements OwnerEraser {
  readonly #client: DynamoDBDocumentClient;
  readonly #options: OwnerEraserOptions;
  readonly #partitions: PartitionEraser;

  constructor(client: DynamoDBDocumentClient, options: OwnerEraserOptions) {
    this.#client = client;
    this.#options = options;
    this.#partitions = new PartitionEraser(client, options.eraseBlobs);
  }

  async erase(owner: Owner): Promise<ErasureReceipt> {
    const { configTable, apiKeysTable, eraseBlobs, log } = this.#options;
    // The erasure is noted before it starts, so that a restore does not bring back data that an interrupted erasure has
    // erased.
    await this.#note(owner);
    // Keys are erased first, so that nothing new arrives with them.
    const keys = await this.#partitions.erase(apiKeysTable, `O#${owner}`, (key) =>
      key.hash ? [{ pk: `K#${key.hash}`, sk: "K" }, dailyCountKey(key.sk.slice("KEY#".length))] : [],
    );
    // The webhooks' ids are read before their items are erased, because only the items show which logs belong to the
    // owner.
    const webhooks = await this.#webhookIds(owner);
    const webhookItems = await this.#eraseSent(webhooks);
    const chatItems = await leaveChatAccounts(this.#client, { table: configTable, log }, owner);
    const config = await this.#partitions.erase(configTable, `O#${owner}`, elsewhereOf);
    // The texts include those of replaced or deleted templates, which remain as older versions.
    const texts = await eraseBlobs(templateTextsOf(owner));
    const files = await this.#eraseFiles(owner);
    const notifications = await this.#eraseNotifications(owner);
    const { chatTable: table, removeMedia } = this.#options;
    const conversations = await new ConversationEraser(this.#client, { table, removeMedia }).erase(owner);
    const deadLetters = await this.#eraseDeadLetters(owner);
    const alerts = await this.#eraseAlerts(owner);
    // Requests that ran during the erasure may have written again, so a second pass erases these records.
    const sentMeanwhile = await this.#eraseSent(webhooks);
    const configMeanwhile = await this.#partitions.erase(configTable, `O#${owner}`, elsewhereOf);
    const history = await this.#eraseHistory(owner);
    // The second note covers backups that were taken during the erasure and contain a part of the data.
    await this.#note(owner);
    return {
      chatItems: conversations,
      apiKeys: keys.rows,
      configItems: config.rows + configMeanwhile.rows + chatItems,
      notifications: notifications.rows - notifications.contents,
      contents: notifications.contents,
      deadLetters,
      alerts,
      ...history,
      webhookItems: webhookItems + sentMeanwhile,
      blobs: config.blobs + texts + files + notifications.blobs,
    };
  }

  async #note(owner: Owner): Promise<void> {
    const { notificationsTable, clock } = this.#options;
    const Item = erasureItem(owner, clock.now());
    await this.#client.send(new PutCommand({ TableName: notificationsTable, Item }));
  }

  /** Erases uploads, and the copies of them that mails use. */
  async #eraseFiles(owner: Owner): Promise<number> {
    let erased = 0;
    for (const prefix of attachmentPrefixesOf(owner)) erased += await this.#options.eraseBlobs(prefix);
    return erased;
  }

  async #eraseNotifications(owner: Owner): Promise<Erased> {
    const sum = { rows: 0, contents: 0, blobs: 0 };
    const table = this.#options.notificationsTable;
    for (const partition of partitionsOf(owner)) {
      const { rows, contents, blobs } = await this.#partitions.erase(table, partition, providerReferencesOf);
      sum.rows += rows;
      sum.contents += contents;
      sum.blobs += blobs;
    }
    return sum;
  }

  /** Returns the ids of the owner's webhooks, including deleted ones whose logs no worker has erased yet. */
  async #webhookIds(owner: Owner): Promise<readonly string[]> {
    const webhooks = new DynamoWebhookStore(this.#client, this.#options.configTable);
    const known = (await webhooks.list(owner)).map(({ id }) => id);
    return [...known, ...(await webhooks.deleted(owner))];
  }

  /** Erases the progress and the log of each webhook. */
  async #eraseSent(webhookIds: readonly string[]): Promise<number> {
    let erased = 0;
    for (const id of webhookIds)
      erased += (await this.#partitions.erase(this.#options.webhooksTable, webhookPartition(id))).rows;
    return erased;
  }

  /** Erases the feed, the activity log and the figures. */
  async #eraseHistory(owner: Owner): Promise<Pick<ErasureReceipt, "events" | "activity" | "figures">> {
    const { eventsTable } = this.#options;
    const { rows: events } = await this.#partitions.erase(eventsTable, feedPartition(owner));
    const { rows } = await this.#partitions.erase(eventsTable, activityPartition({ owner }));
    const asAdministrator = (one: Row) => one.actor === owner;
    const entries = await this.#eraseShared(eventsTable, activityPartition("administration"), asAdministrator);
    const { rows: figures } = await this.#partitions.erase(eventsTable, statisticsPartition(owner));
    return { events, activity: rows + entries, figures };
  }

  /**
   * Erases the owner's settings for alerts, the records of recent alerts, and the alerts that were
   * still to be sent.
   */
  async #eraseAlerts(owner: Owner): Promise<number> {
    const { configTable, eventsTable } = this.#options;
    const isOwn = (one: Row) => one.owner === owner;
    const choices = await this.#eraseShared(configTable, ALERTS_PARTITION, isOwn);
    const open = await this.#eraseShared(eventsTable, OPEN_ALERTS, isOwn);
    return choices + open + (await this.#partitions.erase(eventsTable, raisedPartition(owner))).rows;
  }

  #eraseDeadLetters(owner: Owner): Promise<number> {
    return this.#eraseShared(this.#options.notificationsTable, DEAD_LETTERS, (one) => one.owner === owner);
  }

  /** Erases the owner's items from a partition that owners share. */
  async #eraseShared(table: string, pk: string, isOwn: (one: Row) => boolean): Promise<number> {
    let erased = 0;
    let after: Pick<Row, "pk" | "sk"> | undefined;
    for (let page = 0; page < MAX_PAGES; page++) {
      const rows = await this.#partitions.page(table, pk, after);
      const own = rows.filter(isOwn);
      await this.#partitions.remove(table, own);
      erased += own.length;
      const last = rows.at(-1);
      if (last === undefined) break;
      after = { pk: last.pk, sk: last.sk };
    }
    return erased;
  }
}

/** Returns the keys of the references through which the provider's events find a chat notification. */
function providerReferencesOf({ sk, conversationId, cloudMessageId, providerMessageId }: Row): Row[] {
  if (conversationId === undefined) return [];
  const references = [sk, cloudMessageId, providerMessageId].filter((one) => one !== undefined);
  return [...new Set(references)].map(providerReferenceKey);
}

/** Returns the keys of the items in other partitions that belong to an item of the owner's partition. */
const elsewhereOf = ({ providerTemplateId, linkKeyId }: Row): Row[] => [
  ...(providerTemplateId ? [providerTemplateKey(providerTemplateId)] : []),
  ...(linkKeyId ? [linkKeyKey(linkKeyId)] : []),
];
