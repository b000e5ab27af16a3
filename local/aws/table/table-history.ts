import * as z from "zod";
import type { EngineCall } from "./engine-call.ts";

/** The engine's own limit for a batch of writes. */
const BATCH = 25;
const MAX_BATCH_TRIES = 20;
/** The most pages that are read. A page has a thousand changes. */
const MAX_PAGES = 100_000;

const item = z.record(z.string(), z.unknown());
export type Item = z.output<typeof item>;

const described = z.looseObject({
  Table: z.looseObject({
    LatestStreamArn: z.string().optional(),
    KeySchema: z.array(z.looseObject({ AttributeName: z.string() })),
  }),
});
const stream = z.looseObject({
  StreamDescription: z.looseObject({ Shards: z.array(z.looseObject({ ShardId: z.string() })) }),
});
const iterator = z.looseObject({ ShardIterator: z.string() });
const page = z.looseObject({
  Records: z.array(
    z.looseObject({
      dynamodb: z.looseObject({ ApproximateCreationDateTime: z.number(), Keys: item, NewImage: item.optional() }),
    }),
  ),
  NextShardIterator: z.string().nullish(),
});
const written = z.looseObject({ UnprocessedItems: z.record(z.string(), z.array(z.unknown())).default({}) });

/** A change of one item. Without `after` the item was deleted. */
interface Change {
  readonly at: number;
  readonly key: string;
  readonly after?: Item | undefined;
}

/**
 * Rebuilds the items of a table as they were at the end of a second from the stream of its changes. Throws if the table
 * has no stream.
 */
export async function itemsAt(call: EngineCall, table: string, atSeconds: number): Promise<Item[]> {
  const { Table } = described.parse(await call("DescribeTable", { TableName: table }));
  const { LatestStreamArn: arn = "", KeySchema } = Table;
  const names = KeySchema.map(({ AttributeName }) => AttributeName);
  const { StreamDescription } = stream.parse(await call("DescribeStream", { StreamArn: arn }, "DynamoDBStreams"));
  const items = new Map<string, Item>();
  for (const { ShardId } of StreamDescription.Shards)
    for await (const change of changesOf(call, { arn, ShardId, names })) {
      if (change.at > atSeconds) break;
      apply(change, items);
    }
  return [...items.values()];
}

function apply({ key, after }: Change, items: Map<string, Item>): void {
  if (after === undefined) items.delete(key);
  else items.set(key, after);
}

interface Shard {
  readonly arn: string;
  readonly ShardId: string;
  readonly names: readonly string[];
}

/** Yields the changes of a shard in order. */
async function* changesOf(call: EngineCall, { arn, ShardId, names }: Shard): AsyncGenerator<Change> {
  const from = { StreamArn: arn, ShardId, ShardIteratorType: "TRIM_HORIZON" };
  let next: string | undefined = iterator.parse(await call("GetShardIterator", from, "DynamoDBStreams")).ShardIterator;
  for (let pages = 0; pages < MAX_PAGES && next !== undefined; pages++) {
    const read: z.output<typeof page> = page.parse(
      await call("GetRecords", { ShardIterator: next }, "DynamoDBStreams"),
    );
    for (const { dynamodb } of read.Records)
      yield {
        at: dynamodb.ApproximateCreationDateTime,
        key: JSON.stringify(names.map((name) => dynamodb.Keys[name])),
        after: dynamodb.NewImage,
      };
    // An open shard always has another page, so an empty one ends the loop.
    if (read.Records.length === 0) return;
    next = read.NextShardIterator ?? undefined;
  }
}

export async function putItems(call: EngineCall, table: string, items: readonly Item[]): Promise<void> {
  for (let first = 0; first < items.length; first += BATCH) {
    let open: unknown[] = items.slice(first, first + BATCH).map((Item) => ({ PutRequest: { Item } }));
    for (let tries = 0; open.length > 0; tries++) {
      if (tries === MAX_BATCH_TRIES) throw new Error(`the table ${table} does not take its items`);
      const answer = written.parse(await call("BatchWriteItem", { RequestItems: { [table]: open } }));
      open = answer.UnprocessedItems[table] ?? [];
    }
  }
}
