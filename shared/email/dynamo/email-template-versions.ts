import { DeleteCommand, type DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { queryPartition } from "../../aws/dynamo/query-partition.ts";
import { readItemConsistently } from "../../aws/dynamo/read-item.ts";
import type { TransactItems } from "../../aws/dynamo/transact.ts";
import { inBatches } from "../../kernel/in-batches.ts";
import type { Owner } from "../../kernel/owner.ts";
import { KEPT_VERSIONS } from "../domain/email-template.ts";
import { fromTemplateItem, partitionOf } from "./email-template-item.ts";
import type { EmailTemplateTexts } from "./email-template-texts.ts";

type Item = Record<string, unknown>;

/** The number of items for earlier versions. The present version is in the template's own item. */
const SLOTS = KEPT_VERSIONS - 1;

export interface EmailTemplateVersionsOptions {
  readonly table: string;
  readonly texts: EmailTemplateTexts;
}

const versionsPrefix = (id: string): string => `TPLVER#${id}#`;

/** Stores earlier versions in `SLOTS` items of each template. A new version overwrites the oldest one; the item has the version's number. */
export class EmailTemplateVersions {
  readonly #client: DynamoDBDocumentClient;
  readonly #table: string;
  readonly #texts: EmailTemplateTexts;

  constructor(client: DynamoDBDocumentClient, { table, texts }: EmailTemplateVersionsOptions) {
    this.#client = client;
    this.#table = table;
    this.#texts = texts;
  }

  /** Reads the version whose item the new version will overwrite. */
  async inPlaceOf(owner: Owner, id: string, version: number): Promise<Item | undefined> {
    return readItemConsistently(this.#client, { TableName: this.#table, Key: this.#key(owner, id, version) });
  }

  /** Returns the write that keeps the former item as a version, for the transaction that replaces the template. */
  keep(owner: Owner, item: Item): TransactItems[number] {
    const { id, version } = fromTemplateItem(item);
    return { Put: { TableName: this.#table, Item: { ...item, ...this.#key(owner, id, version) } } };
  }

  /** Finds a version that is older than the present one. */
  async find(owner: Owner, present: { readonly id: string; readonly version: number }, version: number) {
    if (!isKept(version, present.version)) return undefined;
    const item = await this.inPlaceOf(owner, present.id, version);
    return item && fromTemplateItem(item).version === version ? item : undefined;
  }

  /** Lists all versions that are older than the present one, newest first. */
  async list(owner: Owner, present: { readonly id: string; readonly version: number }): Promise<readonly Item[]> {
    const items = (await this.#all(owner, present.id)).map((item) => ({ item, of: fromTemplateItem(item).version }));
    return items
      .filter(({ of }) => isKept(of, present.version))
      .sort((a, b) => b.of - a.of)
      .map(({ item }) => item);
  }

  /** Removes all earlier versions with their large texts, after the template itself is gone. */
  async removeAll(owner: Owner, id: string): Promise<void> {
    await inBatches(await this.#all(owner, id), async (item) => {
      const Key = { pk: item.pk, sk: item.sk };
      await this.#client.send(new DeleteCommand({ TableName: this.#table, Key }));
      await this.#texts.drop(item);
    });
  }

  #all(owner: Owner, id: string): Promise<readonly Item[]> {
    return queryPartition(this.#client, {
      table: this.#table,
      pk: partitionOf(owner),
      prefix: versionsPrefix(id),
      limit: KEPT_VERSIONS,
    });
  }

  #key(owner: Owner, id: string, version: number) {
    return { pk: partitionOf(owner), sk: `${versionsPrefix(id)}${String(version % SLOTS).padStart(2, "0")}` };
  }
}

/** True for one of the kept versions. After a restore from a backup there may be items of later versions, which do not count. */
const isKept = (version: number, present: number): boolean => version < present && version > present - KEPT_VERSIONS;
