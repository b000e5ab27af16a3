import { DeleteCommand, type DynamoDBDocumentClient, PutCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod";
import { secondOf, type TableInTime } from "../../aws/dynamo/living-items.ts";
import type { Clock } from "../../kernel/clock.ts";
import { ownerSub } from "../../kernel/owner.ts";
import type { DeadLetter, DeadLetterStore } from "../ports.ts";

/** SQS itself keeps a dead letter for at most 14 days. */
const KEPT_SECONDS = 14 * 86_400;
/** One partition is enough: dead letters are rare, and many of them raise an alarm. */
export const DEAD_LETTERS = "DEAD#LETTERS";

const deadLetterItem = z.object({ owner: ownerSub, id: z.string(), accountId: z.string(), at: z.string() });
const keyOf = ({ at, id }: DeadLetter) => ({ pk: DEAD_LETTERS, sk: `${at}#${id}` });

/** Keeps dead letters in the table of the notifications. */
export class DynamoDeadLetterStore implements DeadLetterStore {
  readonly #client: DynamoDBDocumentClient;
  readonly #table: string;
  readonly #clock: Clock;

  constructor(client: DynamoDBDocumentClient, { table, clock }: TableInTime) {
    this.#client = client;
    this.#table = table;
    this.#clock = clock;
  }

  async add(deadLetter: DeadLetter): Promise<void> {
    const ttl = Math.floor(Date.parse(deadLetter.at) / 1000) + KEPT_SECONDS;
    await this.#client.send(
      new PutCommand({ TableName: this.#table, Item: { ...keyOf(deadLetter), ...deadLetter, ttl } }),
    );
  }

  async list(limit: number): Promise<readonly DeadLetter[]> {
    const oldest = new Date((secondOf(this.#clock) - KEPT_SECONDS) * 1000);
    const { Items = [] } = await this.#client.send(
      new QueryCommand({
        TableName: this.#table,
        // Expired dead letters are left out: they are the oldest, and would fill the list in place of dead letters that
        // have not expired.
        KeyConditionExpression: "pk = :pk AND sk >= :oldest",
        ExpressionAttributeValues: { ":pk": DEAD_LETTERS, ":oldest": oldest.toISOString() },
        ConsistentRead: true,
        Limit: limit,
      }),
    );
    return Items.map((item) => deadLetterItem.parse(item));
  }

  async remove(deadLetter: DeadLetter): Promise<void> {
    await this.#client.send(new DeleteCommand({ TableName: this.#table, Key: keyOf(deadLetter) }));
  }
}
