import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { type DynamoDBDocumentClient, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { KEPT_MS } from "../domain/counter.ts";
import type { Counters, CounterTallies, Tally } from "../ports.ts";
import { attributeOf, counterKey, markOf, sequenceText } from "./counter-item.ts";

/** A try fails when another caller has counted a part of the batch. More than one such caller is rare. */
const MAX_TRIES = 10;

/**
 * Adds the tallies of a batch to a counter in one write. The item has a mark for each shard of the stream: the last change of the shard that was
 * counted. So a batch that is delivered again, whole, cut differently or twice at once, adds only new changes. A mark lives as long as its item.
 */
export class DynamoCounters implements Counters {
  readonly #client: DynamoDBDocumentClient;
  readonly #table: string;

  constructor(client: DynamoDBDocumentClient, table: string) {
    this.#client = client;
    this.#table = table;
  }

  async add(counted: CounterTallies): Promise<void> {
    let left = counted.tallies;
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const mark = await this.#write({ ...counted, tallies: left });
      if (mark === undefined) return;
      left = left.filter(({ sequenceNumber }) => sequenceText(sequenceNumber) > mark);
      if (left.length === 0) return;
    }
    throw new Error("a counter kept changing while a batch was added to it");
  }

  /** Writes the tallies; undefined on success. Otherwise returns the item's mark, because the first tally is not after this change. */
  async #write(counted: CounterTallies): Promise<string | undefined> {
    const mark = markOf(counted.streamShard);
    try {
      await this.#client.send(
        new UpdateCommand({
          TableName: this.#table,
          Key: counterKey(counted),
          ...updateOf(counted, mark),
          ReturnValuesOnConditionCheckFailure: "ALL_OLD",
        }),
      );
      return undefined;
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
      const known = error.Item?.[mark]?.S;
      if (known === undefined) throw error;
      return known;
    }
  }
}

function updateOf({ counter, tallies }: CounterTallies, mark: string) {
  const sums = sumsOf(tallies);
  const adds = [...sums].filter(([, sum]) => sum !== 0);
  const news = tallies.filter(({ by }) => by > 0);
  const [first, last] = [news[0], news.at(-1)];
  const isDated = counter.kind !== "hour" && first !== undefined && last !== undefined;
  const isNamed = counter.kind === "absence" && last?.names !== undefined;
  const set = [
    "#mark = :last",
    "#ttl = :ttl",
    ...(isDated ? ["firstAtMs = if_not_exists(firstAtMs, :firstAtMs)", "lastAtMs = :lastAtMs"] : []),
    ...(isNamed ? ["#names = :names"] : []),
  ];
  const add = adds.map((_, i) => `#n${i} :n${i}`);
  const ttl = Math.floor((counter.fromMs + KEPT_MS) / 1000);
  return {
    UpdateExpression: `SET ${set.join(", ")}${add.length > 0 ? ` ADD ${add.join(", ")}` : ""}`,
    ConditionExpression: "attribute_not_exists(#mark) OR #mark < :first",
    ExpressionAttributeNames: {
      "#mark": mark,
      "#ttl": "ttl",
      ...(isNamed && { "#names": "names" }),
      ...Object.fromEntries(adds.map(([name], i) => [`#n${i}`, name])),
    },
    ExpressionAttributeValues: {
      ":first": sequenceText(tallies[0]?.sequenceNumber ?? ""),
      ":last": sequenceText(tallies.at(-1)?.sequenceNumber ?? ""),
      ":ttl": ttl,
      ...(isDated && { ":firstAtMs": first.atMs, ":lastAtMs": last.atMs }),
      ...(isNamed && { ":names": last.names }),
      ...Object.fromEntries(adds.map(([, sum], i) => [`:n${i}`, sum])),
    },
  };
}

function sumsOf(tallies: readonly Tally[]): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const { name, by } of tallies) {
    const attribute = attributeOf(name);
    sums.set(attribute, (sums.get(attribute) ?? 0) + by);
  }
  return sums;
}
