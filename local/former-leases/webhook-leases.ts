import { type DynamoDBDocumentClient, QueryCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { undefinedIfConditionFailed } from "../../shared/aws/dynamo/undefined-if-condition-failed.ts";
import { WEBHOOK_LEASE_MS } from "../../shared/webhooks/domain/lease.ts";
import { overdueKey, overdueOf, stateKey } from "../../shared/webhooks/dynamo/progress-item.ts";
import { WEBHOOK_SHARDS } from "../../shared/webhooks/ports.ts";
import { eachAtOnce } from "./each-at-once.ts";

export interface WebhookLeases {
  readonly table: string;
  readonly nowMs: number;
}

/**
 * Ends the leases of workers that died, and lets the sweep look at their webhooks at once. It must run while no worker
 * does.
 */
export async function endWebhookLeases(client: DynamoDBDocumentClient, given: WebhookLeases): Promise<void> {
  const shards = Array.from({ length: WEBHOOK_SHARDS }, (_, shard) => shard);
  await eachAtOnce(shards, async (shard) => {
    for (const webhookId of await webhooksIn(client, given, shard)) await endLease(client, given, webhookId);
  });
}

/** Returns the webhooks whose lease a worker took. A worker with a lease has set `dueAt` to the lease's end, for the sweep. */
async function webhooksIn(
  client: DynamoDBDocumentClient,
  { table, nowMs }: WebhookLeases,
  shard: number,
): Promise<readonly string[]> {
  const ids: string[] = [];
  let from: Record<string, unknown> | undefined;
  do {
    const page = await client.send(
      new QueryCommand({
        TableName: table,
        IndexName: "due",
        KeyConditionExpression: "dueShard = :shard AND dueAt <= :until",
        ExpressionAttributeValues: { ":shard": overdueKey(shard), ":until": nowMs + WEBHOOK_LEASE_MS + 1 },
        ...(from && { ExclusiveStartKey: from }),
      }),
    );
    ids.push(...(page.Items ?? []).map((item) => overdueOf(item).webhookId));
    from = page.LastEvaluatedKey;
  } while (from !== undefined);
  return ids;
}

async function endLease(client: DynamoDBDocumentClient, { table, nowMs }: WebhookLeases, webhookId: string) {
  const update = new UpdateCommand({
    TableName: table,
    Key: stateKey(webhookId),
    UpdateExpression: "SET dueAt = :now REMOVE leaseToken, leaseUntilMs",
    ConditionExpression: "attribute_exists(leaseToken) AND leaseUntilMs >= :now",
    ExpressionAttributeValues: { ":now": nowMs },
  });
  await undefinedIfConditionFailed(client.send(update));
}
