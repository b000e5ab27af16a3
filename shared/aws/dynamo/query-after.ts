import { type DynamoDBDocumentClient, QueryCommand } from "@aws-sdk/lib-dynamodb";

export interface PartitionPage {
  readonly table: string;
  readonly pk: string;
  /** The sort key that the page begins after. */
  readonly after?: string | undefined;
  readonly limit: number;
}

/** One page of a whole partition in the order of its sort keys, read consistently. */
export async function queryAfter(
  client: DynamoDBDocumentClient,
  { table, pk, after, limit }: PartitionPage,
): Promise<readonly Record<string, unknown>[]> {
  const items: Record<string, unknown>[] = [];
  let from: Record<string, unknown> | undefined = after === undefined ? undefined : { pk, sk: after };
  do {
    const page = await client.send(
      new QueryCommand({
        TableName: table,
        KeyConditionExpression: "pk = :pk",
        ExpressionAttributeValues: { ":pk": pk },
        ConsistentRead: true,
        Limit: limit - items.length,
        ...(from ? { ExclusiveStartKey: from } : {}),
      }),
    );
    items.push(...(page.Items ?? []));
    from = page.LastEvaluatedKey;
  } while (from !== undefined && items.length < limit);
  return items;
}
