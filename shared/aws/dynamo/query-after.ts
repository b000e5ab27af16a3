import { type DynamoDBDocumentClient, QueryCommand } from "@aws-sdk/lib-dynamodb";

export interface PartitionPage {
  readonly table: string;
  readonly pk: string;
  /** The page begins after this sort key. */
  readonly after?: string | undefined;
  readonly limit: number;
}

/** Reads one page of a whole partition consistently, in the order of the sort keys. */
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
