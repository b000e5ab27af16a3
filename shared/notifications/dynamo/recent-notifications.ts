import { type DynamoDBDocumentClient, QueryCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod";
import { batchGet } from "../../aws/dynamo/batch-get.ts";
import { isLiving, type TableInTime } from "../../aws/dynamo/living-items.ts";
import type { Owner } from "../../kernel/owner.ts";
import type { Notification } from "../domain/notification.ts";
import { toNotification } from "./notification-item.ts";
import { RECENT_SHARDS, recentPartition, stateKey } from "./notification-key.ts";

/** DynamoDB's own limit on one batch, and ours on one page. */
const MAX_PAGE = 100;
/** How often a page is filled up again: what the index still names and the table has lost is a matter of moments. */
const MAX_FILLS = 10;

export interface RecentPage {
  readonly limit: number;
  readonly before?: string | undefined;
}

interface RecentQuery extends RecentPage, TableInTime {
  readonly owner: Owner;
}

const recentKey = z.object({ sk: z.string() });

/**
 * Merges the newest of every partition; ids sort by time (D7), and what is older expires earlier: the list ends where expired ones begin.
 * Fewer than asked for (at most 100) means that there are no more.
 */
export async function listRecent(client: DynamoDBDocumentClient, query: RecentQuery): Promise<readonly Notification[]> {
  const limit = Math.min(query.limit, MAX_PAGE);
  const found: Notification[] = [];
  let before = query.before;
  for (let fill = 0; fill < MAX_FILLS; fill++) {
    const wanted = limit - found.length;
    const ids = await newestIds(client, { ...query, limit: wanted, before });
    const items = await readStates(client, query, ids);
    const there = ids.map((id) => items.get(id)).filter((item) => item !== undefined);
    const living = there.filter((item) => isLiving(item, query.clock));
    found.push(...living.map((item) => toNotification(query.owner, item)));
    before = ids.at(-1) ?? "";
    const oldest = items.get(before) ?? {};
    if (found.length === limit || ids.length < wanted || !isLiving(oldest, query.clock)) return found;
  }
  throw new Error("the index names too many notifications that are gone");
}

async function newestIds(client: DynamoDBDocumentClient, query: RecentQuery): Promise<string[]> {
  const shards = Array.from({ length: RECENT_SHARDS }, (_, shard) => shard);
  const found = await Promise.all(shards.map((shard) => newestIdsOf(client, query, shard)));
  return found.flat().sort().reverse().slice(0, query.limit);
}

async function newestIdsOf(
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

/** State items by id, of at most 100 notifications, expired ones among them; what is gone is left out. */
export async function readStates(
  client: DynamoDBDocumentClient,
  { table, owner }: Pick<RecentQuery, "table" | "owner">,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Readonly<Record<string, unknown>>>> {
  const items = await batchGet(client, { table, keys: ids.map((id) => stateKey({ owner, id })) });
  return new Map(items.map((item) => [recentKey.parse(item).sk, item]));
}
