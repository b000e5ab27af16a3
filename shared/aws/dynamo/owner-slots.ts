import { randomInt } from "node:crypto";
import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import * as z from "zod";
import type { Owner } from "../../kernel/owner.ts";
import { WriteConflictError } from "../../kernel/write-conflict.ts";
import { queryPartition } from "./query-partition.ts";
import { type FailedConditions, type TransactItems, transact } from "./transact.ts";

/** How often a writer looks for a slot while others take the one that it chose. */
const MAX_TRIES = 20;
const PREFIX = "SLOT#";
/** A filter that leaves slots out where records are counted. */
export const IS_NO_SLOT = "attribute_not_exists(slotOf)";
/** The same of an item. */
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
  /** How many slots it takes; 1 when left out. */
  readonly count?: number | undefined;
  /** The writes of the record itself, in the same transaction. */
  readonly beside: TransactItems;
  /** Of these holders, the ones that are over for ever: their slots may be taken. */
  readonly overOf?: OverOf | undefined;
}

type OverOf = (holders: readonly string[]) => Promise<readonly string[]>;

interface FreeSlot {
  readonly sk: string;
  /** A record that is over. */
  readonly holder?: string | undefined;
}

/**
 * A bound on the records of one kind that an owner has. Each record holds one or more of so many slots from the transaction that writes it,
 * so that any number of writers at once never make more.
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

  /** `full` when too few slots are free; else the conditions of `beside` that failed, or nothing when all is written. */
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

  /** Part of the transaction that removes the record. */
  async release(owner: Owner, holder: string): Promise<TransactItems> {
    const own = (await this.#held(owner)).filter((one) => one.holder === holder);
    const isStill = { ConditionExpression: "slotOf = :holder", ExpressionAttributeValues: { ":holder": holder } };
    return own.map(({ sk }) => ({
      Delete: { TableName: this.#options.table, Key: { pk: partition(owner), sk }, ...isStill },
    }));
  }

  /** The records that hold slots; some may be over. */
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

  /** The slots of records that are over are looked for only where the others are too few. */
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

/** Neighbours from any place: writers who come at once choose different ones. */
function someOf<Slot>(free: readonly Slot[], count: number): readonly Slot[] {
  const first = randomInt(free.length);
  return [...free.slice(first), ...free.slice(0, first)].slice(0, count);
}
