import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { readItemConsistently } from "../../aws/dynamo/read-item.ts";
import { chatAccountItem, chatAccountKey } from "./chat-account-item.ts";
import { BucketNotes, type BucketsNote } from "./owner-bucket-notes.ts";
import { OwnerBuckets } from "./owner-buckets.ts";

const PAGE = 100;
/**
 * The most pages that are read. A page has 100 notes, so the pages together have far more notes than interrupted
 * processes leave between two runs.
 */
const MAX_PAGES = 1000;

/** Removes the generations of owners' buckets that interrupted saves and removals of accounts left. */
export class LeftBuckets {
  readonly #client: DynamoDBDocumentClient;
  readonly #table: string;
  readonly #notes: BucketNotes;
  readonly #buckets: OwnerBuckets;

  constructor(client: DynamoDBDocumentClient, table: string) {
    this.#client = client;
    this.#table = table;
    this.#notes = new BucketNotes(client, table);
    this.#buckets = new OwnerBuckets(client, table);
  }

  async remove(notedBeforeMs: number): Promise<void> {
    let after: string | undefined;
    for (let pages = 0; pages < MAX_PAGES; pages++) {
      const notes = await this.#notes.list(PAGE, after);
      for (const note of notes) if (note.notedAtMs < notedBeforeMs) await this.#removeOne(note);
      if (notes.length < PAGE) return;
      after = notes.at(-1)?.key;
    }
  }

  async #removeOne(note: BucketsNote): Promise<void> {
    const { accountId, generation, count } = note;
    if (!(await this.#notes.giveUp(note))) return;
    const Key = chatAccountKey(accountId);
    const found = await readItemConsistently(this.#client, { TableName: this.#table, Key });
    const isNamed = found !== undefined && chatAccountItem.parse(found).ownerBuckets?.generation === generation;
    if (isNamed) await this.#notes.end(accountId, { generation, count });
    else await this.#buckets.remove(accountId, { generation, count });
  }
}
