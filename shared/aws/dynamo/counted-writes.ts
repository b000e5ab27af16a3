import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import type { Owner } from "../../kernel/owner.ts";
import { WriteConflictError } from "../../kernel/write-conflict.ts";
import { type Amount, OwnerTotal, type OwnerTotalOptions } from "./owner-total.ts";
import { type TransactItems, transact } from "./transact.ts";

/** A write is tried at most this often, because the total may change meanwhile. */
const MAX_TRIES = 10;

/**
 * `refused` means that a condition of the writes themselves failed; `full`, that the owner would have more than the
 * total allows.
 */
export type CountedOutcome = "written" | "refused" | "full";

export interface CountedWrite {
  readonly owner: Owner;
  readonly items: TransactItems;
  /** The difference that the writes make to the total. */
  readonly amount: Amount;
}

/** Writes an owner's records of one kind, each in one transaction with the owner's total. */
export class CountedWrites {
  readonly #client: DynamoDBDocumentClient;
  readonly #total: OwnerTotal;
  readonly #count: (owner: Owner) => Promise<Amount>;

  constructor(
    client: DynamoDBDocumentClient,
    { count, ...total }: OwnerTotalOptions & { readonly count: (owner: Owner) => Promise<Amount> },
  ) {
    this.#client = client;
    this.#total = new OwnerTotal(client, total);
    this.#count = count;
  }

  async write({ owner, items, amount }: CountedWrite): Promise<CountedOutcome> {
    const change = isNothing(amount) ? [] : [this.#total.change(owner, amount)];
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const failed = await transact(this.#client, [...items, ...change]);
      if (failed === undefined) return "written";
      if (failed.slice(0, items.length).includes(true)) return "refused";
      // A missing or wrong total is corrected first, so that it never makes a write fail.
      const isRight = await this.#total.correct(owner, () => this.#count(owner));
      if (isRight && tries > 0) return "full";
    }
    throw new WriteConflictError("the total of an owner's records kept changing");
  }
}

const isNothing = ({ bytes, count }: Amount): boolean => bytes === 0 && count === 0;
