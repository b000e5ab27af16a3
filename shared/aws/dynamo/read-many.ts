import { BatchGetCommand, type BatchGetCommandOutput, type DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import type { ItemAddress } from "./read-item.ts";

type Item = Record<string, unknown>;
type Key = ItemAddress["Key"];

/** DynamoDB's own limit on one batch. */
export const MAX_KEYS = 100;
const MAX_TRIES = 8;

const nameOf = ({ pk, sk }: { readonly pk?: unknown; readonly sk?: unknown }): string => JSON.stringify([pk, sk]);

/** Consistent reads of at most 100 items of one table in one request; the answers are in the keys' order. */
export async function readMany(
  client: DynamoDBDocumentClient,
  table: string,
  keys: readonly Key[],
): Promise<readonly (Item | undefined)[]> {
  const found = new Map<string, Item>();
  let wanted: BatchGetCommandOutput["UnprocessedKeys"] = { [table]: { Keys: [...keys], ConsistentRead: true } };
  for (let tries = 0; keys.length > 0 && wanted?.[table] !== undefined; tries++) {
    if (tries === MAX_TRIES) throw new Error("the table store does not answer for all items");
    const answer: BatchGetCommandOutput = await client.send(new BatchGetCommand({ RequestItems: wanted }));
    for (const item of answer.Responses?.[table] ?? []) found.set(nameOf(item), item);
    wanted = answer.UnprocessedKeys;
  }
  return keys.map((key) => found.get(nameOf(key)));
}
