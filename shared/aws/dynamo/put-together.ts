import { BatchWriteCommand, type DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";

/**
 * Writes items of one table in one request, over whatever is stored under their keys; at most 25 (Amazon DynamoDB, "BatchWriteItem").
 * False when the store has left some of them out: it does when it throttles, and which ones it has written nobody may rely on.
 */
export async function putTogether(
  client: DynamoDBDocumentClient,
  table: string,
  items: readonly Record<string, unknown>[],
): Promise<boolean> {
  const requests = items.map((Item) => ({ PutRequest: { Item } }));
  const { UnprocessedItems } = await client.send(new BatchWriteCommand({ RequestItems: { [table]: requests } }));
  return (UnprocessedItems?.[table] ?? []).length === 0;
}
