import { createHash, randomUUID } from "node:crypto";
import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { DeleteCommand, type DynamoDBDocumentClient, PutCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod";
import type { EmailTemplate } from "../../domain/email-template.ts";
import { BODY_TYPES } from "../../domain/mail.ts";
import type { BlobStore } from "../../ports/blob-store.ts";
import type { EmailTemplateStore } from "../../ports/email-template-store.ts";
import { pack, unpack } from "./content-codec.ts";
import { contentItem } from "./notification-content-item.ts";
import { queryPartition } from "./query-partition.ts";
import { readItemConsistently } from "./read-item.ts";

/** D18: what is larger after compression goes to the content bucket. */
const MAX_INLINE_BYTES = 200_000;
const MAX_LISTED = 1000;
const READ_AT_ONCE = 16;

const templateItem = z.object({
  id: z.string(),
  name: z.string(),
  bodyType: z.enum(BODY_TYPES),
  createdAt: z.string(),
  updatedAt: z.string(),
});
const templateText = z.object({ subject: z.string(), body: z.string() });

const partition = (owner: string): string => `O#${owner}`;
const keyOf = (owner: string, id: string) => ({ pk: partition(owner), sk: `TPL#${id}` });

export interface EmailTemplateStoreOptions {
  readonly table: string;
  readonly blobs: () => Promise<BlobStore>;
}

export class DynamoEmailTemplateStore implements EmailTemplateStore {
  readonly #client: DynamoDBDocumentClient;
  readonly #options: EmailTemplateStoreOptions;

  constructor(client: DynamoDBDocumentClient, options: EmailTemplateStoreOptions) {
    this.#client = client;
    this.#options = options;
  }

  async list(owner: string): Promise<readonly EmailTemplate[]> {
    const query = { table: this.#options.table, pk: partition(owner), prefix: "TPL#", limit: MAX_LISTED };
    const items = await queryPartition(this.#client, query);
    const templates: EmailTemplate[] = [];
    for (let first = 0; first < items.length; first += READ_AT_ONCE) {
      const some = items.slice(first, first + READ_AT_ONCE);
      const read = await Promise.all(some.map((item) => this.#readOrLookAgain(owner, item)));
      templates.push(...read.filter((template) => template !== undefined));
    }
    return templates;
  }

  async get(owner: string, id: string): Promise<EmailTemplate | undefined> {
    // Who has just saved or deleted a template sends with what is saved: a stale text would be frozen into a mail.
    const item = await this.#item(owner, id);
    return item && this.#readOrLookAgain(owner, item);
  }

  async create(template: EmailTemplate): Promise<void> {
    if (!(await this.#put(template, "attribute_not_exists(pk)")))
      throw new Error("a template of this id exists already");
  }

  replace(template: EmailTemplate): Promise<boolean> {
    return this.#put(template, "attribute_exists(pk)");
  }

  async remove(owner: string, id: string): Promise<boolean> {
    const remove = new DeleteCommand({
      TableName: this.#options.table,
      Key: keyOf(owner, id),
      ReturnValues: "ALL_OLD",
    });
    const { Attributes: old } = await this.#client.send(remove);
    await this.#dropText(old);
    return old !== undefined;
  }

  async #put({ owner, subject, body, ...template }: EmailTemplate, condition: string): Promise<boolean> {
    const text = await this.#storeText(owner, await pack({ subject, body }));
    const item = { ...keyOf(owner, template.id), ...template, ...text };
    try {
      const put = {
        TableName: this.#options.table,
        Item: item,
        ConditionExpression: condition,
        ReturnValues: "ALL_OLD",
      } as const;
      const { Attributes: old } = await this.#client.send(new PutCommand(put));
      await this.#dropText(old);
      return true;
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
      await this.#dropText(text);
      return false;
    }
  }

  #item(owner: string, id: string): Promise<Record<string, unknown> | undefined> {
    return readItemConsistently(this.#client, { TableName: this.#options.table, Key: keyOf(owner, id) });
  }

  /** Removes a text that no item names any more. */
  async #dropText(item: object | undefined): Promise<void> {
    const content = contentItem.safeParse(item).data;
    if (content !== undefined && "blobKey" in content) await (await this.#options.blobs()).remove(content.blobKey);
  }

  /** A template replaced between its item and its text has lost that text; the item as it now stands names the next one. */
  async #readOrLookAgain(owner: string, item: Record<string, unknown>): Promise<EmailTemplate | undefined> {
    try {
      return await this.#fromItem(owner, item);
    } catch (error) {
      const now = await this.#item(owner, templateItem.parse(item).id);
      if (now !== undefined && now.blobKey === item.blobKey) throw error;
      return now && this.#fromItem(owner, now);
    }
  }

  /** A large text has a key of its own for every version, so that a replacement takes effect in one write. */
  async #storeText(owner: string, bytes: Uint8Array): Promise<{ compressed: Uint8Array } | { blobKey: string }> {
    if (bytes.length <= MAX_INLINE_BYTES) return { compressed: bytes };
    const blobKey = `templates/${createHash("sha256").update(owner).digest("hex")}/${randomUUID()}`;
    await (await this.#options.blobs()).put(blobKey, bytes);
    return { blobKey };
  }

  async #fromItem(owner: string, item: unknown): Promise<EmailTemplate> {
    const content = contentItem.parse(item);
    const bytes =
      "compressed" in content ? content.compressed : await (await this.#options.blobs()).get(content.blobKey);
    return { owner, ...templateItem.parse(item), ...templateText.parse(await unpack(bytes)) };
  }
}
