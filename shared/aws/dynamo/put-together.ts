import { BatchWriteCommand, type DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";

/** The outcome of a write without conditions. */
export interface PutTogether {
  /** False when the store has left some items out: it does when it throttles, and nobody may rely on which ones it has written. */
  readonly isWhole: boolean;
  /** The request was sent more than once: one that had no answer may still arrive, and write over what has changed since. */
  readonly wasRepeated: boolean;
}

/** Writes items of one table in one request, over whatever is stored under their keys; at most 25 (Amazon DynamoDB, "BatchWriteItem"). */
export async function putTogether(
  client: DynamoDBDocumentClient,
  table: string,
  items: readonly Record<string, unknown>[],
): Promise<PutTogether> {
  const requests = items.map((Item) => ({ PutRequest: { Item } }));
  const command = new BatchWriteCommand({ RequestItems: { [table]: requests } });
  const { UnprocessedItems, $metadata } = await client.send(command);
  return {
    isWhole: (UnprocessedItems?.[table] ?? []).length === 0,
    wasRepeated: ($metadata?.attempts ?? 1) > 1,
  };
}
