import { BatchGetCommand, type BatchGetCommandOutput, type DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";

const MAX_TRIES = 5;

export interface BatchAddress {
  readonly table: string;
  /** At most 100: DynamoDB's own limit. */
  readonly keys: readonly Readonly<Record<string, string>>[];
}

/** Items by their keys, in no order; what is gone is left out. Consistently: one of a moment ago must not be taken for one that is gone. */
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
