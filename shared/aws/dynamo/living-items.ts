import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import type { Clock } from "../../kernel/clock.ts";
import { type ItemAddress, readItem, readItemConsistently } from "./read-item.ts";
import { readTogether } from "./read-together.ts";

type Item = Readonly<Record<string, unknown>>;
type Key = ItemAddress["Key"];

export interface TableInTime {
  readonly table: string;
  readonly clock: Clock;
}

/** The current time in epoch seconds, the unit of the attribute `ttl`. */
export const secondOf = (clock: Clock): number => Math.floor(clock.now() / 1000);

/**
 * Tells whether an item has not expired yet. DynamoDB deletes an expired item only within days (Developer Guide, "Using
 * time to live"), so every reader has to ask this.
 */
export const isLiving = ({ ttl }: Item, clock: Clock): boolean => typeof ttl !== "number" || ttl >= secondOf(clock);

/** Reads single items of a table and treats expired ones as missing, whether or not the table has deleted them. */
export class LivingItems {
  readonly #client: DynamoDBDocumentClient;
  readonly #options: TableInTime;

  constructor(client: DynamoDBDocumentClient, { table, clock }: TableInTime) {
    this.#client = client;
    this.#options = { table, clock };
  }

  /** Reads an item as `readItem` does. */
  async read(key: Key): Promise<Item | undefined> {
    return this.#living(await readItem(this.#client, this.#at(key)));
  }

  async readConsistently(key: Key): Promise<Item | undefined> {
    return this.#living(await readItemConsistently(this.#client, this.#at(key)));
  }

  /** Reads an item as `readTogether` does. */
  async readTogether(key: Key): Promise<Item | undefined> {
    return this.#living(await readTogether(this.#client, this.#at(key)));
  }

  #at(key: Key): ItemAddress {
    return { TableName: this.#options.table, Key: key };
  }

  #living(item: Item | undefined): Item | undefined {
    return item && isLiving(item, this.#options.clock) ? item : undefined;
  }
}
