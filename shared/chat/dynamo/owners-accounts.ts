import { type DynamoDBDocumentClient, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod";
import { MAX_KEYS, readMany } from "../../aws/dynamo/read-many.ts";
import { type TransactItems, transact } from "../../aws/dynamo/transact.ts";
import type { Owner } from "../../kernel/owner.ts";
import { DEFAULT_TURNS, fromOwnersItem, type OwnersAccounts, ownersKey } from "./chat-account-item.ts";
import { joinWrite, leaveWrite, type OwnersDefault } from "./owners-writes.ts";
import type { WholeAccount } from "./whole-accounts.ts";

type Write = TransactItems[number];

/** A transaction holds 100 items. One of them is the `guard`. */
const OWNERS_A_TRANSACTION = MAX_KEYS - 1;
const MAX_TRIES = 40;
const AT_ONCE = 4;

/** The state of an account that the items of its owners have to show. */
export interface OwnersChange {
  readonly id: string;
  /** `guard` fails when the account was saved or removed since, so that the later of two changes wins. */
  readonly guard: Write;
  readonly members: readonly Owner[];
  /** All owners that the account had before the change. Those that stay are in `members`, too. */
  readonly former: readonly Owner[];
  /**
   * The number of the change that makes the account the default of its owners. Changes of defaults have rising numbers,
   * and the highest number decides. Without a number, the account is not to be anybody's default.
   */
  readonly defaultTurn: number | undefined;
}

/** The result of settling. `overtaken` means that the account was saved again meanwhile, and that the later save settles it. */
export type Settled = "settled" | "overtaken" | "out of time";

interface OwnerChange {
  readonly owner: Owner;
  readonly isMember: boolean;
}

/** Each owner has an item with the accounts that it may use and its default. */
export class OwnersAccountsItems {
  readonly #client: DynamoDBDocumentClient;
  readonly #table: string;

  constructor(client: DynamoDBDocumentClient, table: string) {
    this.#client = client;
    this.#table = table;
  }

  /**
   * Tells whether the account is the default of each of these owners; false without owners.
   * @param turn the turn of an account that is not settled; it counts for owners without a later one
   */
  async isDefaultOf(owners: readonly Owner[], id: string, turn = 0): Promise<boolean> {
    const size = MAX_KEYS * AT_ONCE;
    for (let first = 0; first < owners.length; first += size) {
      const some = owners.slice(first, first + size);
      const batches = Array.from({ length: Math.ceil(some.length / MAX_KEYS) }, (_, n) =>
        this.#many(some.slice(n * MAX_KEYS, (n + 1) * MAX_KEYS)),
      );
      const items = (await Promise.all(batches)).flat();
      if (!items.every(({ defaultId, defaultTurn }) => defaultId === id || defaultTurn < turn)) return false;
    }
    return owners.length > 0;
  }

  /**
   * Tells whether the account is the default of all its owners. While a save is not settled, it returns what the owners' items will have.
   */
  async isDefault({ item: { id, isUnsettled, defaultTurn }, owners }: WholeAccount): Promise<boolean> {
    if (!isUnsettled) return this.isDefaultOf(owners, id);
    return defaultTurn !== undefined && this.isDefaultOf(owners, id, defaultTurn);
  }

  /** Returns the next number for a change of a default, which is greater than all earlier numbers. */
  async nextTurn(): Promise<number> {
    const { Attributes } = await this.#client.send(
      new UpdateCommand({
        TableName: this.#table,
        Key: DEFAULT_TURNS,
        UpdateExpression: "ADD turn :one",
        ExpressionAttributeValues: { ":one": 1 },
        ReturnValues: "UPDATED_NEW",
      }),
    );
    return z.object({ turn: z.int() }).parse(Attributes).turn;
  }

  /** Writes only the items that differ, so that a repetition continues where the last one ended. */
  async settle(change: OwnersChange, isInTime: () => boolean): Promise<Settled> {
    const members = new Set(change.members);
    const former = change.former.filter((owner) => !members.has(owner));
    const owners = [
      ...change.members.map((owner) => ({ owner, isMember: true })),
      ...former.map((owner) => ({ owner, isMember: false })),
    ];
    for (let first = 0; first < owners.length; first += OWNERS_A_TRANSACTION) {
      if (!isInTime()) return "out of time";
      const isDone = await this.#settleSome(change, owners.slice(first, first + OWNERS_A_TRANSACTION));
      if (!isDone) return "overtaken";
    }
    return "settled";
  }

  async #settleSome(change: OwnersChange, owners: readonly OwnerChange[]): Promise<boolean> {
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const items = await this.#many(owners.map(({ owner }) => owner));
      const writes = owners.flatMap((one, index) => this.#writeOf(change, one, items[index]));
      if (writes.length === 0) return true;
      const failed = await transact(this.#client, [change.guard, ...writes]);
      if (failed === undefined) return true;
      if (failed[0]) return false;
    }
    throw new Error("the owners' defaults kept changing while a chat account was being saved");
  }

  #writeOf(change: OwnersChange, { owner, isMember }: OwnerChange, known = fromOwnersItem(undefined)): Write[] {
    const { id } = change;
    const isListed = known.ids.includes(id);
    const place = { table: this.#table, owner, id };
    if (isMember) {
      const choice = choiceOf(change, known);
      return isListed && choice === "keep" ? [] : [joinWrite(place, choice)];
    }
    const isDefault = known.defaultId === id;
    return isListed || isDefault ? [leaveWrite(place, isDefault)] : [];
  }

  async #many(owners: readonly Owner[]): Promise<readonly OwnersAccounts[]> {
    return (await readMany(this.#client, this.#table, owners.map(ownersKey))).map(fromOwnersItem);
  }
}

function choiceOf({ id, defaultTurn }: OwnersChange, known: OwnersAccounts): OwnersDefault {
  if (defaultTurn === undefined) return known.defaultId === id ? "give up" : "keep";
  return known.defaultTurn < defaultTurn ? { turn: defaultTurn } : "keep";
}
