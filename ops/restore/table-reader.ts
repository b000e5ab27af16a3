import { setTimeout as pause } from "node:timers/promises";
import {
  BatchGetItemCommand,
  type DynamoDBClient,
  QueryCommand,
  ScanCommand,
  type ScanCommandInput,
} from "@aws-sdk/client-dynamodb";
import { type Item, type Key, keyOf, keyText } from "./item.ts";

/** A table is read in this many concurrent segments. */
const SEGMENTS = 4;
/** DynamoDB returns at most this many items in a batch of reads. */
export const PAGE = 100;
const MAX_BATCH_TRIES = 10;
const WAIT_MS = 100;

type Scanned = Pick<
  ScanCommandInput,
  "Limit" | "FilterExpression" | "ProjectionExpression" | "ExpressionAttributeNames" | "ExpressionAttributeValues"
>;

/**
 * Receives the pages of each segment one after the other; the next page is read when this function has finished. After
 * `ending` aborts, the function must start nothing new. On failure it aborts `ending` itself.
 */
export type See = (items: readonly Item[], ending: AbortController) => Promise<void> | void;

/**
 * Scans a whole table in several segments. The first failure ends all of them and is thrown once nothing is running any
 * more.
 */
export async function readAll(client: DynamoDBClient, table: string, see: See, more: Scanned = {}): Promise<void> {
  const ending = new AbortController();
  const { signal } = ending;
  const read = async (Segment: number): Promise<void> => {
    let ExclusiveStartKey: ScanCommandInput["ExclusiveStartKey"];
    do {
      const page = { TableName: table, Segment, TotalSegments: SEGMENTS, Limit: PAGE, ConsistentRead: true, ...more };
      const answer = await client.send(new ScanCommand({ ...page, ExclusiveStartKey }));
      if (!signal.aborted) await see(answer.Items ?? [], ending);
      ExclusiveStartKey = answer.LastEvaluatedKey;
    } while (ExclusiveStartKey !== undefined && !signal.aborted);
  };
  const segments = Array.from({ length: SEGMENTS }, (_, Segment) => Segment);
  await Promise.all(segments.map((Segment) => read(Segment).catch((error: unknown) => ending.abort(error))));
  signal.throwIfAborted();
}

/** Reads the current items of up to a hundred keys, by key text. */
export async function readNow(
  client: DynamoDBClient,
  table: string,
  items: readonly Item[],
): Promise<ReadonlyMap<string, Item>> {
  const found = new Map<string, Item>();
  let open: readonly Key[] = items.map(keyOf);
  for (let tries = 0; open.length > 0; tries++) {
    if (tries === MAX_BATCH_TRIES) throw new Error(`${table} does not answer for all of its items`);
    if (tries > 0) await pause(WAIT_MS * 2 ** tries);
    const RequestItems = { [table]: { Keys: open.map((key) => ({ ...key })), ConsistentRead: true } };
    const answer = await client.send(new BatchGetItemCommand({ RequestItems }));
    for (const item of answer.Responses?.[table] ?? []) found.set(keyText(item), item);
    open = (answer.UnprocessedKeys?.[table]?.Keys ?? []).map(keyOf);
  }
  return found;
}

export async function readPartition(client: DynamoDBClient, table: string, pk: string): Promise<readonly Item[]> {
  const items: Item[] = [];
  let ExclusiveStartKey: ScanCommandInput["ExclusiveStartKey"];
  do {
    const { Items = [], LastEvaluatedKey } = await client.send(
      new QueryCommand({
        TableName: table,
        KeyConditionExpression: "pk = :pk",
        ExpressionAttributeValues: { ":pk": { S: pk } },
        ConsistentRead: true,
        ExclusiveStartKey,
      }),
    );
    items.push(...Items);
    ExclusiveStartKey = LastEvaluatedKey;
  } while (ExclusiveStartKey !== undefined);
  return items;
}
