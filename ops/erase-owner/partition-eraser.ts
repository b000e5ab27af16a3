import {
  BatchWriteCommand,
  type BatchWriteCommandOutput,
  type DynamoDBDocumentClient,
  QueryCommand,
} from "@aws-sdk/lib-dynamodb";
import * as z from "zod";
import { isSlot } from "../../shared/aws/dynamo/owner-slots.ts";
import { isContent } from "./notification-partitions.ts";

const PAGE = 250;
/** DynamoDB accepts at most this many writes in a batch. */
const BATCH = 25;
const MAX_BATCH_TRIES = 8;
/** This limits the pages of one partition. No partition has nearly as many. */
const MAX_PAGES = 100_000;

const row = z.object({
  pk: z.string(),
  sk: z.string(),
  owner: z.string().optional(),
  actor: z.string().optional(),
  hash: z.string().optional(),
  blobKey: z.string().optional(),
  conversationId: z.string().optional(),
  cloudMessageId: z.string().optional(),
  providerMessageId: z.string().optional(),
  providerTemplateId: z.string().optional(),
  linkKeyId: z.string().optional(),
  feedbackTopicArn: z.string().optional(),
  returnKeyId: z.string().optional(),
});
export type Row = z.output<typeof row>;

export interface Erased {
  readonly rows: number;
  readonly contents: number;
  readonly blobs: number;
}

/** Erases the items of a partition and everything that belongs to them. */
export class PartitionEraser {
  readonly #client: DynamoDBDocumentClient;
  readonly #eraseBlobs: (prefix: string) => Promise<number>;

  constructor(client: DynamoDBDocumentClient, eraseBlobs: (prefix: string) => Promise<number>) {
    this.#client = client;
    this.#eraseBlobs = eraseBlobs;
  }

  async erase(table: string, pk: string, also: (one: Row) => readonly Row[] = () => []): Promise<Erased> {
    const erased = { rows: 0, contents: 0, blobs: 0 };
    for (let page = 0; page < MAX_PAGES; page++) {
      const rows = await this.#page(table, pk);
      if (rows.length === 0) break;
      erased.blobs += await this.#blobsOf(rows);
      // What belongs to a row goes first, because only the row leads to it after an interruption.
      await this.remove(table, [...rows.flatMap(also), ...rows]);
      // A slot belongs to another record and is not counted.
      erased.rows += rows.filter((one) => !isSlot(one)).length;
      erased.contents += rows.filter(isContent).length;
    }
    return erased;
  }

  /** Erases an owner's items from a partition that owners share. */
  async eraseShared(table: string, pk: string, isOwn: (one: Row) => boolean): Promise<number> {
    let erased = 0;
    let after: Pick<Row, "pk" | "sk"> | undefined;
    for (let page = 0; page < MAX_PAGES; page++) {
      const rows = await this.#page(table, pk, after);
      const own = rows.filter(isOwn);
      await this.remove(table, own);
      erased += own.length;
      const last = rows.at(-1);
      if (last === undefined) break;
      after = { pk: last.pk, sk: last.sk };
    }
    return erased;
  }

  async #page(table: string, pk: string, after?: Pick<Row, "pk" | "sk">): Promise<Row[]> {
    const { Items = [] } = await this.#client.send(
      new QueryCommand({
        TableName: table,
        KeyConditionExpression: "pk = :pk",
        ExpressionAttributeValues: { ":pk": pk },
        ConsistentRead: true,
        Limit: PAGE,
        ...(after ? { ExclusiveStartKey: after } : {}),
      }),
    );
    return Items.map((item) => row.parse(item));
  }

  async #blobsOf(rows: readonly Row[]): Promise<number> {
    let erased = 0;
    for (const { blobKey } of rows) if (blobKey !== undefined) erased += await this.#eraseBlobs(blobKey);
    return erased;
  }

  async remove(table: string, rows: readonly Row[]): Promise<void> {
    // Several rows may lead to one item elsewhere, and DynamoDB refuses a batch that names an item twice.
    const each = [...new Map(rows.map((one) => [JSON.stringify([one.pk, one.sk]), one])).values()];
    for (let first = 0; first < each.length; first += BATCH) {
      let requests: BatchWriteCommandOutput["UnprocessedItems"] = {
        [table]: each.slice(first, first + BATCH).map(({ pk, sk }) => ({ DeleteRequest: { Key: { pk, sk } } })),
      };
      for (let tries = 0; requests && Object.keys(requests).length > 0; tries++) {
        if (tries === MAX_BATCH_TRIES) throw new Error("the table store does not take the deletions");
        const answer: BatchWriteCommandOutput = await this.#client.send(
          new BatchWriteCommand({ RequestItems: requests }),
        );
        requests = answer.UnprocessedItems;
      }
    }
  }
}
