import { setTimeout as pause } from "node:timers/promises";
import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { pack } from "../../aws/dynamo/content-codec.ts";
import { isItemTooLarge } from "../../aws/dynamo/item-too-large.ts";
import { secondOf, type TableInTime } from "../../aws/dynamo/living-items.ts";
import { readItemConsistently } from "../../aws/dynamo/read-item.ts";
import { type TransactItems, tryTransact } from "../../aws/dynamo/transact.ts";
import { inTurn } from "../../kernel/in-turn.ts";
import type { Owner } from "../../kernel/owner.ts";
import type { HeraldEvent } from "../contract/events.ts";
import { chunksOf } from "../domain/chunks.ts";
import type { Feed, FeedPage, FeedQuery, StoredEvent } from "../ports.ts";
import { chunkSk, feedPartition, headItem, headKey, KEPT_SECONDS } from "./feed-item.ts";
import { readEvent, readFeed } from "./feed-reads.ts";

/** As many writers of one owner's feed as a stream has shards are at it at once, and each try lets one through. */
const MAX_TRIES = 40;
const FIRST_PAUSE_MS = 20;
const MAX_PAUSE_MS = 1000;

/**
 * The events that are appended together are one item, a chunk, beside one head per owner: both in one transaction, on the condition
 * that the head is as it was read. So positions are given in the order of the commits, and have no gap.
 */
export class DynamoFeed implements Feed {
  readonly #client: DynamoDBDocumentClient;
  readonly #options: TableInTime;
  readonly #inTurn = inTurn();

  constructor(client: DynamoDBDocumentClient, options: TableInTime) {
    this.#client = client;
    this.#options = options;
  }

  append(owner: Owner, events: readonly HeraldEvent[]): Promise<readonly HeraldEvent[]> {
    // Writers in this process wait for each other rather than compete for the head.
    return this.#inTurn(owner, async () => {
      const tooLarge: HeraldEvent[] = [];
      for (const chunk of chunksOf(events)) tooLarge.push(...(await this.#keep(owner, chunk)));
      return tooLarge;
    });
  }

  read(owner: Owner, query: FeedQuery): Promise<FeedPage> {
    return readFeed(this.#client, { ...this.#options, owner, ...query });
  }

  at(owner: Owner, position: number): Promise<StoredEvent | undefined> {
    return readEvent(this.#client, { ...this.#options, owner, position });
  }

  async head(owner: Owner): Promise<number> {
    const item = await readItemConsistently(this.#client, { TableName: this.#options.table, Key: headKey(owner) });
    return item === undefined ? 0 : headItem.parse(item).position;
  }

  /** Halves what the table does not take as one item, and answers the events that it does not take alone. */
  async #keep(owner: Owner, events: readonly HeraldEvent[]): Promise<readonly HeraldEvent[]> {
    try {
      await this.#write(owner, events);
      return [];
    } catch (error) {
      if (!isItemTooLarge(error)) throw error;
    }
    if (events.length === 1) return events;
    const half = Math.ceil(events.length / 2);
    const first = await this.#keep(owner, events.slice(0, half));
    return [...first, ...(await this.#keep(owner, events.slice(half)))];
  }

  async #write(owner: Owner, events: readonly HeraldEvent[]): Promise<void> {
    const compressed = await pack(events);
    let lastConflict: Error | undefined;
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const head = await this.head(owner);
      const { failed, conflict } = await tryTransact(this.#client, [
        this.#chunkPut(owner, head + 1, { count: events.length, compressed }),
        this.#headPut(owner, head, head + events.length),
      ]);
      if (failed === undefined && conflict === undefined) return;
      lastConflict = conflict ?? lastConflict;
      await pause(Math.random() * Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 1.5 ** tries));
    }
    throw new Error("the head of a feed kept changing while events were appended to it", { cause: lastConflict });
  }

  #chunkPut(
    owner: Owner,
    first: number,
    content: { readonly count: number; readonly compressed: Uint8Array },
  ): TransactItems[number] {
    const { table, clock } = this.#options;
    const keys = { pk: feedPartition(owner), sk: chunkSk(first) };
    const Item = { ...keys, ...content, ttl: secondOf(clock) + KEPT_SECONDS };
    return { Put: { TableName: table, Item, ConditionExpression: "attribute_not_exists(pk)" } };
  }

  #headPut(owner: Owner, seen: number, position: number): TransactItems[number] {
    const isAsSeen =
      seen === 0
        ? { ConditionExpression: "attribute_not_exists(pk)" }
        : {
            ConditionExpression: "#position = :seen",
            ExpressionAttributeNames: { "#position": "position" },
            ExpressionAttributeValues: { ":seen": seen },
          };
    return { Put: { TableName: this.#options.table, Item: { ...headKey(owner), position }, ...isAsSeen } };
  }
}
