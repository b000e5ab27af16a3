import { type DynamoDBDocumentClient, QueryCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod";
import { unpack } from "../../aws/dynamo/content-codec.ts";
import { isLiving, type TableInTime } from "../../aws/dynamo/living-items.ts";
import type { Owner } from "../../kernel/owner.ts";
import { keptEvent } from "../contract/kept-event.ts";
import { MAX_CHUNK_EVENTS } from "../domain/chunks.ts";
import type { FeedPage, FeedQuery, StoredEvent } from "../ports.ts";
import { chunkItem, chunkSk, feedPartition, KEPT_SECONDS, LAST_CHUNK } from "./feed-item.ts";

/** Of one request to the table; its answers end at 1 MB as well. */
const CHUNKS_AT_ONCE = 100;
/** So many requests at the most: a filter that matches little answers a short page that has moved on, not a slow one. */
const MAX_REQUESTS = 10;

const committedAt = (ttl: number): number => (ttl - KEPT_SECONDS) * 1000;

const chunkEvents = z.array(keptEvent);

interface FeedRead extends FeedQuery, TableInTime {
  readonly owner: Owner;
}

interface Walk {
  readonly events: StoredEvent[];
  /** All up to here has been looked at. */
  position: number;
}

export async function readFeed(client: DynamoDBDocumentClient, query: FeedRead): Promise<FeedPage> {
  const walk: Walk = { events: [], position: query.after };
  // The chunk that holds the next position may begin before it.
  let from = chunkSk(Math.max(0, query.after + 1 - (MAX_CHUNK_EVENTS - 1)));
  for (let requests = 0; requests < MAX_REQUESTS; requests++) {
    const { items, isLast } = await chunksFrom(client, query, from);
    for (const item of items) if (await isPageFull(walk, query, item)) return pageOf(walk);
    if (isLast) break;
    from = chunkSk(walk.position + 1);
  }
  return pageOf(walk);
}

/** The one chunk that may hold it is the last that begins up to there. */
export async function readEvent(
  client: DynamoDBDocumentClient,
  { table, clock, owner, position }: TableInTime & { readonly owner: Owner; readonly position: number },
): Promise<StoredEvent | undefined> {
  const { Items: [item] = [] } = await client.send(
    new QueryCommand({
      TableName: table,
      KeyConditionExpression: "pk = :pk AND sk BETWEEN :first AND :last",
      ExpressionAttributeValues: { ":pk": feedPartition(owner), ":first": chunkSk(1), ":last": chunkSk(position) },
      ConsistentRead: true,
      ScanIndexForward: false,
      Limit: 1,
    }),
  );
  if (item === undefined) return undefined;
  const { sk: first, compressed, ttl } = chunkItem.parse(item);
  if (!isLiving({ ttl }, clock)) return undefined;
  const event = chunkEvents.parse(await unpack(compressed))[position - first];
  return event && { position, committedAtMs: committedAt(ttl), event };
}

const pageOf = ({ events, position }: Walk): FeedPage => ({ events, next: position });

async function chunksFrom(client: DynamoDBDocumentClient, { table, owner }: FeedRead, from: string) {
  const { Items = [], LastEvaluatedKey } = await client.send(
    new QueryCommand({
      TableName: table,
      KeyConditionExpression: "pk = :pk AND sk BETWEEN :from AND :last",
      ExpressionAttributeValues: { ":pk": feedPartition(owner), ":from": from, ":last": LAST_CHUNK },
      ConsistentRead: true,
      Limit: CHUNKS_AT_ONCE,
    }),
  );
  return { items: Items, isLast: LastEvaluatedKey === undefined };
}

/** Takes from a chunk what is asked for, and says whether the page is full. What has expired is passed by. */
async function isPageFull(walk: Walk, { limit, types, clock }: FeedRead, item: unknown): Promise<boolean> {
  const { sk: first, count, compressed, ttl } = chunkItem.parse(item);
  const last = first + count - 1;
  if (last <= walk.position) return false;
  const committedAtMs = committedAt(ttl);
  const events = isLiving({ ttl }, clock) ? chunkEvents.parse(await unpack(compressed)) : [];
  for (const [i, event] of events.entries()) {
    const position = first + i;
    if (position <= walk.position) continue;
    if (walk.events.length === limit) return true;
    walk.position = position;
    if (types === undefined || types.has(event.type)) walk.events.push({ position, committedAtMs, event });
  }
  walk.position = last;
  return false;
}
