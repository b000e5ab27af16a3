import { randomUUID } from "node:crypto";
import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { type Amount, OwnerTotal } from "../../aws/dynamo/owner-total.ts";
import { queryPartition } from "../../aws/dynamo/query-partition.ts";
import { readItemConsistently } from "../../aws/dynamo/read-item.ts";
import { type TransactItems, transact } from "../../aws/dynamo/transact.ts";
import type { BlobStore } from "../../kernel/blob-store.ts";
import type { Owner } from "../../kernel/owner.ts";
import { type EmailTemplate, MOST_TEMPLATES, templateBytes } from "../domain/email-template.ts";
import type { EmailTemplatePage, EmailTemplateStore, SavedTemplate } from "../ports.ts";
import {
  fromTemplateItem,
  isAsRead,
  partitionOf,
  TEMPLATE_PREFIX,
  templateKey,
  writtenTemplate,
} from "./email-template-item.ts";
import { EmailTemplateTexts, type StoredText } from "./email-template-texts.ts";

const READ_AT_ONCE = 16;
/** Far above what one owner may have. */
const MAX_COUNTED = 100_000;
/** How often a read or a write looks again when the template, or the total beside it, changes under its hands. */
const MAX_TRIES = 5;

type Item = Record<string, unknown>;
/** `refused`: the template itself is not as the write expects it. */
type Written = "saved" | "full" | "refused";

export interface EmailTemplateStoreOptions {
  readonly table: string;
  readonly blobs: () => Promise<BlobStore>;
}

export class DynamoEmailTemplateStore implements EmailTemplateStore {
  readonly #client: DynamoDBDocumentClient;
  readonly #table: string;
  readonly #texts: EmailTemplateTexts;
  readonly #total: OwnerTotal;

  constructor(client: DynamoDBDocumentClient, { table, blobs }: EmailTemplateStoreOptions) {
    this.#client = client;
    this.#table = table;
    this.#texts = new EmailTemplateTexts(blobs);
    this.#total = new OwnerTotal(client, { table, sortKey: "TOTAL#TPL", most: MOST_TEMPLATES });
  }

  async page(owner: Owner, limit: number, after?: string): Promise<EmailTemplatePage> {
    const items = await this.#items(owner, limit + 1, after);
    const wanted = items.slice(0, limit);
    const templates: EmailTemplate[] = [];
    let bytes = 0;
    let looked = 0;
    while (looked < wanted.length && bytes <= MOST_TEMPLATES.bytes) {
      const some = wanted.slice(looked, looked + READ_AT_ONCE);
      looked += some.length;
      const read = await Promise.all(some.map((item) => this.#readOrLookAgain(owner, item)));
      templates.push(...read.filter((template) => template !== undefined));
      bytes = templates.reduce((sum, template) => sum + templateBytes(template), 0);
    }
    const last = looked < items.length ? wanted[looked - 1] : undefined;
    return { templates, ...(last && { next: writtenTemplate(last).id }) };
  }

  async get(owner: Owner, id: string): Promise<EmailTemplate | undefined> {
    // An owner who has just saved or deleted a template sends with what is saved: a stale text would be frozen into a mail.
    const item = await this.#item(owner, id);
    return item && this.#readOrLookAgain(owner, item);
  }

  async create(template: EmailTemplate): Promise<"saved" | "full"> {
    const text = await this.#texts.store(template.owner, template);
    const put = { Put: { ...this.#put(template, text), ConditionExpression: "attribute_not_exists(pk)" } };
    const written = await this.#write(template.owner, put, { bytes: templateBytes(template), count: 1 });
    if (written !== "saved") await this.#texts.drop(text);
    if (written === "refused") throw new Error("a template of this id exists already");
    return written;
  }

  async replace(template: EmailTemplate): Promise<SavedTemplate> {
    const { owner, id } = template;
    const text = await this.#texts.store(owner, template);
    const bytes = templateBytes(template);
    const written = await this.#rewrite(owner, id, (known) => ({
      write: { Put: { ...this.#put(template, text), ...isAsRead(known.revision) } },
      amount: { bytes: bytes - known.bytes, count: 0 },
    }));
    if (written !== "saved") await this.#texts.drop(text);
    return written;
  }

  async remove(owner: Owner, id: string): Promise<boolean> {
    const written = await this.#rewrite(owner, id, (known) => ({
      write: { Delete: { TableName: this.#table, Key: templateKey(owner, id), ...isAsRead(known.revision) } },
      amount: { bytes: -known.bytes, count: -1 },
    }));
    return written === "saved";
  }

  /** Writes what follows from the item as it stands, and drops the text that the item had. */
  async #rewrite(
    owner: Owner,
    id: string,
    change: (known: Known) => { readonly write: TransactItems[number]; readonly amount: Amount },
  ): Promise<SavedTemplate> {
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const item = await this.#item(owner, id);
      if (item === undefined) return "gone";
      const known = { ...writtenTemplate(item), bytes: await this.#bytesOf(owner, item) };
      const { write, amount } = change(known);
      const written = await this.#write(owner, write, amount);
      if (written === "saved") await this.#texts.drop(item);
      if (written !== "refused") return written;
    }
    throw new Error("a template kept changing while it was being written");
  }

  /** The write, and the total beside it. A total that is missing or wrong is counted first: nobody is refused for it. */
  async #write(owner: Owner, write: TransactItems[number], amount: Amount): Promise<Written> {
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const failed = await transact(this.#client, [write, this.#total.change(owner, amount)]);
      if (failed === undefined) return "saved";
      if (failed[0]) return "refused";
      const isRight = await this.#total.correct(owner, () => this.#count(owner));
      if (isRight && tries > 0) return "full";
    }
    throw new Error("the total of an owner's templates kept changing");
  }

