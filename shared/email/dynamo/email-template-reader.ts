import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import type { Amount } from "../../aws/dynamo/owner-total.ts";
import { queryPartition } from "../../aws/dynamo/query-partition.ts";
import { readItemConsistently } from "../../aws/dynamo/read-item.ts";
import { readTogetherConsistently } from "../../aws/dynamo/read-together.ts";
import type { Owner } from "../../kernel/owner.ts";
import { type EmailTemplate, MOST_TEMPLATES, templateBytes } from "../domain/email-template.ts";
import { fromTemplateItem, partitionOf, TEMPLATE_PREFIX, templateKey, writtenTemplate } from "./email-template-item.ts";
import type { EmailTemplateTexts } from "./email-template-texts.ts";

const READ_AT_ONCE = 16;
/** Counting stops at this number of templates, which is far more than one owner may have. */
const MAX_COUNTED = 100_000;
/** A read is repeated at most this often when the item changes meanwhile. */
const MAX_TRIES = 5;

export type Item = Record<string, unknown>;

export interface ReadTemplates {
  readonly templates: readonly EmailTemplate[];
  /** The item after which the next page begins; undefined on the last page. */
  readonly last?: Item | undefined;
}

/** Reads the items of templates and versions together with their texts. */
export class EmailTemplateReader {
  readonly #client: DynamoDBDocumentClient;
  readonly #table: string;
  readonly #texts: EmailTemplateTexts;

  constructor(client: DynamoDBDocumentClient, { table, texts }: { table: string; texts: EmailTemplateTexts }) {
    this.#client = client;
    this.#table = table;
    this.#texts = texts;
  }

  item(owner: Owner, id: string): Promise<Item | undefined> {
    return readTogetherConsistently(this.#client, { TableName: this.#table, Key: templateKey(owner, id) });
  }

  items(owner: Owner, limit: number, after?: string): Promise<readonly Item[]> {
    const query = { table: this.#table, pk: partitionOf(owner), prefix: TEMPLATE_PREFIX, limit };
    return queryPartition(this.#client, { ...query, after: after && templateKey(owner, after).sk });
  }

  async count(owner: Owner): Promise<Amount> {
    const items = await this.items(owner, MAX_COUNTED);
    let bytes = 0;
    for (const item of items) bytes += await this.bytesOf(owner, item);
    return { bytes, count: items.length };
  }

  /** Reads the template of an item. If its text is gone, the template was changed after the item was read, so the item is read again. */
  async template(owner: Owner, item: Item): Promise<EmailTemplate | undefined> {
    let seen = item;
    for (let tries = 1; ; tries++) {
      try {
        return await this.#fromItem(owner, seen);
      } catch (error) {
        const Key = { pk: String(item.pk), sk: String(item.sk) };
        const now = await readItemConsistently(this.#client, { TableName: this.#table, Key });
        if (now === undefined) return undefined;
        if (now.blobKey === seen.blobKey || tries === MAX_TRIES) throw error;
        seen = now;
      }
    }
  }

  /** Reads the templates of the first `limit` items, or as many as fit into a page. `last` is set when items are left. */
  async first(owner: Owner, items: readonly Item[], limit: number): Promise<ReadTemplates> {
    const wanted = items.slice(0, limit);
    const templates: EmailTemplate[] = [];
    let bytes = 0;
    let looked = 0;
    while (looked < wanted.length && bytes <= MOST_TEMPLATES.bytes) {
      const some = wanted.slice(looked, looked + READ_AT_ONCE);
      looked += some.length;
      const read = await Promise.all(some.map((item) => this.template(owner, item)));
      templates.push(...read.filter((template) => template !== undefined));
      bytes = templates.reduce((sum, template) => sum + templateBytes(template), 0);
    }
    return { templates, last: looked < items.length ? wanted[looked - 1] : undefined };
  }

  async bytesOf(owner: Owner, item: Item): Promise<number> {
    return writtenTemplate(item).sizeBytes ?? templateBytes(await this.#fromItem(owner, item));
  }

  async #fromItem(owner: Owner, item: Item): Promise<EmailTemplate> {
    return { owner, ...fromTemplateItem(item), ...(await this.#texts.read(item)) };
  }
}
