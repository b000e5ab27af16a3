import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { type DynamoDBDocumentClient, PutCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import * as z from "zod";
import { secondOf, type TableInTime } from "../../aws/dynamo/living-items.ts";
import { readItemConsistently } from "../../aws/dynamo/read-item.ts";
import { tryTransact } from "../../aws/dynamo/transact.ts";
import type { Owner } from "../../kernel/owner.ts";
import type { ChainTable, Floor, PackedChunk, StandingChunk } from "./feed-chain.ts";
import { chunkItem, chunkSk, feedPartition, floorItem, floorKey, KEPT_SECONDS } from "./feed-item.ts";

const newestItem = z.union([chunkItem, floorItem]);

export class DynamoChainTable implements ChainTable {
  readonly #client: DynamoDBDocumentClient;
  readonly #options: TableInTime;

  constructor(client: DynamoDBDocumentClient, options: TableInTime) {
    this.#client = client;
    this.#options = options;
  }

  async newest(owner: Owner): Promise<{ readonly chunk?: StandingChunk; readonly floor?: Floor }> {
    const { Items: [item] = [] } = await this.#client.send(
      new QueryCommand({
        TableName: this.#options.table,
        KeyConditionExpression: "pk = :pk",
        ExpressionAttributeValues: { ":pk": feedPartition(owner) },
        ConsistentRead: true,
        ScanIndexForward: false,
        Limit: 1,
      }),
    );
    if (item === undefined) return {};
    const found = newestItem.parse(item);
    return "count" in found ? { chunk: found } : { floor: found };
  }

  async floor(owner: Owner): Promise<Floor | undefined> {
    const item = await readItemConsistently(this.#client, { TableName: this.#options.table, Key: floorKey(owner) });
    return item && floorItem.parse(item);
  }

  async put(owner: Owner, first: number, chunk: PackedChunk): Promise<StandingChunk | undefined> {
    try {
      await this.#client.send(
        new PutCommand({ ...this.#chunkPut(owner, first, chunk), ReturnValuesOnConditionCheckFailure: "ALL_OLD" }),
      );
      return undefined;
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException) || error.Item === undefined) throw error;
      return chunkItem.parse(unmarshall(error.Item));
    }
  }

  async begin(owner: Owner, first: number, seen: Floor | undefined, chunk: PackedChunk): Promise<boolean> {
    const { table, clock } = this.#options;
    const isAsSeen =
      seen === undefined
        ? { ConditionExpression: "attribute_not_exists(pk)" }
        : {
            ConditionExpression: "#first = :seen",
            ExpressionAttributeNames: { "#first": "first" },
            ExpressionAttributeValues: { ":seen": seen.first },
          };
    const Item = { ...floorKey(owner), first, begunAt: secondOf(clock) };
    const { failed, conflict } = await tryTransact(this.#client, [
      { Put: this.#chunkPut(owner, first, chunk) },
      { Put: { TableName: table, Item, ...isAsSeen } },
    ]);
    return failed === undefined && conflict === undefined;
  }

  #chunkPut(owner: Owner, first: number, chunk: PackedChunk) {
    const { table, clock } = this.#options;
    const keys = { pk: feedPartition(owner), sk: chunkSk(first) };
    const Item = { ...keys, ...chunk, ttl: secondOf(clock) + KEPT_SECONDS };
    return { TableName: table, Item, ConditionExpression: "attribute_not_exists(pk)" };
  }
}
