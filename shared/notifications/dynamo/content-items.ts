import { createHash } from "node:crypto";
import { type DynamoDBDocumentClient, PutCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { contentItem, pack, unpack } from "../../aws/dynamo/content-codec.ts";
import { LivingItems, type TableInTime } from "../../aws/dynamo/living-items.ts";
import { undefinedIfConditionFailed } from "../../aws/dynamo/undefined-if-condition-failed.ts";
import type { BlobStore } from "../../kernel/blob-store.ts";
import type { NotificationContent } from "../domain/notification.ts";
import type { ContentCodecs, NotificationKey } from "../ports.ts";
import { toContent } from "./notification-content-item.ts";
import { contentKey } from "./notification-key.ts";

/** A content that is larger after compression goes to the content bucket (D18). */
const MAX_ITEM_BYTES = 200_000;

export type Leaves = "now" | "later";

export interface ContentItemsOptions extends TableInTime {
  readonly blobs: () => Promise<BlobStore>;
  readonly codecs: ContentCodecs;
}

/** Stores each content apart from the notification's state: a small one in an item of its own, a large one in the content bucket. */
export class ContentItems {
  readonly #client: DynamoDBDocumentClient;
  readonly #options: ContentItemsOptions;
  readonly #items: LivingItems;

  constructor(client: DynamoDBDocumentClient, options: ContentItemsOptions) {
    this.#client = client;
    this.#items = new LivingItems(client, options);
    this.#options = options;
  }

  /** Makes the item to store. A large content is in the bucket before the method returns. */
  async itemOf(
    key: NotificationKey,
    content: NotificationContent,
    { ttl, leaves }: { readonly ttl: number; readonly leaves: Leaves },
  ): Promise<Record<string, unknown>> {
    const bytes = await pack(content);
    const isSmall = bytes.length <= MAX_ITEM_BYTES;
    const where = isSmall ? { compressed: bytes } : { blobKey: await this.#putBlob(key, bytes, leaves) };
    return { ...contentKey(key), ...where, ttl };
  }

  /** A content is frozen at acceptance: a repeated request under the same reserved id changes nothing. */
  async put(item: Record<string, unknown>): Promise<void> {
    const condition = { ConditionExpression: "attribute_not_exists(pk)" };
    const put = new PutCommand({ TableName: this.#options.table, Item: item, ...condition });
    await undefinedIfConditionFailed(this.#client.send(put));
  }

  /** Returns undefined when the content has expired. */
  async find(key: NotificationKey): Promise<NotificationContent | undefined> {
    const item = await this.#items.readTogether(contentKey(key));
    if (item === undefined) return undefined;
    const content = contentItem.parse(item);
    const bytes =
      "compressed" in content ? content.compressed : await (await this.#options.blobs()).get(content.blobKey);
    return toContent(this.#options.codecs, await unpack(bytes));
  }

  /** Keeps the content at least until this epoch second, and its object as long as a new one. Does nothing when the content has expired. */
  async keepUntil(key: NotificationKey, ttl: number): Promise<void> {
    const item = await this.#items.readConsistently(contentKey(key));
    if (item === undefined) return;
    const content = contentItem.parse(item);
    // The object is kept before the item: once the item says that it is kept, the object certainly is.
    if ("blobKey" in content) {
      const blobs = await this.#options.blobs();
      await blobs.put(content.blobKey, await blobs.get(content.blobKey));
    }
    const update = new UpdateCommand({
      TableName: this.#options.table,
      Key: contentKey(key),
      UpdateExpression: "SET #ttl = :ttl",
      ConditionExpression: "#ttl < :ttl",
      ExpressionAttributeNames: { "#ttl": "ttl" },
      ExpressionAttributeValues: { ":ttl": ttl },
    });
    await undefinedIfConditionFailed(this.#client.send(update));
  }

  async #putBlob({ id }: NotificationKey, bytes: Uint8Array, leaves: Leaves): Promise<string> {
    // The name has a hash of the bytes, so a repeated request under the same id never overwrites what the first one stored.
    const name = `${id}/${createHash("sha256").update(bytes).digest("hex")}`;
    // The bucket expires objects by age, so a content that leaves later gets a prefix that is kept longer.
    const key = leaves === "later" ? `later/${name}` : `bodies/${name}`;
    await (await this.#options.blobs()).put(key, bytes);
    return key;
  }
}
