import { randomUUID } from "node:crypto";
import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { readItemConsistently } from "../../aws/dynamo/read-item.ts";
import { type FailedConditions, type TransactItems, transact } from "../../aws/dynamo/transact.ts";
import type { Owner } from "../../kernel/owner.ts";
import { WriteConflictError } from "../../kernel/write-conflict.ts";
import type { DailyCount } from "../../keys/domain/daily-count.ts";
import type { CountedAddition, CountedNotificationStore, ToAdd } from "../ports.ts";
import { ContentItems, type ContentItemsOptions } from "./content-items.ts";
import { type KeptDays, NewNotifications, type PreparedAddition } from "./new-notifications.ts";
import { stateKey } from "./notification-key.ts";
import { ProviderReferenceItems } from "./provider-reference-items.ts";

/** DynamoDB allows 100 writes in one transaction (API Reference, "TransactWriteItems"), and one of them is the count. */
const MAX_STATES = 99;
/** Others may begin the day or end a hold between our read of the count and our write. */
const MAX_TRIES = 20;
/** Every key with a daily limit writes one item again and again, so its transactions meet more often than others do. */
const CONFLICT_TRIES = 30;
/** The states that a hold was made for are written within this time, or never. */
const HOLD_USABLE_MS = 20_000;
/** A write without an answer is given up after seven seconds, and repeated a few times. After this time it can no longer arrive. */
const HOLD_STALE_MS = 120_000;

interface Hold {
  readonly n: number;
  readonly at: number;
  /** Tells the holds of two requests with the same notifications apart. */
  readonly by: string;
}

interface CountState {
  readonly hasDay: boolean;
  readonly used: number;
  readonly holds: Readonly<Record<string, Hold>>;
}

/** The writes of the counts, which the wiring of keys offers (`DynamoDailyCounts`). */
export interface CountWrites {
  adding(count: DailyCount, n: number): TransactItems[number];
  beginning(count: DailyCount, n: number): TransactItems[number];
  stateOf(count: DailyCount): Promise<CountState>;
  hold(count: DailyCount, id: string, hold: Hold): Promise<boolean>;
  renewHold(count: DailyCount, id: string, hold: Hold): Promise<boolean>;
  settleHold(count: DailyCount, id: string): Promise<void>;
  releaseHold(count: DailyCount, id: string, seen: Hold): Promise<void>;
}

export interface CountedNotificationsOptions extends KeptDays, ContentItemsOptions {
  readonly leaseMs: number;
  readonly counts: CountWrites;
}

/** Writes accepted notifications together with the daily count of the API key that sent them (D47d). */
export class DynamoCountedNotifications implements CountedNotificationStore {
  readonly #client: DynamoDBDocumentClient;
  readonly #options: CountedNotificationsOptions;
  readonly #new: NewNotifications;

  constructor(client: DynamoDBDocumentClient, options: CountedNotificationsOptions) {
    this.#client = client;
    this.#options = options;
    const parts = {
      contents: new ContentItems(client, options),
      references: new ProviderReferenceItems(client, options),
    };
    this.#new = new NewNotifications(client, { ...options, ...parts });
  }

  async addCounted(all: readonly ToAdd[], count: DailyCount): Promise<CountedAddition> {
    const prepared = await this.#new.prepare(all);
    for (let tries = 0, hasDay = true; tries < MAX_TRIES; tries++) {
      const outcome =
        all.length <= MAX_STATES || !hasDay
          ? await this.#addWith(prepared, { count, hasDay })
          : await this.#addHeld(prepared, count);
      if (outcome !== undefined) return outcome;
      const state = await this.#options.counts.stateOf(count);
      hasDay = state.hasDay;
      const left = Math.max(0, count.perDay - state.used);
      if (left < all.length && !(await this.#hasEndedHolds(count, state))) return { kind: "full", left };
    }
    throw new WriteConflictError("the daily count of a key kept changing");
  }

  /** Returns undefined when the count has no room, or another day than was thought. */
  async #addWith(
    { puts, added, ids }: PreparedAddition,
    { count, hasDay }: { readonly count: DailyCount; readonly hasDay: boolean },
  ): Promise<CountedAddition | undefined> {
    const counts = this.#options.counts;
    if (puts.length > MAX_STATES) {
      // The day begins with nothing, and the next try holds the number.
      await transact(this.#client, [counts.beginning(count, 0)]);
      return undefined;
    }
    const write = hasDay ? counts.adding(count, puts.length) : counts.beginning(count, puts.length);
    const failed = await transact(this.#client, [...puts, write], CONFLICT_TRIES);
    return failed === undefined ? { kind: "added", added } : thereBy(failed, ids);
  }

  /**
   * One hundred states leave no room for the count in their transaction, so they are counted before it. The count notes
   * this as a hold, by which a crash between the two writes is noticed: what was never stored is given back.
   */
  async #addHeld({ puts, added, ids }: PreparedAddition, count: DailyCount): Promise<CountedAddition | undefined> {
    const { clock } = this.#options;
    const counts = this.#options.counts;
    const [id = ""] = ids;
    const hold = { n: puts.length, at: clock.now(), by: randomUUID() };
    const isOwn = await counts.hold(count, id, hold);
    if (!(isOwn || (await counts.renewHold(count, id, hold)))) return this.#isStored(count, id, ids);
    if (clock.now() - hold.at > HOLD_USABLE_MS) throw new Error("a hold of a daily count became too old");
    const failed = await transact(this.#client, puts);
    // What was stored before our own hold was counted before it.
    if (failed !== undefined && isOwn) await counts.releaseHold(count, id, hold);
    else await counts.settleHold(count, id);
    return failed === undefined ? { kind: "added", added } : thereBy(failed, ids);
  }

  /** A hundred notifications are stored together, so the first of them tells of all. */
  async #isStored({ owner }: DailyCount, id: string, ids: readonly string[]): Promise<CountedAddition | undefined> {
    return (await this.#hasState(owner, id)) ? { kind: "there", ids: new Set(ids) } : undefined;
  }

  async #hasState(owner: Owner, id: string): Promise<boolean> {
    const address = { TableName: this.#options.table, Key: stateKey({ owner, id }) };
    return (await readItemConsistently(this.#client, address)) !== undefined;
  }

  /** Ends the holds that requests have left behind when they died, and returns whether there were any. */
  async #hasEndedHolds(count: DailyCount, { holds }: CountState): Promise<boolean> {
    const { clock } = this.#options;
    const counts = this.#options.counts;
    const stale = Object.entries(holds).filter(([, { at }]) => clock.now() - at > HOLD_STALE_MS);
    for (const [id, hold] of stale) {
      const isStored = await this.#hasState(count.owner, id);
      await (isStored ? counts.settleHold(count, id) : counts.releaseHold(count, id, hold));
    }
    return stale.length > 0;
  }
}

/** Names the notifications that are stored already; undefined when only the condition of the count failed. */
function thereBy(failed: FailedConditions, ids: readonly string[]): CountedAddition | undefined {
  const there = ids.filter((_, i) => failed[i] === true);
  return there.length > 0 ? { kind: "there", ids: new Set(there) } : undefined;
}
