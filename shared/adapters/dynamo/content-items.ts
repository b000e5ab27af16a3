import { createHash } from "node:crypto";
import { type DynamoDBDocumentClient, PutCommand } from "@aws-sdk/lib-dynamodb";
import type { EmailContent } from "../../domain/notification.ts";
import type { BlobStore } from "../../ports/blob-store.ts";
import type { NotificationKey } from "../../ports/notification-store.ts";
import { pack, unpack } from "./content-codec.ts";
import { contentItem, emailContent } from "./notification-item.ts";
import { contentKey, stateKey } from "./notification-key.ts";
import { readItem } from "./read-item.ts";
import { undefinedIfConditionFailed } from "./undefined-if-condition-failed.ts";

/** Lives in the state's own item, which stays below one write unit (1 KB). */
const MAX_BESIDE_STATE_BYTES = 350;
/** D18: what is larger after compression goes to the content bucket. */
const MAX_ITEM_BYTES = 200_000;

export interface ContentItemsOptions {
  readonly table: string;
  readonly blobs: () => Promise<BlobStore>;
}

/** Where the content of a notification lives: beside its state, in an item of its own, or in the content bucket, by size. */
export class ContentItems {
  readonly #client: DynamoDBDocumentClient;
  readonly #options: ContentItemsOptions;

  constructor(client: DynamoDBDocumentClient, options: ContentItemsOptions) {
    this.#client = client;
    this.#options = options;
  }

  /** Stores the content, or answers the attribute with which the state will carry it. */
  async put(key: NotificationKey, content: EmailContent, ttl: number): Promise<{ readonly inline?: Uint8Array }> {
    const bytes = await pack(content);
    if (bytes.length <= MAX_BESIDE_STATE_BYTES) return { inline: bytes };
    const where = bytes.length <= MAX_ITEM_BYTES ? { compressed: bytes } : { blobKey: await this.#putBlob(key, bytes) };
    // Frozen at acceptance: a repeated request under the same reserved id changes nothing.
    const put = new PutCommand({
      TableName: this.#options.table,
      Item: { ...contentKey(key), ...where, ttl },
      ConditionExpression: "attribute_not_exists(pk)",
    });
    await undefinedIfConditionFailed(this.#client.send(put));
    return {};
  }

  /** Undefined when it has expired. */
  async find(key: NotificationKey): Promise<EmailContent | undefined> {
    const item = await readItem(this.#client, { TableName: this.#options.table, Key: contentKey(key) });
    if (item === undefined) return this.#besideState(key);
    const content = contentItem.parse(item);
    const bytes =
      "compressed" in content ? content.compressed : await (await this.#options.blobs()).get(content.blobKey);
    return openContent(bytes);
  }

  async #besideState(key: NotificationKey): Promise<EmailContent | undefined> {
    const state = await readItem(this.#client, { TableName: this.#options.table, Key: stateKey(key) });
    return state?.inline instanceof Uint8Array ? openContent(state.inline) : undefined;
  }

  async #putBlob({ id }: NotificationKey, bytes: Uint8Array): Promise<string> {
    // Named after what it holds: a repeated request under the same id must not write over what the first one stored.
    const key = `bodies/${id}/${createHash("sha256").update(bytes).digest("hex")}`;
    await (await this.#options.blobs()).put(key, bytes);
    return key;
  }
}

export const openContent = async (bytes: Uint8Array): Promise<EmailContent> => emailContent.parse(await unpack(bytes));
