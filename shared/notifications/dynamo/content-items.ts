import { createHash } from "node:crypto";
import { type DynamoDBDocumentClient, PutCommand } from "@aws-sdk/lib-dynamodb";
import { contentItem, pack, unpack } from "../../aws/dynamo/content-codec.ts";
import { LivingItems, type TableInTime } from "../../aws/dynamo/living-items.ts";
import { undefinedIfConditionFailed } from "../../aws/dynamo/undefined-if-condition-failed.ts";
import type { BlobStore } from "../../kernel/blob-store.ts";
import type { NotificationContent } from "../domain/notification.ts";
import type { NotificationKey } from "../ports.ts";
import { notificationContent, storedContent } from "./notification-content-item.ts";
import { contentKey } from "./notification-key.ts";

/** D18: what is larger after compression goes to the content bucket. */
const MAX_ITEM_BYTES = 200_000;

export interface ContentItemsOptions extends TableInTime {
  readonly blobs: () => Promise<BlobStore>;
}

/** Where the content of a notification lives: in an item of its own, apart from the state, or in the content bucket, by size. */
export class ContentItems {
  readonly #client: DynamoDBDocumentClient;
  readonly #options: ContentItemsOptions;
  readonly #items: LivingItems;

  constructor(client: DynamoDBDocumentClient, options: ContentItemsOptions) {
    this.#client = client;
    this.#items = new LivingItems(client, options);
    this.#options = options;
  }

  /** The item to store; a large content lies in the bucket by then. */
  async itemOf(key: NotificationKey, content: NotificationContent, ttl: number): Promise<Record<string, unknown>> {
    const bytes = await pack(storedContent(content));
    const where = bytes.length <= MAX_ITEM_BYTES ? { compressed: bytes } : { blobKey: await this.#putBlob(key, bytes) };
    return { ...contentKey(key), ...where, ttl };
  }

  /** Frozen at acceptance: a repeated request under the same reserved id changes nothing. */
  async put(item: Record<string, unknown>): Promise<void> {
    const condition = { ConditionExpression: "attribute_not_exists(pk)" };
    const put = new PutCommand({ TableName: this.#options.table, Item: item, ...condition });
    await undefinedIfConditionFailed(this.#client.send(put));
  }

  /** Undefined when it has expired. */
  async find(key: NotificationKey): Promise<NotificationContent | undefined> {
    const item = await this.#items.readTogether(contentKey(key));
    if (item === undefined) return undefined;
    const content = contentItem.parse(item);
    const bytes =
      "compressed" in content ? content.compressed : await (await this.#options.blobs()).get(content.blobKey);
    return notificationContent.parse(await unpack(bytes));
  }

  async #putBlob({ id }: NotificationKey, bytes: Uint8Array): Promise<string> {
    // Named after what it holds: a repeated request under the same id must not write over what the first one stored.
    const key = `bodies/${id}/${createHash("sha256").update(bytes).digest("hex")}`;
    await (await this.#options.blobs()).put(key, bytes);
    return key;
  }
}
