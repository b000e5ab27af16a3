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

/** D18: what is larger after compression goes to the content bucket. */
const MAX_ITEM_BYTES = 200_000;

export type Leaves = "now" | "later";

export interface ContentItemsOptions extends TableInTime {
  readonly blobs: () => Promise<BlobStore>;
  readonly codecs: ContentCodecs;
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
    return toContent(this.#options.codecs, await unpack(bytes));
  }

  /** Until this epoch second at least, and as an object from now on as long as a new one. Does nothing when it has expired. */
  async keepUntil(key: NotificationKey, ttl: number): Promise<void> {
    const item = await this.#items.readConsistently(contentKey(key));
    if (item === undefined) return;
    const content = contentItem.parse(item);
    // The object first: a request that is repeated after a lost answer finds the item kept already.
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
    // Named after what it holds: a repeated request under the same id must not write over what the first one stored.
    const name = `${id}/${createHash("sha256").update(bytes).digest("hex")}`;
    // The bucket expires by age: what is to leave later has a prefix of its own, and is kept for so much longer.
    const key = leaves === "later" ? `later/${name}` : `bodies/${name}`;
    await (await this.#options.blobs()).put(key, bytes);
    return key;
  }
}
