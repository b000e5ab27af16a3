import { type DynamoDBDocumentClient, QueryCommand } from "@aws-sdk/lib-dynamodb";

export interface PartitionQuery {
  readonly table: string;
  readonly pk: string;
  readonly prefix: string;
  /** The most items to return; pages are read until there are that many. */
  readonly limit: number;
  readonly isNewestFirst?: boolean;
  /** The result begins after this sort key. */
  readonly after?: string | undefined;
}

/** Reads the items of one partition whose sort keys begin with a prefix. The read is consistent. */
export async function queryPartition(
  client: DynamoDBDocumentClient,
  { table, pk, prefix, limit, isNewestFirst = false, after }: PartitionQuery,
): Promise<readonly Record<string, unknown>[]> {
  const items: Record<string, unknown>[] = [];
  let from: Record<string, unknown> | undefined = after === undefined ? undefined : { pk, sk: after };
  do {
    const page = await client.send(
      new QueryCommand({
        TableName: table,
        KeyConditionExpression: "pk = :pk AND begins_with(sk, :prefix)",
        ExpressionAttributeValues: { ":pk": pk, ":prefix": prefix },
        ConsistentRead: true,
        ScanIndexForward: !isNewestFirst,
        Limit: limit - items.length,
        ...(from ? { ExclusiveStartKey: from } : {}),
      }),
    );
    items.push(...(page.Items ?? []));
    from = page.LastEvaluatedKey;
  } while (from !== undefined && items.length < limit);
  return items;
}
