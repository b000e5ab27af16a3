import { type AttributeValue, ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { type DynamoDBDocumentClient, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { accountsOf, MAX_ACCOUNTS, withRoom } from "../domain/account-counts.ts";
import { KEPT_MS } from "../domain/counter.ts";
import type { Counters, CounterTallies, Tally } from "../ports.ts";
import { ACCOUNTS, attributeOf, counterKey, markOf, sequenceText } from "./counter-item.ts";

/** A try fails when another caller has counted a part of the batch, or the hour has no room for an account. More than one such caller is rare. */
const MAX_TRIES = 10;

/**
 * Adds the tallies of a batch to a counter in one write. The item has a mark for each shard of the stream: the last change of the shard that was
 * counted. So a batch that is delivered again, whole, cut differently or twice at once, adds only new changes. A mark lives as long as its item.
 * An owner's hour has the set of its accounts, too, and the same write has the condition that there is room for another one.
 */
export class DynamoCounters implements Counters {
  readonly #client: DynamoDBDocumentClient;
  readonly #table: string;

  constructor(client: DynamoDBDocumentClient, table: string) {
    this.#client = client;
    this.#table = table;
  }

  async add(counted: CounterTallies): Promise<void> {
    let left = withRoom(counted.tallies, new Set());
    let known: ReadonlySet<string> = new Set();
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const item = await this.#write({ ...counted, tallies: left }, known);
      if (item === undefined) return;
      const mark = item[markOf(counted.streamShard)]?.S ?? "";
      known = new Set(item[ACCOUNTS]?.SS);
      const uncounted = counted.tallies.filter(({ sequenceNumber }) => sequenceText(sequenceNumber) > mark);
      left = withRoom(uncounted, known);
      if (left.length === 0) return;
    }
    throw new Error("a counter kept changing while a batch was added to it");
  }

  /**
   * Writes the tallies; undefined on success. Otherwise returns the item, because its mark is not before the first tally, or because it has no room
   * for accounts that are not `known` to be in it.
   */
  async #write(
    counted: CounterTallies,
    known: ReadonlySet<string>,
  ): Promise<Readonly<Record<string, AttributeValue>> | undefined> {
    try {
      await this.#client.send(
        new UpdateCommand({
          TableName: this.#table,
          Key: counterKey(counted),
          ...updateOf(counted, known),
          ReturnValuesOnConditionCheckFailure: "ALL_OLD",
        }),
      );
      return undefined;
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
      if (error.Item === undefined) throw error;
      return error.Item;
    }
  }
}

function updateOf(counted: CounterTallies, known: ReadonlySet<string>) {
  const { counter, streamShard, tallies } = counted;
  const sums = sumsOf(tallies);
  const adds = [...sums].filter(([, sum]) => sum !== 0);
  const accounts = furtherAccounts(tallies, known);
  const dated = datesOf(counted);
  const set = ["#mark = :last", "#ttl = :ttl", ...dated.set];
  const add = [...adds.map((_, i) => `#n${i} :n${i}`), ...accounts.add];
  return {
    UpdateExpression: `SET ${set.join(", ")}${add.length > 0 ? ` ADD ${add.join(", ")}` : ""}`,
    ConditionExpression: ["(attribute_not_exists(#mark) OR #mark < :first)", ...accounts.conditions].join(" AND "),
    ExpressionAttributeNames: {
      "#mark": markOf(streamShard),
      "#ttl": "ttl",
      ...dated.names,
      ...accounts.names,
      ...Object.fromEntries(adds.map(([name], i) => [`#n${i}`, name])),
    },
    ExpressionAttributeValues: {
      ":first": sequenceText(tallies[0]?.sequenceNumber ?? ""),
      ":last": sequenceText(tallies.at(-1)?.sequenceNumber ?? ""),
      ":ttl": Math.floor((counter.fromMs + KEPT_MS) / 1000),
      ...dated.values,
      ...accounts.values,
      ...Object.fromEntries(adds.map(([, sum], i) => [`:n${i}`, sum])),
    },
  };
}

/** Returns the parts of an update that note the first and the last time, and the names, of what is counted; nothing for an hour. */
function datesOf({ counter, tallies }: CounterTallies) {
  const news = tallies.filter(({ by }) => by > 0);
  const [first, last] = [news[0], news.at(-1)];
  const isDated = counter.kind !== "hour" && first !== undefined && last !== undefined;
  const isNamed = counter.kind === "absence" && last?.names !== undefined;
  return {
    set: [
      ...(isDated ? ["firstAtMs = if_not_exists(firstAtMs, :firstAtMs)", "lastAtMs = :lastAtMs"] : []),
      ...(isNamed ? ["#names = :names"] : []),
    ],
    names: isNamed ? { "#names": "names" } : {},
    values: {
      ...(isDated && { ":firstAtMs": first.atMs, ":lastAtMs": last.atMs }),
      ...(isNamed && { ":names": last.names }),
    },
  };
}

/**
 * Returns the parts of an update that note accounts which are not known to be in the hour. An hour takes them while it is not full, and it has room
 * for those that it has.
 */
function furtherAccounts(tallies: readonly Tally[], known: ReadonlySet<string>) {
  const keys = accountsOf(tallies).filter((key) => !known.has(key));
  if (keys.length === 0) return { add: [], conditions: [], names: {}, values: {} };
  const areThere = keys.map((_, i) => `contains(#accounts, :u${i})`).join(" AND ");
  return {
    add: ["#accounts :accounts"],
    conditions: [`(attribute_not_exists(#accounts) OR size(#accounts) < :most OR (${areThere}))`],
    names: { "#accounts": ACCOUNTS },
    values: {
      ":accounts": new Set(keys),
      ":most": MAX_ACCOUNTS,
      ...Object.fromEntries(keys.map((key, i) => [`:u${i}`, key])),
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
