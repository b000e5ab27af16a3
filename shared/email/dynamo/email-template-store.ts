import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { type Amount, OwnerTotal } from "../../aws/dynamo/owner-total.ts";
import { type FailedConditions, type TransactItems, transact } from "../../aws/dynamo/transact.ts";
import type { BlobStore } from "../../kernel/blob-store.ts";
import { expiringCache } from "../../kernel/expiring-cache.ts";
import type { Owner } from "../../kernel/owner.ts";
import { type Expected, OtherRevisionError, refuseOtherRevision } from "../../kernel/revision.ts";
import { CHANGED, lookingAgain, WriteConflictError } from "../../kernel/write-conflict.ts";
import {
  type EmailTemplate,
  MOST_TEMPLATES,
  revised,
  type TemplateRevision,
  type TemplateWrite,
  templateBytes,
} from "../domain/email-template.ts";
import type { EmailTemplatePage, EmailTemplateStore, UnsavedTemplate } from "../ports.ts";
import { EmailTemplateAliases } from "./email-template-aliases.ts";
import { fromTemplateItem, isAsRead, templateKey, writableItem, writtenTemplate } from "./email-template-item.ts";
import { EmailTemplateReader, type Item } from "./email-template-reader.ts";
import { samplesKey } from "./email-template-samples.ts";
import { EmailTemplateTexts, type StoredText } from "./email-template-texts.ts";
import { EmailTemplateVersions } from "./email-template-versions.ts";

/** A read or write is repeated at most this often when the template or the total changes meanwhile. */
const MAX_TRIES = 5;
const REMEMBERED = { maxEntries: 10_000, ttlMs: 3_600_000 };

/** `refused`: the template was changed since it was read. `full`: the owner's limit is reached. `taken`: another template has the alias. */
type Written = "saved" | "full" | "taken" | "refused";

interface Place {
  readonly owner: Owner;
  readonly id: string;
  readonly expected: Expected | undefined;
}

interface Change {
  /** The write of the template's own item. */
  readonly write: TransactItems[number];
  /** Further writes of the same transaction. If a condition fails in them, the alias is taken. */
  readonly beside: TransactItems;
  readonly amount: Amount;
  /** The alias that the template has after the change. */
  readonly takes?: string | undefined;
  /** The item whose text has to be removed after the change, because nothing names it any more. */
  readonly ends?: Item | undefined;
}

export class DynamoEmailTemplateStore implements EmailTemplateStore {
  readonly #client: DynamoDBDocumentClient;
  readonly #table: string;
  readonly #texts: EmailTemplateTexts;
  readonly #reader: EmailTemplateReader;
  readonly #aliases: EmailTemplateAliases;
  readonly #versions: EmailTemplateVersions;
  readonly #total: OwnerTotal;
  /** The template id that each alias led to last. A send reads this template and the alias together, and the alias says if the id is right. */
  readonly #lastIds = expiringCache<string>(REMEMBERED);

  constructor(client: DynamoDBDocumentClient, { table, blobs }: { table: string; blobs: () => Promise<BlobStore> }) {
    this.#client = client;
    this.#table = table;
    this.#texts = new EmailTemplateTexts(blobs);
    this.#reader = new EmailTemplateReader(client, { table, texts: this.#texts });
    this.#aliases = new EmailTemplateAliases(client, table);
    this.#versions = new EmailTemplateVersions(client, { table, texts: this.#texts });
    this.#total = new OwnerTotal(client, { table, sortKey: "TOTAL#TPL", most: MOST_TEMPLATES });
  }

  async page(owner: Owner, limit: number, after?: string): Promise<EmailTemplatePage> {
    const items = await this.#reader.items(owner, limit + 1, after);
    const { templates, last } = await this.#reader.first(owner, items, limit);
    return { templates, ...(last && { next: writtenTemplate(last).id }) };
  }

  async get(owner: Owner, id: string): Promise<EmailTemplate | undefined> {
    // The read is consistent, because a stale text would be frozen into the mail of an owner who has just saved the template.
    const item = await this.#reader.item(owner, id);
    return item && this.#reader.template(owner, item);
  }

  async findByAlias(owner: Owner, alias: string): Promise<EmailTemplate | undefined> {
    const name = JSON.stringify([owner, alias]);
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const likelyId = this.#lastIds.get(name);
      const likely = likelyId === undefined ? undefined : this.get(owner, likelyId);
      const [id, found] = await Promise.all([this.#aliases.find(owner, alias), likely]);
      if (id === undefined) return undefined;
      this.#lastIds.set(name, id);
      const template = id === likelyId ? found : await this.get(owner, id);
      if (template?.alias === alias) return template;
    }
    return undefined;
  }

  async version({ owner, ...present }: EmailTemplate, version: number): Promise<EmailTemplate | undefined> {
    const item = await this.#versions.find(owner, present, version);
    const template = item && (await this.#reader.template(owner, item));
    return template?.version === version ? template : undefined;
  }

  async versions(owner: Owner, id: string, limit: number, before?: number): Promise<EmailTemplatePage | undefined> {
    const item = await this.#reader.item(owner, id);
    if (item === undefined) return undefined;
    const past = await this.#versions.list(owner, fromTemplateItem(item));
    const items = [item, ...past].filter((one) => before === undefined || fromTemplateItem(one).version < before);
    const { templates, last } = await this.#reader.first(owner, items, limit);
    return { templates, ...(last && { next: String(fromTemplateItem(last).version) }) };
  }

  async create(template: TemplateWrite): Promise<EmailTemplate | Exclude<UnsavedTemplate, "gone">> {
    const { owner, id, alias } = template;
    const text = await this.#texts.store(owner, template);
    const Item = writableItem(template, text);
    const put = { TableName: this.#table, Item };
    const written = await this.#unlessLost(text, () =>
      this.#write(owner, {
        write: { Put: { ...put, ConditionExpression: "attribute_not_exists(pk)" } },
        beside: this.#aliases.change({ owner, id, to: alias }),
        amount: { bytes: templateBytes(template), count: 1 },
        takes: alias,
      }),
    );
    if (written !== "saved") await this.#texts.drop(text);
    if (written === "refused") throw new Error("a template of this id exists already");
    return written === "saved" ? { ...template, revision: Item.revision } : written;
  }

