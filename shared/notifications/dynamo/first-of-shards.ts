import { type DynamoDBDocumentClient, QueryCommand, type QueryCommandInput } from "@aws-sdk/lib-dynamodb";
import * as z from "zod";

/** Several partitions of a table are read as one list, in the order of their sort keys. */
export interface ShardedList {
  readonly table: string;
  readonly partitions: readonly string[];
  /** When set, the index is read instead of the table. Its sort key is one of `prefixes`, followed by the table's sort key. */
  readonly index?: { readonly name: string; readonly sortKey: string; readonly prefixes: readonly string[] };
  /** `isConsistent` is true when the read must see everything stored before. An index cannot promise that. */
  readonly isConsistent: boolean;
}

export interface ShardedRange {
  readonly limit: number;
  /** The newest items come first, unless the oldest are asked for. */
  readonly order?: "oldest first";
  /** All items sort before this key. */
  readonly before?: string | undefined;
  /** No item sorts before this key. */
  readonly from?: string | undefined;
  /** All items sort after this key. */
  readonly after?: string | undefined;
}

export interface ListedItem extends Readonly<Record<string, unknown>> {
  readonly sk: string;
}

const listedItem = z.looseObject({ sk: z.string() });
/** `FIRST` sorts before every sort key, and `LAST` after. */
const [FIRST, LAST] = [" ", "~"];
/** Each round reads one more share of every open partition, so a page ends long before this limit. */
const MAX_ROUNDS = 100;

/** Returns the first `limit` items; fewer mean the end. A partition is read on while it may have an item that comes before the page's last. */
export async function firstOfShards(
  client: DynamoDBDocumentClient,
  list: ShardedList,
  range: ShardedRange,
): Promise<readonly ListedItem[]> {
  // The table refuses a range that ends before it begins.
  if ((range.after ?? range.from ?? FIRST) > (range.before ?? LAST)) return [];
  const shards = list.partitions.flatMap((partition) =>
    (list.index?.prefixes ?? [""]).map((prefix) => new Shard(client, { list, partition, prefix, range })),
  );
  const share = likelyShare(range.limit, shards.length);
  let open = shards;
  for (let round = 0; open.length > 0; round++) {
    if (round === MAX_ROUNDS) throw new Error(`a page of ${list.table} does not come to its end`);
    await Promise.all(open.map((shard) => shard.readOn(share)));
    const last = inOrder(shards, range)[range.limit - 1]?.sk;
    open = shards.filter((shard) => shard.mayHaveBefore(last));
  }
  return inOrder(shards, range).slice(0, range.limit);
}

const comesBefore = (one: string, other: string, { order }: Pick<ShardedRange, "order">): boolean =>
  order === "oldest first" ? one < other : one > other;

const inOrder = (shards: readonly Shard[], range: Pick<ShardedRange, "order">): ListedItem[] =>
  shards.flatMap(({ items }) => items).sort((a, b) => (comesBefore(a.sk, b.sk, range) ? -1 : 1));

/** Returns two standard deviations above the mean number of items that a fair hash puts into one partition (Poisson). */
function likelyShare(limit: number, partitions: number): number {
  const mean = limit / partitions;
  return Math.min(limit, Math.ceil(mean + 2 * Math.sqrt(mean)));
}

interface ShardOptions {
  readonly list: ShardedList;
  readonly partition: string;
  readonly prefix: string;
  readonly range: ShardedRange;
}

/** One partition, or the part of it under one prefix, and how far it has been read. */
class Shard {
  readonly #client: DynamoDBDocumentClient;
  readonly #options: ShardOptions;
  readonly items: ListedItem[] = [];
  #next: QueryCommandInput["ExclusiveStartKey"];
  #hasMore = true;

  constructor(client: DynamoDBDocumentClient, options: ShardOptions) {
    this.#client = client;
    this.#options = options;
  }

  async readOn(count: number): Promise<void> {
    const { Items = [], LastEvaluatedKey } = await this.#client.send(new QueryCommand(this.#query(count)));
    const { before, after } = this.#options.range;
    // A range in a key condition includes both of its bounds, so `before` and `after` themselves are filtered out.
    const inside = Items.map((item) => listedItem.parse(item)).filter(({ sk }) => sk !== before && sk !== after);
    this.items.push(...inside);
    this.#next = LastEvaluatedKey;
    this.#hasMore = LastEvaluatedKey !== undefined;
  }

  /** Tells whether unread items may come before this key; without a key, whether there may be any. */
  mayHaveBefore(sortKey: string | undefined): boolean {
    const read = this.items.at(-1)?.sk;
    if (!this.#hasMore || read === undefined || sortKey === undefined) return this.#hasMore;
    return comesBefore(read, sortKey, this.#options.range);
  }

  #query(count: number): QueryCommandInput {
    const { list, partition, prefix, range } = this.#options;
    const { name, sortKey } = list.index ?? { sortKey: "sk" };
    return {
      TableName: list.table,
      ...(name === undefined ? { ConsistentRead: list.isConsistent } : { IndexName: name }),
      KeyConditionExpression: `pk = :partition AND ${sortKey} BETWEEN :from AND :before`,
      ExpressionAttributeValues: {
        ":partition": partition,
        ":from": prefix + (range.after ?? range.from ?? FIRST),
        ":before": prefix + (range.before ?? LAST),
      },
      ...(this.#next && { ExclusiveStartKey: this.#next }),
      ScanIndexForward: range.order === "oldest first",
      Limit: count,
    };
  }
}
