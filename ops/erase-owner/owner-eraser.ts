import { type DynamoDBDocumentClient, PutCommand } from "@aws-sdk/lib-dynamodb";
import { activityPartition } from "../../shared/activity/dynamo/activity-item.ts";
import { ALERTS_PARTITION } from "../../shared/alerts/dynamo/alert-settings-item.ts";
import { OPEN_ALERTS, raisedPartition } from "../../shared/alerts/dynamo/raised-alert-item.ts";
import { leaveChatAccounts } from "../../shared/chat/dynamo/leave-chat-accounts.ts";
import { ConversationEraser } from "../../shared/conversations/dynamo/conversation-eraser.ts";
import { listedTestKey } from "../../shared/edge/dynamo/test-clocks.ts";
import { templateTextsOf } from "../../shared/email/dynamo/email-template-texts.ts";
import { attachmentPrefixesOf } from "../../shared/email/s3/attachment-keys.ts";
import { feedPartition } from "../../shared/events/dynamo/feed-item.ts";
import type { Clock } from "../../shared/kernel/clock.ts";
import type { Log } from "../../shared/kernel/log.ts";
import type { Owner } from "../../shared/kernel/owner.ts";
import { isTestOwner, testOwnerOf } from "../../shared/kernel/test-mode.ts";
import { dailyCountKey } from "../../shared/keys/dynamo/daily-counts.ts";
import { DEAD_LETTERS } from "../../shared/notifications/dynamo/dead-letter-store.ts";
import { sandboxPartition, sandboxSourcesOf } from "../../shared/sandbox/dynamo/sandbox-partition.ts";
import { statisticsPartition } from "../../shared/statistics/dynamo/counter-item.ts";
import { webhookPartition } from "../../shared/webhooks/dynamo/progress-item.ts";
import { DynamoWebhookStore } from "../../shared/webhooks/dynamo/webhook-store.ts";
import { erasureItem } from "./erasures.ts";
import { elsewhereOf, providerReferencesOf } from "./items-elsewhere.ts";
import { partitionsOf } from "./notification-partitions.ts";
import { type Erased, PartitionEraser, type Row } from "./partition-eraser.ts";
import type { BothModes, ErasureReceipt, OwnerEraser } from "./port.ts";

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

  async erase(owner: Owner): Promise<BothModes<ErasureReceipt>> {
    // The erasure is noted before it starts, so that a restore does not bring back data that an interrupted erasure has
    // erased. The note is about both of the owner's ids.
    await this.#note(owner);
    // Keys of both modes belong to the owner, so no request comes in test mode once they are erased.
    const live = await this.#eraseOne(owner);
    const test = await this.#eraseOne(testOwnerOf(owner));
    // The second note covers backups that were taken during the erasure and contain a part of the data.
    await this.#note(owner);
    return { live, test };
  }

  async #eraseOne(owner: Owner): Promise<ErasureReceipt> {
    const { configTable, apiKeysTable, eraseBlobs, log } = this.#options;
    await this.#unlist(owner);
    // Keys are erased first, so that nothing new arrives with them.
    const keys = await this.#partitions.erase(apiKeysTable, `O#${owner}`, (key) =>
      key.hash ? [{ pk: `K#${key.hash}`, sk: "K" }, dailyCountKey(key.sk.slice("KEY#".length))] : [],
    );
    // The webhooks' ids are read before their items are erased, because only the items show which logs belong to the
    // owner.
    const webhooks = await this.#webhookIds(owner);
    const webhookItems = await this.#eraseSent(webhooks);
    const chatItems = await leaveChatAccounts(this.#client, { table: configTable, log }, owner);
    const config = await this.#partitions.erase(configTable, `O#${owner}`, elsewhereOf(owner));
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
    const configMeanwhile = await this.#partitions.erase(configTable, `O#${owner}`, elsewhereOf(owner));
    const history = await this.#eraseHistory(owner);
    const sandbox = await this.#eraseSandbox(owner);
    await this.#unlist(owner);
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
      sandboxItems: sandbox.rows,
      blobs: config.blobs + texts + files + notifications.blobs + sandbox.blobs,
    };
  }

  async #note(owner: Owner): Promise<void> {
    const { notificationsTable, clock } = this.#options;
    const Item = erasureItem(owner, clock.now());
    await this.#client.send(new PutCommand({ TableName: notificationsTable, Item }));
  }

  /** Removes a hidden owner from the list of owners of test mode, which the sweep goes through. */
  async #unlist(owner: Owner): Promise<void> {
    if (isTestOwner(owner)) await this.#partitions.remove(this.#options.configTable, [listedTestKey(owner)]);
  }

  /** Erases what test mode took in. Sources remain in the bucket for some days when their mail is gone. */
  async #eraseSandbox(owner: Owner): Promise<Pick<Erased, "rows" | "blobs">> {
    if (!isTestOwner(owner)) return { rows: 0, blobs: 0 };
    const { eventsTable, eraseBlobs } = this.#options;
    const { rows, blobs } = await this.#partitions.erase(eventsTable, sandboxPartition(owner));
    return { rows, blobs: blobs + (await eraseBlobs(sandboxSourcesOf(owner))) };
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
    const entries = await this.#partitions.eraseShared(
      eventsTable,
      activityPartition("administration"),
      asAdministrator,
    );
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
    const choices = await this.#partitions.eraseShared(configTable, ALERTS_PARTITION, isOwn);
    const open = await this.#partitions.eraseShared(eventsTable, OPEN_ALERTS, isOwn);
    return choices + open + (await this.#partitions.erase(eventsTable, raisedPartition(owner))).rows;
  }

  #eraseDeadLetters(owner: Owner): Promise<number> {
    return this.#partitions.eraseShared(this.#options.notificationsTable, DEAD_LETTERS, (one) => one.owner === owner);
  }
}
