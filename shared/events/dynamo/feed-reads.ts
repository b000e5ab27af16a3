import { type DynamoDBDocumentClient, QueryCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod";
import { unpack } from "../../aws/dynamo/content-codec.ts";
import { isLiving, type TableInTime } from "../../aws/dynamo/living-items.ts";
import type { Owner } from "../../kernel/owner.ts";
import { keptEvent } from "../contract/kept-event.ts";
import type { FeedPage, FeedQuery, StoredEvent } from "../ports.ts";
import type { StandingChunk } from "./feed-chain.ts";
import { chunkItem, chunkSk, feedPartition, KEPT_SECONDS, LAST_CHUNK } from "./feed-item.ts";

/** One request reads this many chunks; its answer also ends at 1 MB. */
const CHUNKS_AT_ONCE = 100;
/** One page takes at most this many requests. With a rare filter, the page is short and has a cursor, instead of taking long. */
const MAX_REQUESTS = 10;
/** A query may lack a chunk that was committed within this time. It is longer than a query takes, and than clocks differ. */
const LATELY_MS = 3_600_000;

const committedAt = (ttl: number): number => (ttl - KEPT_SECONDS) * 1000;

const chunkEvents = z.array(keptEvent);

interface OwnFeed extends TableInTime {
  readonly owner: Owner;
}

interface FeedRead extends FeedQuery, OwnFeed {}

interface Walk {
  readonly events: StoredEvent[];
  /** All events up to this position have been read. */
  position: number;
  /** The position after which the table was read a second time. */
  askedTwiceAt?: number;
}

export async function readFeed(client: DynamoDBDocumentClient, query: FeedRead): Promise<FeedPage> {
  const walk: Walk = { events: [], position: query.after };
  for (let requests = 0; requests < MAX_REQUESTS; requests++) {
    const answer = await chunksBehind(client, query, walk.position);
    if ((await walkOn(walk, query, answer)) === "over") break;
  }
  return { events: walk.events, next: walk.position };
}

async function walkOn(walk: Walk, query: FeedRead, { chunks, isLast }: ChunkAnswer): Promise<"over" | "further"> {
  for (const chunk of chunks) {
    if (walk.askedTwiceAt !== walk.position && mayMissOne(walk, query, chunk)) {
      walk.askedTwiceAt = walk.position;
      return "further";
    }
    if (await isPageFull(walk, query, chunk)) return "over";
  }
  return isLast ? "over" : "further";
}

/**
 * True when a chunk may be missing before this one. A query is no snapshot: it may lack a chunk that was put meanwhile, and have the next one.
 * A second query finds both. Positions that are missing then were never used, because a new chain began after them.
 */
const mayMissOne = ({ position }: Walk, { clock }: FeedRead, { first, ttl }: StandingChunk): boolean =>
  first > position + 1 && committedAt(ttl) > clock.now() - LATELY_MS;

/** Reads one event, which is in the last chunk that begins at or before its position. */
export async function readEvent(
  client: DynamoDBDocumentClient,
  { position, ...feed }: OwnFeed & { readonly position: number },
): Promise<StoredEvent | undefined> {
  const chunk = await lastChunkUpTo(client, feed, position);
  if (chunk === undefined || !isLiving({ ttl: chunk.ttl }, feed.clock)) return undefined;
  const event = chunkEvents.parse(await unpack(chunk.compressed))[position - chunk.first];
  return event && { position, committedAtMs: committedAt(chunk.ttl), event };
}

interface ChunkAnswer {
  readonly chunks: readonly StandingChunk[];
  readonly isLast: boolean;
}

async function chunksBehind(client: DynamoDBDocumentClient, feed: OwnFeed, position: number): Promise<ChunkAnswer> {
  const { Items = [], LastEvaluatedKey } = await client.send(
    new QueryCommand({
      ...chunkRange(feed, chunkSk(position + 1), LAST_CHUNK),
      Limit: CHUNKS_AT_ONCE,
    }),
  );
  const chunks = Items.map((item) => chunkItem.parse(item));
  const isLast = LastEvaluatedKey === undefined;
  if (position === 0 || chunks[0]?.first === position + 1) return { chunks, isLast };
  // The chunk that contains `position` is read as well, because the page may begin within a chunk.
  const around = await lastChunkUpTo(client, feed, position);
  return { chunks: around === undefined ? chunks : [around, ...chunks], isLast };
}

async function lastChunkUpTo(
  client: DynamoDBDocumentClient,
  feed: OwnFeed,
  position: number,
): Promise<StandingChunk | undefined> {
  const range = chunkRange(feed, chunkSk(1), chunkSk(position));
  const { Items: [item] = [] } = await client.send(new QueryCommand({ ...range, ScanIndexForward: false, Limit: 1 }));
  return item && chunkItem.parse(item);
}

const chunkRange = ({ table, owner }: OwnFeed, from: string, to: string) => ({
  TableName: table,
  KeyConditionExpression: "pk = :pk AND sk BETWEEN :from AND :to",
  ExpressionAttributeValues: { ":pk": feedPartition(owner), ":from": from, ":to": to },
  ConsistentRead: true,
});

/** Takes the wanted events from a chunk, without expired ones. Returns true when the page is full. */
async function isPageFull(walk: Walk, { limit, types, clock }: FeedRead, chunk: StandingChunk): Promise<boolean> {
  const { first, count, compressed, ttl } = chunk;
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
