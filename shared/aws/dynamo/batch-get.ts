import { BatchGetCommand, type BatchGetCommandOutput, type DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";

const MAX_TRIES = 5;

export interface BatchAddress {
  readonly table: string;
  /** The keys of the items to read; DynamoDB allows at most 100. */
  readonly keys: readonly Readonly<Record<string, string>>[];
}

/**
 * Reads items by their keys and returns them in no order, without those that do not exist. The read is consistent, so
 * that an item written a moment ago is not taken for one that is gone.
 */
export async function batchGet(
  client: DynamoDBDocumentClient,
  { table, keys }: BatchAddress,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const items: Readonly<Record<string, unknown>>[] = [];
  let left: Record<string, unknown>[] | undefined = [...keys];
  for (let tries = 0; left && left.length > 0 && tries < MAX_TRIES; tries++) {
    const answer: BatchGetCommandOutput = await client.send(
      new BatchGetCommand({ RequestItems: { [table]: { Keys: left, ConsistentRead: true } } }),
    );
    items.push(...(answer.Responses?.[table] ?? []));
    left = answer.UnprocessedKeys?.[table]?.Keys;
  }
  if (left && left.length > 0) throw new Error("the table store does not answer for all items of a page");
  return items;
}
