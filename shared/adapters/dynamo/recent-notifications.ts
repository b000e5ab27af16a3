import {
  BatchGetCommand,
  type BatchGetCommandOutput,
  type DynamoDBDocumentClient,
  QueryCommand,
} from "@aws-sdk/lib-dynamodb";
import * as z from "zod";
import type { Notification } from "../../domain/notification.ts";
import { toNotification } from "./notification-item.ts";
import { RECENT_SHARDS, recentPartition, stateKey } from "./notification-key.ts";

/** DynamoDB's own limit on one batch, and ours on one page. */
const MAX_PAGE = 100;
const MAX_BATCH_TRIES = 5;

export interface RecentPage {
  readonly limit: number;
  readonly before?: string | undefined;
}

interface RecentQuery extends RecentPage {
  readonly table: string;
  readonly owner: string;
}

const recentKey = z.object({ sk: z.string() });

/** Merges the newest of every partition; ids sort by time (D7). */
export async function listRecent(client: DynamoDBDocumentClient, query: RecentQuery): Promise<readonly Notification[]> {
  const limit = Math.min(query.limit, MAX_PAGE);
  const shards = Array.from({ length: RECENT_SHARDS }, (_, shard) => shard);
  const found = await Promise.all(shards.map((shard) => newestIds(client, { ...query, limit }, shard)));
  const ids = found.flat().sort().reverse().slice(0, limit);
  const items = await readStates(client, query, ids);
  return ids.flatMap((id) => {
    const item = items.get(id);
    return item === undefined ? [] : toNotification(query.owner, item);
  });
}

async function newestIds(
  client: DynamoDBDocumentClient,
  { table, owner, limit, before }: RecentQuery,
  shard: number,
): Promise<string[]> {
  const { Items = [] } = await client.send(
    new QueryCommand({
      TableName: table,
      IndexName: "recent",
      KeyConditionExpression: before === undefined ? "recent = :recent" : "recent = :recent AND sk < :before",
      ExpressionAttributeValues: {
        ":recent": recentPartition(owner, shard),
        ...(before === undefined ? {} : { ":before": before }),
      },
      ScanIndexForward: false,
      Limit: limit,
    }),
  );
  return Items.map((item) => recentKey.parse(item).sk);
}

async function readStates(
  client: DynamoDBDocumentClient,
  { table, owner }: RecentQuery,
  ids: readonly string[],
): Promise<ReadonlyMap<string, unknown>> {
  const states = new Map<string, unknown>();
  let keys: Record<string, unknown>[] | undefined = ids.map((id) => stateKey({ owner, id }));
  for (let tries = 0; keys && keys.length > 0 && tries < MAX_BATCH_TRIES; tries++) {
    const answer: BatchGetCommandOutput = await client.send(
      new BatchGetCommand({ RequestItems: { [table]: { Keys: keys } } }),
    );
    for (const item of answer.Responses?.[table] ?? []) states.set(recentKey.parse(item).sk, item);
    keys = answer.UnprocessedKeys?.[table]?.Keys;
  }
  return states;
}
