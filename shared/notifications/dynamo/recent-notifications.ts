import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import * as z from "zod";
import { batchGet } from "../../aws/dynamo/batch-get.ts";
import { isLiving, type TableInTime } from "../../aws/dynamo/living-items.ts";
import type { Owner } from "../../kernel/owner.ts";
import { isDecidable } from "../domain/approval.ts";
import type { Notification } from "../domain/notification.ts";
import type { RecentPage, UndecidedPage } from "../ports.ts";
import { firstOfShards, type ShardedRange } from "./first-of-shards.ts";
import { toNotification } from "./notification-item.ts";
import { stateKey, statePartitions, unsentOf } from "./notification-key.ts";

/** A page that became shorter, because some of its items are expired or gone, is filled up at most this often. */
const MAX_FILLS = 10;
/** DynamoDB reads at most 100 items in one batch. */
const MAX_BATCH = 100;

type Item = Readonly<Record<string, unknown>>;

interface RecentQuery extends RecentPage, TableInTime {
  readonly owner: Owner;
}

/** Merges the newest items of every partition. Ids sort by time (D7), and older items expire earlier, so the list ends at the first expired. */
export async function listRecent(client: DynamoDBDocumentClient, query: RecentQuery): Promise<readonly Notification[]> {
  const { owner, limit, from, clock } = query;
  const found: Notification[] = [];
  let { before } = query;
  for (let fill = 0; fill < MAX_FILLS; fill++) {
    const wanted = limit - found.length;
    const states = await (query.unsent ? unsentStates : newestStates)(client, query, { limit: wanted, before, from });
    const living = states.flatMap(({ item }) => (item !== undefined && isLiving(item, clock) ? [item] : []));
    found.push(...living.map((item) => toNotification(owner, item)));
    const oldest = states.at(-1);
    before = oldest?.id;
    if (found.length === limit || states.length < wanted || !isLiving(oldest?.item ?? {}, clock)) return found;
  }
  throw new Error("a list has too many notifications that are gone");
}

/** Lists what waits for a person, oldest first. The index may be a moment out of date, so what has been decided since is left out. */
export async function listUndecided(
  client: DynamoDBDocumentClient,
  { table, owner, limit, after, clock }: UndecidedPage & TableInTime & { readonly owner: Owner },
): Promise<readonly Notification[]> {
  const found: Notification[] = [];
  let last = after;
  for (let fill = 0; fill < MAX_FILLS; fill++) {
    const wanted = limit - found.length;
    const range = { limit: wanted, order: "oldest first", after: last } as const;
    const states = await unsentStates(client, { table, owner, limit: wanted, clock, unsent: ["undecided"] }, range);
    const known = states.flatMap(({ item }) => (item === undefined ? [] : [toNotification(owner, item)]));
    found.push(...known.filter((one) => isDecidable(one, clock.now())));
    last = states.at(-1)?.id;
    if (found.length === limit || states.length < wanted) return found;
  }
  throw new Error("a list has too many notifications that were decided a moment ago");
}

/** The states of a page, expired ones included. `item` is undefined for an id that the index still names although its state is gone. */
type ListedStates = Promise<readonly { readonly id: string; readonly item: Item | undefined }[]>;

async function newestStates(
  client: DynamoDBDocumentClient,
  { table, owner, reads }: RecentQuery,
  range: ShardedRange,
): ListedStates {
  const list = { table, partitions: statePartitions(owner), isConsistent: reads !== "eventual" };
  const items = await firstOfShards(client, list, range);
  return items.map((item) => ({ id: item.sk, item }));
}

async function unsentStates(
  client: DynamoDBDocumentClient,
  { table, owner, unsent = [] }: RecentQuery,
  range: ShardedRange,
): ListedStates {
  const index = { name: "unsent", sortKey: "unsent", prefixes: unsent.map((kind) => unsentOf(kind, "")) };
  const list = { table, partitions: statePartitions(owner), index, isConsistent: false };
  const ids = (await firstOfShards(client, list, range)).map(({ sk }) => sk);
  const states = new Map<string, Item>();
  for (let first = 0; first < ids.length; first += MAX_BATCH)
    for (const [id, item] of await readStates(client, { table, owner }, ids.slice(first, first + MAX_BATCH)))
      states.set(id, item);
  return ids.map((id) => ({ id, item: states.get(id) }));
}

const stateItem = z.looseObject({ sk: z.string() });

/** Reads the states of at most 100 ids, expired ones included; ids without a state are left out. */
export async function readStates(
  client: DynamoDBDocumentClient,
  { table, owner }: Pick<RecentQuery, "table" | "owner">,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Item>> {
  const items = await batchGet(client, { table, keys: ids.map((id) => stateKey({ owner, id })) });
  return new Map(items.map((item) => [stateItem.parse(item).sk, item]));
}
