import { randomUUID } from "node:crypto";
import { DeleteCommand, type DynamoDBDocumentClient, PutCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod";
import { queryPartition } from "../../aws/dynamo/query-partition.ts";
import { inBatches } from "../../kernel/in-batches.ts";
import type { Owner } from "../../kernel/owner.ts";
import { type BucketsReference, chatAccountKey } from "./chat-account-item.ts";
import { BUCKETS, bucketItem, bucketKey, bucketOf } from "./owner-bucket-item.ts";
import { BucketNotes } from "./owner-bucket-notes.ts";

/** A bucket with this many owners is about 4 KB, the unit by which reads are charged. */
const OWNERS_A_BUCKET = 100;
const VERSION_DIGITS = 12;
export const LAST_VERSION = 10 ** VERSION_DIGITS - 1;
/**
 * The most pages that are read. A page has 1 MB, so the pages together have far more than interrupted writers can leave. The next
 * write would remove what is left after these pages.
 */
const MAX_PAGES = 1000;

const keyOnly = z.object({ pk: z.string(), sk: z.string() });

const versionText = (version: number): string => String(version).padStart(VERSION_DIGITS, "0");

interface AllOwners {
  readonly owners: readonly Owner[];
  /** The number of buckets that the account's item names but that do not exist. */
  readonly missing: number;
}

/**
 * The many owners of an account are spread over buckets by their hash, so that one small read tells whether somebody is an owner. A
 * generation is complete before the account's item names it, and never changes, so all owners change in one write.
 */
export class OwnerBuckets {
  readonly #client: DynamoDBDocumentClient;
  readonly #table: string;
  readonly #notes: BucketNotes;

  constructor(client: DynamoDBDocumentClient, table: string) {
    this.#client = client;
    this.#table = table;
    this.#notes = new BucketNotes(client, table);
  }

  /** @param version the version of the account's item that will name this generation */
  async write(id: string, version: number, owners: readonly Owner[]): Promise<BucketsReference> {
    const count = Math.ceil(owners.length / OWNERS_A_BUCKET);
    const reference = { generation: `${versionText(version)}-${randomUUID()}`, count };
    await this.#notes.begin(id, reference);
    const ranked = owners.map((owner, rank) => ({ owner, rank }));
    const buckets = Map.groupBy(ranked, ({ owner }) => bucketOf(owner, count));
    const numbers = Array.from({ length: count }, (_, number) => number);
    await inBatches(numbers, (number) => {
      const bucket = buckets.get(number) ?? [];
      const lists = { owners: bucket.map(({ owner }) => owner), ranks: bucket.map(({ rank }) => rank) };
      const Item = { ...bucketKey(id, reference, number), ...lists };
      return this.#client.send(new PutCommand({ TableName: this.#table, Item }));
    });
    return reference;
  }

  /** Lists all owners in the administrator's order. Some buckets are `missing` if the account names another generation by now. */
  async all(id: string, reference: BucketsReference): Promise<AllOwners> {
    const prefix = `${BUCKETS}${reference.generation}#`;
    const query = { table: this.#table, pk: chatAccountKey(id).pk, prefix, limit: reference.count };
    const buckets = (await queryPartition(this.#client, query)).map((item) => bucketItem.parse(item));
    const ranked = buckets.flatMap(({ owners, ranks }) =>
      owners.map((owner, index) => ({ owner, rank: ranks[index] ?? 0 })),
    );
    const owners = ranked.sort((a, b) => a.rank - b.rank).map(({ owner }) => owner);
    return { owners, missing: reference.count - buckets.length };
  }

  /** Removes generations of up to this version that no item names any more; those of later versions are still being written. */
  async removeOthers(id: string, version: number, kept: BucketsReference | undefined): Promise<void> {
    const keys = await this.#keysUpTo(id, version);
    const gone = keys.filter(({ sk }) => kept === undefined || !sk.startsWith(`${BUCKETS}${kept.generation}#`));
    await inBatches(gone, (Key) => this.#client.send(new DeleteCommand({ TableName: this.#table, Key })));
  }

  async remove(id: string, reference: BucketsReference): Promise<void> {
    const numbers = Array.from({ length: reference.count }, (_, number) => number);
    await inBatches(numbers, (number) =>
      this.#client.send(new DeleteCommand({ TableName: this.#table, Key: bucketKey(id, reference, number) })),
    );
    await this.#notes.end(id, reference);
  }

  async #keysUpTo(id: string, version: number): Promise<z.output<typeof keyOnly>[]> {
    const keys: z.output<typeof keyOnly>[] = [];
    let from: Record<string, unknown> | undefined;
    for (let pages = 0; pages === 0 || (from !== undefined && pages < MAX_PAGES); pages++) {
      const page = await this.#client.send(
        new QueryCommand({
          TableName: this.#table,
          KeyConditionExpression: "pk = :pk AND sk BETWEEN :first AND :last",
          ExpressionAttributeValues: {
            ":pk": chatAccountKey(id).pk,
            ":first": BUCKETS,
            ":last": `${BUCKETS}${versionText(version)}.`,
          },
          ProjectionExpression: "pk, sk",
          ConsistentRead: true,
          ...(from ? { ExclusiveStartKey: from } : {}),
        }),
      );
      keys.push(...(page.Items ?? []).map((item) => keyOnly.parse(item)));
      from = page.LastEvaluatedKey;
    }
    return keys;
  }
}
