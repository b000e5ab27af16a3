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

/** Epoch seconds, as the attribute `ttl` holds them. */
export const secondOf = (clock: Clock): number => Math.floor(clock.now() / 1000);

/**
 * Whether an item has not expired. DynamoDB deletes one only within days of its time (Developer Guide, "Using time to live"), so every
 * reader asks this.
 */
export const isLiving = ({ ttl }: Item, clock: Clock): boolean => typeof ttl !== "number" || ttl >= secondOf(clock);

/** Reads single items of a table; what has expired is gone, whether the table still has it or not. */
export class LivingItems {
  readonly #client: DynamoDBDocumentClient;
  readonly #options: TableInTime;

  constructor(client: DynamoDBDocumentClient, { table, clock }: TableInTime) {
    this.#client = client;
    this.#options = { table, clock };
  }

  /** As `readItem`. */
  async read(key: Key): Promise<Item | undefined> {
    return this.#living(await readItem(this.#client, this.#at(key)));
  }

  async readConsistently(key: Key): Promise<Item | undefined> {
    return this.#living(await readItemConsistently(this.#client, this.#at(key)));
  }

  /** As `readTogether`. */
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
