import { generationNamed, generationOf } from "./chat-account-buckets.ts";
import type { DurableTable, Item } from "./item.ts";
import { choose, type KnownOwners, knownAs, type OwnerChoice, ownersOf } from "./owners.ts";

interface AccountOfBuckets {
  readonly generation: string;
  /** The first ones. */
  readonly owners: readonly string[];
}

const NOBODY: KnownOwners = new Map();

/** Gathers the owners of what does not name them itself, from items in any order. */
export class OwnersGathered {
  readonly #table: DurableTable;
  readonly #choice: OwnerChoice;
  readonly #known = new Map<string, readonly string[]>();
  readonly #accounts = new Map<string, AccountOfBuckets>();
  readonly #buckets = new Map<string, string[]>();

  constructor(table: DurableTable, choice: OwnerChoice) {
    this.#table = table;
    this.#choice = choice;
  }

  note(items: readonly Item[]): void {
    for (const item of items) this.#noteOne(item);
  }

  /** An account of many has the owners of all buckets of the generation that it names. */
  all(): KnownOwners {
    for (const [as, { generation, owners }] of this.#accounts) {
      const all = [...new Set([...owners, ...(this.#buckets.get(bucketsKey(as, generation)) ?? [])])];
      if (this.#isDeciding(all)) this.#known.set(as, all);
    }
    return this.#known;
  }

  #noteOne(item: Item): void {
    const [as, owners] = [knownAs(item), ownersOf(this.#table, item, NOBODY)];
    if (as === undefined) return;
    const [generation, named] = [generationOf(item), generationNamed(item)];
    if (named !== undefined) this.#accounts.set(as, { generation: named, owners });
    else if (this.#isDeciding(owners)) this.#keep(as, owners, generation);
  }

  #keep(as: string, owners: readonly string[], generation: string | undefined): void {
    if (generation === undefined) {
      this.#known.set(as, owners);
      return;
    }
    const key = bucketsKey(as, generation);
    this.#buckets.set(key, [...(this.#buckets.get(key) ?? []), ...owners]);
  }

  /** Most are taken, or left, without it. */
  #isDeciding(owners: readonly string[]): boolean {
    return choose(owners, this.#choice) !== choose([], this.#choice);
  }
}

const bucketsKey = (as: string, generation: string): string => `${as} ${generation}`;
