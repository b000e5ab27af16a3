import { type DynamoDBDocumentClient, QueryCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod";
import { deleteTogether } from "../../aws/dynamo/delete-together.ts";
import { MADE_PREFIX, PENDING_PREFIX } from "./delivery-item.ts";
import { webhookPartition } from "./progress-item.ts";

/** One call erases at most this many items, in ten requests of 25 deletions. */
const PART = 250;

const keys = z.array(z.object({ pk: z.string(), sk: z.string() }));

/** Erases a part of a webhook's log, and returns true while more may be left. The webhook's progress stays. */
export async function eraseDeliveries(
  client: DynamoDBDocumentClient,
  table: string,
  webhookId: string,
): Promise<boolean> {
  for (const prefix of [PENDING_PREFIX, MADE_PREFIX]) {
    const { Items, LastEvaluatedKey } = await client.send(
      new QueryCommand({
        TableName: table,
        KeyConditionExpression: "pk = :pk AND begins_with(sk, :prefix)",
        ExpressionAttributeValues: { ":pk": webhookPartition(webhookId), ":prefix": prefix },
        ProjectionExpression: "pk, sk",
        ConsistentRead: true,
        Limit: PART,
      }),
    );
    await deleteTogether(client, table, keys.parse(Items ?? []));
    if (LastEvaluatedKey !== undefined) return true;
  }
  return false;
}
