import { randomInt } from "node:crypto";
import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import * as z from "zod";
import type { Owner } from "../../kernel/owner.ts";
import { WriteConflictError } from "../../kernel/write-conflict.ts";
import { queryPartition } from "./query-partition.ts";
import { type FailedConditions, type TransactItems, transact } from "./transact.ts";

/** A writer looks for a slot at most this often, because other writers may take the slot that it chose. */
const MAX_TRIES = 20;
const PREFIX = "SLOT#";
/** A filter expression that leaves slots out where records are counted. */
export const IS_NO_SLOT = "attribute_not_exists(slotOf)";
export const isSlot = ({ sk }: { readonly sk: string }): boolean => sk.startsWith(PREFIX);

export interface OwnerSlotsOptions {
  readonly table: string;
  /** The kind of record that the slots are for. */
  readonly kind: string;
  readonly most: number;
}

const slotItem = z.object({ sk: z.string(), slotOf: z.string() });
interface HeldSlot {
  readonly sk: string;
  readonly holder: string;
}

export interface Taking {
  readonly owner: Owner;
  /** The id of the record that takes the slots. */
  readonly holder: string;
  /** How many slots the record takes; the default is 1. */
  readonly count?: number | undefined;
  /** The writes of the record itself, which belong to the same transaction. */
  readonly beside: TransactItems;
  /** Returns which of these holders have ended; their slots may be taken. */
  readonly overOf?: OverOf | undefined;
}

type OverOf = (holders: readonly string[]) => Promise<readonly string[]>;

interface FreeSlot {
  readonly sk: string;
  /** The ended record that still holds the slot. */
  readonly holder?: string | undefined;
}

/**
 * Bounds how many records of one kind an owner has. Each record takes one or more of a fixed number of slots in the
 * transaction that writes it, so that concurrent writers together never exceed the bound.
 */
export class OwnerSlots {
  readonly #client: DynamoDBDocumentClient;
  readonly #options: OwnerSlotsOptions;
  readonly #slots: readonly string[];

  constructor(client: DynamoDBDocumentClient, options: OwnerSlotsOptions) {
    this.#client = client;
    this.#options = options;
    const digits = String(options.most - 1).length;
    this.#slots = Array.from({ length: options.most }, (_, n) => this.#prefix + String(n).padStart(digits, "0"));
  }

  /**
   * Returns `full` when too few slots are free, the failed conditions of `beside` when one failed, and undefined when
   * everything was written.
   */
  async take({ owner, holder, count = 1, beside, overOf }: Taking): Promise<"full" | FailedConditions | undefined> {
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const free = await this.#free(owner, count, overOf);
      if (free.length < count) return "full";
      const puts = someOf(free, count).map((slot) => this.#put(owner, slot, holder));
      const failed = await transact(this.#client, [...beside, ...puts]);
      if (failed === undefined) return undefined;
      const besideFailed = failed.slice(0, beside.length);
      if (besideFailed.includes(true)) return besideFailed;
    }
    throw new WriteConflictError("the slots of an owner's records kept being taken");
  }

  async hasFree(owner: Owner, count: number, overOf?: OverOf): Promise<boolean> {
    return (await this.#free(owner, count, overOf)).length >= count;
  }

  /** Returns the writes that free the slots; they belong to the transaction that removes the record. */
  async release(owner: Owner, holder: string): Promise<TransactItems> {
    const own = (await this.#held(owner)).filter((one) => one.holder === holder);
    const isStill = { ConditionExpression: "slotOf = :holder", ExpressionAttributeValues: { ":holder": holder } };
    return own.map(({ sk }) => ({
      Delete: { TableName: this.#options.table, Key: { pk: partition(owner), sk }, ...isStill },
    }));
  }

  /** Returns the records that hold slots. Some of them may have ended. */
  async holders(owner: Owner): Promise<readonly string[]> {
    return [...new Set((await this.#held(owner)).map(({ holder }) => holder))];
  }

  get #prefix(): string {
    return `${PREFIX}${this.#options.kind}#`;
  }

  async #held(owner: Owner): Promise<readonly HeldSlot[]> {
    const { table, most: limit } = this.#options;
    const items = await queryPartition(this.#client, { table, pk: partition(owner), prefix: this.#prefix, limit });
    return items.map((item) => slotItem.parse(item)).map(({ sk, slotOf: holder }) => ({ sk, holder }));
  }

  /** Returns free slots. Slots of ended records are searched only when too few slots are unused. */
  async #free(owner: Owner, count: number, overOf: OverOf = async () => []): Promise<readonly FreeSlot[]> {
    const held = await this.#held(owner);
    const taken = new Set(held.map(({ sk }) => sk));
    const untouched = this.#slots.filter((sk) => !taken.has(sk)).map((sk) => ({ sk }));
    if (untouched.length >= count) return untouched;
    const over = new Set(await overOf([...new Set(held.map(({ holder }) => holder))]));
    return [...untouched, ...held.filter(({ holder }) => over.has(holder))];
  }

  #put(owner: Owner, { sk, holder: seen }: FreeSlot, holder: string): TransactItems[number] {
    const isAsSeen =
      seen === undefined
        ? { ConditionExpression: "attribute_not_exists(pk)" }
        : { ConditionExpression: "slotOf = :seen", ExpressionAttributeValues: { ":seen": seen } };
    return { Put: { TableName: this.#options.table, Item: { pk: partition(owner), sk, slotOf: holder }, ...isAsSeen } };
  }
}

const partition = (owner: Owner): string => `O#${owner}`;

/** Picks consecutive slots from a random position, so that concurrent writers choose different ones. */
function someOf<Slot>(free: readonly Slot[], count: number): readonly Slot[] {
  const first = randomInt(free.length);
  return [...free.slice(first), ...free.slice(0, first)].slice(0, count);
}
