import { type DynamoDBDocumentClient, PutCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod";
import { queryAfter } from "../../aws/dynamo/query-after.ts";
import { readItemConsistently } from "../../aws/dynamo/read-item.ts";
import { undefinedIfConditionFailed } from "../../aws/dynamo/undefined-if-condition-failed.ts";
import { type Owner, ownerSub } from "../../kernel/owner.ts";
import type { TestClock, TestClocks } from "../ports.ts";

/** An owner's test time is at most ten years ahead (D48e). */
const MOST_SECONDS = 315_360_000;

/** Lists the hidden owners whose test mode was ever used. */
const ALL = "TESTS";
/** The place of an owner in that list. */
export const listedTestKey = (owner: Owner) => ({ pk: ALL, sk: owner });
/** Owners have the clock under this sort key. */
export const TEST_CLOCK = "TEST#CLOCK";
const clockKey = (owner: Owner) => ({ pk: `O#${owner}`, sk: TEST_CLOCK });

const clockItem = z.object({
  advancedSeconds: z.int(),
  movedAtMs: z.number().optional(),
  lookedAtMs: z.number().optional(),
  hasBegun: z.boolean().default(false),
});
const clockOf = (item: unknown): TestClock => clockItem.parse(item);

const listed = z.object({ sk: ownerSub });

/** Keeps each owner's test clock in an item of the table Config. */
export class DynamoTestClocks implements TestClocks {
  readonly #client: DynamoDBDocumentClient;
  readonly #table: string;

  constructor(client: DynamoDBDocumentClient, table: string) {
    this.#client = client;
    this.#table = table;
  }

  async of(owner: Owner): Promise<TestClock> {
    return clockOf((await this.#read(owner)) ?? (await this.#started(owner)));
  }

  async find(owner: Owner): Promise<TestClock | undefined> {
    const item = await this.#read(owner);
    return item === undefined ? undefined : clockOf(item);
  }

  async advance(owner: Owner, seconds: number, movedAtMs: number): Promise<TestClock | undefined> {
    const move = new UpdateCommand({
      TableName: this.#table,
      Key: clockKey(owner),
      UpdateExpression: "ADD advancedSeconds :by SET movedAtMs = :at",
      ConditionExpression: "advancedSeconds <= :most",
      ExpressionAttributeValues: { ":by": seconds, ":at": movedAtMs, ":most": MOST_SECONDS - seconds },
      ReturnValues: "ALL_NEW",
    });
    const moved = await undefinedIfConditionFailed(this.#client.send(move));
    return moved && clockOf(moved.Attributes);
  }

  async noteLook(owner: Owner, movedAtMs: number, atMs: number): Promise<boolean> {
    const looked = new UpdateCommand({
      TableName: this.#table,
      Key: clockKey(owner),
      UpdateExpression: "SET lookedAtMs = :at",
      ConditionExpression: "movedAtMs = :move",
      ExpressionAttributeValues: { ":at": atMs, ":move": movedAtMs },
    });
    return (await undefinedIfConditionFailed(this.#client.send(looked))) !== undefined;
  }

  async endMove(owner: Owner, movedAtMs: number): Promise<void> {
    const ended = new UpdateCommand({
      TableName: this.#table,
      Key: clockKey(owner),
      UpdateExpression: "REMOVE movedAtMs, lookedAtMs",
      ConditionExpression: "movedAtMs = :move",
      ExpressionAttributeValues: { ":move": movedAtMs },
    });
    await undefinedIfConditionFailed(this.#client.send(ended));
  }

  async noteBegun(owner: Owner): Promise<void> {
    await this.#client.send(
      new UpdateCommand({
        TableName: this.#table,
        Key: clockKey(owner),
        UpdateExpression: "SET hasBegun = :yes",
        ConditionExpression: "attribute_exists(pk)",
        ExpressionAttributeValues: { ":yes": true },
      }),
    );
  }

  async owners(limit: number, after?: Owner): Promise<readonly Owner[]> {
    const query = { table: this.#table, pk: ALL, limit, after };
    return (await queryAfter(this.#client, query)).map((item) => listed.parse(item).sk);
  }

  #read(owner: Owner): Promise<unknown> {
    return readItemConsistently(this.#client, { TableName: this.#table, Key: clockKey(owner) });
  }

  /** The list has the owner before the clock exists, so that the sweep knows every owner who has a clock. */
  async #started(owner: Owner): Promise<unknown> {
    const TableName = this.#table;
    const clock = { ...clockKey(owner), advancedSeconds: 0 };
    await this.#client.send(new PutCommand({ TableName, Item: { ...listedTestKey(owner), owner } }));
    const put = new PutCommand({ TableName, Item: clock, ConditionExpression: "attribute_not_exists(pk)" });
    const isNew = (await undefinedIfConditionFailed(this.#client.send(put))) !== undefined;
    return isNew ? clock : this.#read(owner);
  }
}
