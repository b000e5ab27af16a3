import { setTimeout as pause } from "node:timers/promises";
import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { pack } from "../../aws/dynamo/content-codec.ts";
import { isItemTooLarge } from "../../aws/dynamo/item-too-large.ts";
import type { TableInTime } from "../../aws/dynamo/living-items.ts";
import type { Owner } from "../../kernel/owner.ts";
import type { HeraldEvent } from "../contract/events.ts";
import { chunksOf } from "../domain/chunks.ts";
import type { Feed, FeedPage, FeedQuery, StoredEvent } from "../ports.ts";
import { DynamoChainTable } from "./chain-table.ts";
import { endOf, FeedChain } from "./feed-chain.ts";
import { readEvent, readFeed } from "./feed-reads.ts";
import { WaitingAppends } from "./waiting-appends.ts";

/** Stores each owner's feed as a chain of chunks. A chunk is an item with the events that were appended together. */
export class DynamoFeed implements Feed {
  readonly #client: DynamoDBDocumentClient;
  readonly #options: TableInTime;
  readonly #table: DynamoChainTable;
  readonly #chain: FeedChain;
  readonly #appends = new WaitingAppends(chunksOf, (owner, chunk) => this.#keep(owner, chunk));

  constructor(client: DynamoDBDocumentClient, options: TableInTime) {
    this.#client = client;
    this.#options = options;
    this.#table = new DynamoChainTable(client, options);
    this.#chain = new FeedChain({ table: this.#table, clock: options.clock, pause, random: Math.random });
  }

  append(owner: Owner, events: readonly HeraldEvent[]): Promise<readonly HeraldEvent[]> {
    return this.#appends.append(owner, events);
  }

  read(owner: Owner, query: FeedQuery): Promise<FeedPage> {
    return readFeed(this.#client, { ...this.#options, owner, ...query });
  }

  at(owner: Owner, position: number): Promise<StoredEvent | undefined> {
    return readEvent(this.#client, { ...this.#options, owner, position });
  }

  async head(owner: Owner): Promise<number> {
    const { chunk } = await this.#table.newest(owner);
    return chunk === undefined ? 0 : endOf(chunk) - 1;
  }

  /** Writes events as one chunk, or halves them if the item is too large. Returns the events that are too large by themselves. */
  async #keep(owner: Owner, events: readonly HeraldEvent[]): Promise<readonly HeraldEvent[]> {
    try {
      await this.#chain.commit(owner, { count: events.length, compressed: await pack(events) });
      return [];
    } catch (error) {
      if (!isItemTooLarge(error)) throw error;
    }
    if (events.length === 1) return events;
    const half = Math.ceil(events.length / 2);
    const first = await this.#keep(owner, events.slice(0, half));
    return [...first, ...(await this.#keep(owner, events.slice(half)))];
  }
}