  async replace(revision: TemplateRevision, expected?: Expected): Promise<EmailTemplate | UnsavedTemplate> {
    const { owner, id } = revision;
    const text = await this.#texts.store(owner, revision);
    const written = await this.#unlessLost(text, () =>
      this.#rewrite({ owner, id, expected }, (item) => this.#replacement(revision, text, item)),
    );
    if (typeof written === "string") await this.#texts.drop(text);
    return written;
  }

  async #replacement(revision: TemplateRevision, text: StoredText, item: Item) {
    const { owner, id } = revision;
    const stored = fromTemplateItem(item);
    const template = revised(stored, revision);
    const evicted = await this.#versions.inPlaceOf(owner, id, stored.version);
    const bytes = templateBytes(template) - (await this.#reader.bytesOf(owner, item));
    const Item = writableItem(template, text);
    return {
      result: { ...template, revision: Item.revision },
      write: { Put: { TableName: this.#table, Item, ...isAsRead(writtenTemplate(item).revision) } },
      beside: [
        ...this.#aliases.change({ owner, id, from: stored.alias, to: template.alias }),
        this.#versions.keep(owner, item),
      ],
      amount: { bytes, count: 0 },
      takes: template.alias,
      ends: evicted?.blobKey === item.blobKey ? undefined : evicted,
    };
  }

  /** Removes the new text if another write was first. After any other failure the text stays, because the write may have succeeded. */
  async #unlessLost<Result>(text: StoredText, write: () => Promise<Result>): Promise<Result> {
    try {
      return await write();
    } catch (error) {
      const isLost = error instanceof WriteConflictError || error instanceof OtherRevisionError;
      if (isLost) await this.#texts.drop(text);
      throw error;
    }
  }

  async remove(owner: Owner, id: string, expected?: Expected): Promise<boolean> {
    const Key = templateKey(owner, id);
    const written = await this.#rewrite({ owner, id, expected }, async (item) => ({
      result: true,
      write: { Delete: { TableName: this.#table, Key, ...isAsRead(writtenTemplate(item).revision) } },
      beside: [
        ...this.#aliases.change({ owner, id, from: fromTemplateItem(item).alias }),
        { Delete: { TableName: this.#table, Key: samplesKey(owner, id) } },
      ],
      amount: { bytes: -(await this.#reader.bytesOf(owner, item)), count: -1 },
      ends: item,
    }));
    if (written !== true) return false;
    // The versions are removed last, so that a template whose removal fails keeps them.
    await this.#versions.removeAll(owner, id);
    return true;
  }

  /** Reads the template's item, computes a change from it, and writes the change. Begins again when the item has changed in between. */
  async #rewrite<Result>(
    { owner, id, expected }: Place,
    changeOf: (item: Item) => Promise<Change & { readonly result: Result }>,
  ): Promise<Result | UnsavedTemplate> {
    return lookingAgain<Result | UnsavedTemplate>("a template", async () => {
      const item = await this.#reader.item(owner, id);
      if (item === undefined) return "gone";
      refuseOtherRevision(expected, fromTemplateItem(item).revision);
      const { result, ...change } = await changeOf(item);
      const written = await this.#write(owner, change);
      if (written === "refused") return CHANGED;
      return written === "saved" ? result : written;
    });
  }

  /** Writes the change together with the owner's total. */
  async #write(owner: Owner, change: Change): Promise<Written> {
    const { write, beside, amount, ends = {} } = change;
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const failed = await transact(this.#client, [write, this.#total.change(owner, amount), ...beside]);
      if (failed === undefined) {
        await this.#texts.drop(ends);
        return "saved";
      }
      const why = await this.#whyNot(owner, change, { failed, isFirst: tries === 0 });
      if (why !== undefined) return why;
    }
    throw new WriteConflictError("what stands beside an owner's templates kept changing");
  }

  /** Says why the write failed; undefined when another try may work. A missing or wrong total is counted again, so that it refuses nothing. */
  async #whyNot(
    owner: Owner,
    { takes }: Change,
    { failed, isFirst }: { readonly failed: FailedConditions; readonly isFirst: boolean },
  ): Promise<Exclude<Written, "saved"> | undefined> {
    if (failed[0]) return "refused";
    if (failed.slice(2).includes(true)) {
      const isFree = takes !== undefined && (await this.#aliases.freeIfLost(owner, takes));
      return isFree ? undefined : "taken";
    }
    const isRight = await this.#total.correct(owner, () => this.#reader.count(owner));
    return isRight && !isFirst ? "full" : undefined;
  }
}
