import { type DynamoDBDocumentClient, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod";
import { readItemConsistently } from "../../aws/dynamo/read-item.ts";
import { readMany } from "../../aws/dynamo/read-many.ts";
import type { TransactItems } from "../../aws/dynamo/transact.ts";
import { undefinedIfConditionFailed } from "../../aws/dynamo/undefined-if-condition-failed.ts";
import { isObject } from "../../kernel/json-object.ts";
import { ownerSub } from "../../kernel/owner.ts";
import type { DailyCount } from "../domain/daily-count.ts";
import type { CountOfDay, DailyUses } from "../ports.ts";

/** A number that was counted before the transaction that creates. `at` is in epoch milliseconds. */
const hold = z.object({ n: z.int(), at: z.number(), by: z.string() });
export type Hold = z.output<typeof hold>;

const countItem = z.object({ owner: ownerSub, day: z.string(), used: z.int(), holds: z.unknown() });

/** The library's own schema for maps would be loaded at the start of functions that never see a hold. */
const holdsIn = (stored: unknown): Readonly<Record<string, Hold>> =>
  isObject(stored) ? Object.fromEntries(Object.entries(stored).map(([id, one]) => [id, hold.parse(one)])) : {};

/** The state of a count, as far as it matters to the day that is asked about. */
export interface CountState {
  /** False when nothing was counted on this day or a later one. */
  readonly hasDay: boolean;
  readonly used: number;
  /** The holds by their ids. */
  readonly holds: Readonly<Record<string, Hold>>;
}

const NOT_BEGUN: CountState = { hasDay: false, used: 0, holds: {} };

/** The key of a count, whose id is that of the first key that drew on it. */
export const dailyCountKey = (countId: string) => ({ pk: `C#${countId}`, sk: "DAY" });

type UpdateInput = NonNullable<TransactItems[number]["Update"]>;
interface Change extends Pick<UpdateInput, "ExpressionAttributeNames" | "ExpressionAttributeValues"> {
  readonly set: string;
  readonly condition: string;
}

/**
 * Each count is one small item, which holds the number of the latest day. Its writes belong to the transactions that
 * create notifications.
 */
export class DynamoDailyCounts implements DailyUses {
  readonly #client: DynamoDBDocumentClient;
  readonly #table: string;

  constructor(client: DynamoDBDocumentClient, table: string) {
    this.#client = client;
    this.#table = table;
  }

  /** Adds `n`, on the condition that the day has begun and has room. Servers whose clocks differ count on the later day. */
  adding({ countId, perDay, day }: DailyCount, n: number): TransactItems[number] {
    return {
      Update: this.#update(countId, {
        set: "SET #used = #used + :n",
        condition: "#day >= :day AND #used <= :room",
        ExpressionAttributeNames: { "#day": "day", "#used": "used" },
        ExpressionAttributeValues: { ":n": n, ":day": day, ":room": perDay - n },
      }),
    };
  }

  /** Begins the day with `n`, on the condition that nobody else has begun it. The holds of an earlier day count for nothing. */
  beginning({ owner, countId, day }: DailyCount, n: number): TransactItems[number] {
    return {
      Update: this.#update(countId, {
        set: "SET #day = :day, #used = :n, #owner = :owner, #holds = :none",
        condition: "attribute_not_exists(pk) OR #day < :day",
        ExpressionAttributeNames: { "#day": "day", "#used": "used", "#owner": "owner", "#holds": "holds" },
        ExpressionAttributeValues: { ":n": n, ":day": day, ":owner": owner, ":none": {} },
      }),
    };
  }

  async stateOf({ countId, day }: DailyCount): Promise<CountState> {
    const item = await readItemConsistently(this.#client, { TableName: this.#table, Key: dailyCountKey(countId) });
    const found = item && countItem.parse(item);
    return found !== undefined && found.day >= day
      ? { used: found.used, holds: holdsIn(found.holds), hasDay: true }
      : NOT_BEGUN;
  }

  /** Adds `n` ahead of the transaction that creates, and notes it as a hold. Returns false when there is no room, or no day. */
  async hold({ countId, perDay, day }: DailyCount, id: string, own: Hold): Promise<boolean> {
    return this.#change(countId, {
      set: "SET #used = #used + :n, #holds.#id = :hold",
      condition: "#day >= :day AND #used <= :room AND attribute_not_exists(#holds.#id)",
      ExpressionAttributeNames: { "#day": "day", "#used": "used", "#holds": "holds", "#id": id },
      ExpressionAttributeValues: { ":n": own.n, ":day": day, ":room": perDay - own.n, ":hold": own },
    });
  }

  /** Makes an existing hold as young as a new one; false when it is gone. */
  async renewHold({ countId }: DailyCount, id: string, own: Hold): Promise<boolean> {
    return this.#change(countId, {
      set: "SET #holds.#id = :hold",
      condition: "attribute_exists(#holds.#id)",
      ExpressionAttributeNames: { "#holds": "holds", "#id": id },
      ExpressionAttributeValues: { ":hold": own },
    });
  }

  /** Ends a hold whose notifications are stored; what it counted stays counted. */
  async settleHold({ countId }: DailyCount, id: string): Promise<void> {
    await this.#change(countId, {
      set: "REMOVE #holds.#id",
      condition: "attribute_exists(#holds.#id)",
      ExpressionAttributeNames: { "#holds": "holds", "#id": id },
    });
  }

  /** Ends a hold as it was read, whose notifications will never be stored, and gives back what it counted. */
  async releaseHold({ countId }: DailyCount, id: string, seen: Hold): Promise<void> {
    await this.#change(countId, {
      set: "SET #used = #used - :n REMOVE #holds.#id",
      condition: "#holds.#id = :seen",
      ExpressionAttributeNames: { "#used": "used", "#holds": "holds", "#id": id },
      ExpressionAttributeValues: { ":n": seen.n, ":seen": seen },
    });
  }

  async usedOn(counts: readonly CountOfDay[]): Promise<ReadonlyMap<string, number>> {
    const keys = counts.map(({ countId }) => dailyCountKey(countId));
    const items = await readMany(this.#client, this.#table, keys);
    return new Map(
      counts.map(({ countId, day }, i) => {
        const found = items[i] && countItem.parse(items[i]);
        return [countId, found !== undefined && found.day >= day ? found.used : 0];
      }),
    );
  }

  async #change(countId: string, change: Change): Promise<boolean> {
    const update = new UpdateCommand(this.#update(countId, change));
    return (await undefinedIfConditionFailed(this.#client.send(update))) !== undefined;
  }

  #update(countId: string, { set, condition, ...values }: Change): UpdateInput {
    return {
      TableName: this.#table,
      Key: dailyCountKey(countId),
      UpdateExpression: set,
      ConditionExpression: condition,
      ...values,
    };
  }
}
