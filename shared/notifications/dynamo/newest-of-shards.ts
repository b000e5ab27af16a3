import { type DynamoDBDocumentClient, QueryCommand, type QueryCommandInput } from "@aws-sdk/lib-dynamodb";
import * as z from "zod";

/** Partitions of a table that are read as one list, in the order of their sort keys. */
export interface ShardedList {
  readonly table: string;
  readonly partitions: readonly string[];
  /** Their entries in an index by another sort key, which has one of these prefixes before the table's. */
  readonly index?: { readonly name: string; readonly sortKey: string; readonly prefixes: readonly string[] };
  /** What was stored before the read is in it. An index cannot promise that. */
  readonly isConsistent: boolean;
}

export interface NewestRange {
  readonly limit: number;
  /** All of them sort before this. */
  readonly before?: string | undefined;
  /** None of them sorts before this. */
  readonly from?: string | undefined;
}

export interface ListedItem extends Readonly<Record<string, unknown>> {
  readonly sk: string;
}

const listedItem = z.looseObject({ sk: z.string() });
/** Sorts before and after every sort key. */
const [FIRST, LAST] = [" ", "~"];
/** Each takes the list as many further as a partition's share of a page: far more than a page has, however its items lie. */
const MAX_ROUNDS = 100;

/**
 * The newest of all partitions, at most `limit`; fewer mean that there are no more. Each partition is read as far as its likely share of the
 * page, and read on only while it may hold something newer than the page's last.
 */
export async function newestOfShards(
  client: DynamoDBDocumentClient,
  list: ShardedList,
  range: NewestRange,
): Promise<readonly ListedItem[]> {
  // The table refuses a range that ends before it begins.
  if ((range.from ?? FIRST) > (range.before ?? LAST)) return [];
  const shards = list.partitions.flatMap((partition) =>
    (list.index?.prefixes ?? [""]).map((prefix) => new Shard(client, { list, partition, prefix, range })),
  );
  const share = likelyShare(range.limit, shards.length);
  let open = shards;
  for (let round = 0; open.length > 0; round++) {
    if (round === MAX_ROUNDS) throw new Error(`a page of ${list.table} does not come to its end`);
    await Promise.all(open.map((shard) => shard.readOn(share)));
    const last = newestFirst(shards)[range.limit - 1]?.sk ?? FIRST;
    open = shards.filter((shard) => shard.mayHoldAfter(last));
  }
  return newestFirst(shards).slice(0, range.limit);
}

const newestFirst = (shards: readonly Shard[]): ListedItem[] =>
  shards.flatMap(({ items }) => items).sort((a, b) => (a.sk < b.sk ? 1 : -1));

/** Two standard deviations above the mean of what a fair hash puts into one of them (Poisson). */
function likelyShare(limit: number, partitions: number): number {
  const mean = limit / partitions;
  return Math.min(limit, Math.ceil(mean + 2 * Math.sqrt(mean)));
}

interface ShardOptions {
  readonly list: ShardedList;
  readonly partition: string;
  readonly prefix: string;
  readonly range: NewestRange;
}

/** One partition, or its part under one prefix, as far as it has been read. */
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
    const { before } = this.#options.range;
    // A key condition takes two bounds only with both of them in it.
    this.items.push(...Items.map((item) => listedItem.parse(item)).filter(({ sk }) => sk !== before));
    this.#next = LastEvaluatedKey;
    this.#hasMore = LastEvaluatedKey !== undefined;
  }

  mayHoldAfter(sortKey: string): boolean {
    return this.#hasMore && (this.items.at(-1)?.sk ?? LAST) > sortKey;
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
        ":from": prefix + (range.from ?? FIRST),
        ":before": prefix + (range.before ?? LAST),
      },
      ...(this.#next && { ExclusiveStartKey: this.#next }),
      ScanIndexForward: false,
      Limit: count,
    };
  }
}
