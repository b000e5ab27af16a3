import { DeleteCommand, type DynamoDBDocumentClient, PutCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod";
import { queryAfter } from "../../aws/dynamo/query-after.ts";
import type { TransactItems } from "../../aws/dynamo/transact.ts";
import { undefinedIfConditionFailed } from "../../aws/dynamo/undefined-if-condition-failed.ts";
import type { BucketsReference } from "./chat-account-item.ts";

type Write = TransactItems[number];

/** This partition lists the generations of buckets that no account's item names. */
export const BUCKET_NOTES = "CHAT-BUCKETS";

const noteItem = z.object({
  accountId: z.string(),
  generation: z.string(),
  count: z.int(),
  notedAtMs: z.int(),
});
export type BucketsNote = z.output<typeof noteItem>;

const noteKey = (id: string, { generation }: Pick<BucketsReference, "generation">) => ({
  pk: BUCKET_NOTES,
  sk: `${id}#${generation}`,
});

export const bucketsNote = (accountId: string, reference: BucketsReference, notedAtMs: number) => ({
  ...noteKey(accountId, reference),
  ...({ accountId, ...reference, notedAtMs } satisfies BucketsNote),
});

/** A generation of buckets that no account's item names has a note, so that generations that an interrupted process left can be found. */
export class BucketNotes {
  readonly #client: DynamoDBDocumentClient;
  readonly #table: string;

  constructor(client: DynamoDBDocumentClient, table: string) {
    this.#client = client;
    this.#table = table;
  }

  /** A note is written before its buckets. */
  async begin(id: string, reference: BucketsReference): Promise<void> {
    await this.#client.send(new PutCommand({ TableName: this.#table, Item: bucketsNote(id, reference, Date.now()) }));
  }

  /** Returns writes for the transaction by which an account names these buckets. They fail when the buckets have been given up. */
  naming(id: string, reference: BucketsReference | undefined): Write[] {
    if (reference === undefined) return [];
    const ConditionExpression = "attribute_exists(pk) AND attribute_not_exists(isGivenUp)";
    return [{ Delete: { TableName: this.#table, Key: noteKey(id, reference), ConditionExpression } }];
  }

  /** Returns the writes that belong into the transaction by which the account stops naming these buckets. */
  leaving(id: string, reference: BucketsReference | undefined): Write[] {
    if (reference === undefined) return [];
    return [{ Put: { TableName: this.#table, Item: bucketsNote(id, reference, Date.now()) } }];
  }

  /** A note ends after its buckets are removed. */
  async end(id: string, reference: BucketsReference): Promise<void> {
    await this.#client.send(new DeleteCommand({ TableName: this.#table, Key: noteKey(id, reference) }));
  }

  /** Makes sure that no save can name the buckets any more; false when an account names them already. */
  async giveUp({ accountId, generation }: BucketsNote): Promise<boolean> {
    const update = new UpdateCommand({
      TableName: this.#table,
      Key: noteKey(accountId, { generation }),
      UpdateExpression: "SET isGivenUp = :true",
      ConditionExpression: "attribute_exists(pk)",
      ExpressionAttributeValues: { ":true": true },
    });
    return (await undefinedIfConditionFailed(this.#client.send(update))) !== undefined;
  }

  /** Lists at most `limit` notes after the key `after`. */
  async list(limit: number, after: string | undefined): Promise<readonly (BucketsNote & { readonly key: string })[]> {
    const items = await queryAfter(this.#client, { table: this.#table, pk: BUCKET_NOTES, limit, after });
    return items.map((item) => {
      const note = noteItem.parse(item);
      return { ...note, key: noteKey(note.accountId, note).sk };
    });
  }
}
