import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import * as z from "zod";
import { batchGet } from "../../aws/dynamo/batch-get.ts";
import { isLiving, type TableInTime } from "../../aws/dynamo/living-items.ts";
import type { Owner } from "../../kernel/owner.ts";
import type { Notification } from "../domain/notification.ts";
import type { RecentPage } from "../ports.ts";
import { newestOfShards } from "./newest-of-shards.ts";
import { toNotification } from "./notification-item.ts";
import { stateKey, statePartitions } from "./notification-key.ts";

/** How often a page is filled up again: what has expired among the living is deleted within days. */
const MAX_FILLS = 10;

interface RecentQuery extends RecentPage, TableInTime {
  readonly owner: Owner;
}

/**
 * Merges the newest of every partition; ids sort by time (D7), and what is older expires earlier: the list ends where expired ones begin.
 * Fewer than asked for mean that there are no more.
 */
export async function listRecent(client: DynamoDBDocumentClient, query: RecentQuery): Promise<readonly Notification[]> {
  const { table, owner, limit, from, reads } = query;
  const list = { table, partitions: statePartitions(owner), isConsistent: reads !== "eventual" };
  const found: Notification[] = [];
  let { before } = query;
  for (let fill = 0; fill < MAX_FILLS; fill++) {
    const wanted = limit - found.length;
    const items = await newestOfShards(client, list, { limit: wanted, before, from });
    const living = items.filter((item) => isLiving(item, query.clock));
    found.push(...living.map((item) => toNotification(owner, item)));
    const last = items.at(-1);
    before = last?.sk;
    if (found.length === limit || items.length < wanted || !isLiving(last ?? {}, query.clock)) return found;
  }
  throw new Error("a list has too many notifications that have expired");
}

const stateItem = z.looseObject({ sk: z.string() });

/** State items by id, of at most 100 notifications, expired ones among them; what is gone is left out. */
export async function readStates(
  client: DynamoDBDocumentClient,
  { table, owner }: Pick<RecentQuery, "table" | "owner">,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Readonly<Record<string, unknown>>>> {
  const items = await batchGet(client, { table, keys: ids.map((id) => stateKey({ owner, id })) });
  return new Map(items.map((item) => [stateItem.parse(item).sk, item]));
}