  #put({ owner, subject: _subject, body: _body, ...template }: EmailTemplate, text: StoredText) {
    const sizeBytes = templateBytes({ owner, subject: _subject, body: _body, ...template });
    const item = { ...templateKey(owner, template.id), ...template, ...text, sizeBytes, revision: randomUUID() };
    return { TableName: this.#table, Item: item };
  }

  #item(owner: Owner, id: string): Promise<Item | undefined> {
    return readItemConsistently(this.#client, { TableName: this.#table, Key: templateKey(owner, id) });
  }

  #items(owner: Owner, limit: number, after?: string): Promise<readonly Item[]> {
    const query = { table: this.#table, pk: partitionOf(owner), prefix: TEMPLATE_PREFIX, limit };
    return queryPartition(this.#client, { ...query, after: after && templateKey(owner, after).sk });
  }

  async #count(owner: Owner): Promise<Amount> {
    const items = await this.#items(owner, MAX_COUNTED);
    let bytes = 0;
    for (const item of items) bytes += await this.#bytesOf(owner, item);
    return { bytes, count: items.length };
  }

  async #bytesOf(owner: Owner, item: Item): Promise<number> {
    return writtenTemplate(item).sizeBytes ?? templateBytes(await this.#fromItem(owner, item));
  }

  /** A template replaced between its item and its text has lost that text; the item as it then stands names the next one. */
  async #readOrLookAgain(owner: Owner, item: Item): Promise<EmailTemplate | undefined> {
    let seen = item;
    for (let tries = 1; ; tries++) {
      try {
        return await this.#fromItem(owner, seen);
      } catch (error) {
        const now = await this.#item(owner, writtenTemplate(seen).id);
        if (now === undefined) return undefined;
        if (now.blobKey === seen.blobKey || tries === MAX_TRIES) throw error;
        seen = now;
      }
    }
  }

  async #fromItem(owner: Owner, item: Item): Promise<EmailTemplate> {
    return { owner, ...fromTemplateItem(item), ...(await this.#texts.read(item)) };
  }
}

interface Known {
  readonly bytes: number;
  readonly revision?: string | undefined;
}
