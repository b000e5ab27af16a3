import { type DynamoDBDocumentClient, ScanCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod";
import { undefinedIfConditionFailed } from "../../shared/aws/dynamo/undefined-if-condition-failed.ts";
import { REQUEST_LEASE_MS } from "../../shared/edge/dynamo/idempotency-store.ts";
import { eachAtOnce } from "./each-at-once.ts";

const ITEMS_PER_PAGE = 500;

const heldKey = z.object({ pk: z.string(), leaseUntil: z.number() });

export interface RequestLeases {
  readonly table: string;
  /** A time before the first request of this start. */
  readonly startedAtMs: number;
}

/**
 * Ends the leases of requests with an Idempotency-Key that died with an earlier process, so that a repeat can continue
 * at once. No index lists these leases, so this function scans the whole table while the first requests are running.
 * The leases of those requests end later and are not touched.
 */
export async function endRequestLeases(
  client: DynamoDBDocumentClient,
  { table, startedAtMs }: RequestLeases,
): Promise<void> {
  let from: Record<string, unknown> | undefined;
  do {
    const page = await client.send(
      new ScanCommand({
        TableName: table,
        Limit: ITEMS_PER_PAGE,
        FilterExpression: "attribute_not_exists(answer) AND leaseUntil BETWEEN :started AND :until",
        ProjectionExpression: "pk, leaseUntil",
        ExpressionAttributeValues: { ":started": startedAtMs, ":until": startedAtMs + REQUEST_LEASE_MS - 1 },
        ...(from && { ExclusiveStartKey: from }),
      }),
    );
    const held = (page.Items ?? []).map((item) => heldKey.parse(item));
    await eachAtOnce(held, async ({ pk, leaseUntil }) => {
      const update = new UpdateCommand({
        TableName: table,
        Key: { pk },
        UpdateExpression: "SET leaseUntil = :over",
        ConditionExpression: "leaseUntil = :seen AND attribute_not_exists(answer)",
        ExpressionAttributeValues: { ":over": startedAtMs - 1, ":seen": leaseUntil },
      });
      await undefinedIfConditionFailed(client.send(update));
    });
    from = page.LastEvaluatedKey;
  } while (from !== undefined);
}
