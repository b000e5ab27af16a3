import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import * as z from "zod";
import { type Owner, ownerSub } from "../../kernel/owner.ts";
import { readItem, readItemConsistently } from "./read-item.ts";
import { readTogether } from "./read-together.ts";
import { transact } from "./transact.ts";

/** A key that belongs to one owner. `id` is random, in hexadecimal. */
export interface OwnerKey {
  readonly id: string;
  readonly owner: Owner;
  readonly key: Uint8Array;
}

export interface OwnerKeysOptions {
  readonly table: string;
  /** Names the kind of the keys in their items. */
  readonly prefix: string;
  /** The attribute that holds the id, by which an erasure finds the item of the key. */
  readonly idAttribute: string;
  readonly idBytes: number;
  readonly randomBytes: (length: number) => Uint8Array;
}

export const OWNER_KEY_BYTES = 32;
const SORT_KEY = "KEY";
/** An id that is short may be taken. Then another one is tried. */
const MAX_TRIES = 5;

/** A key is found by its id. */
export const ownerKeyKey = (prefix: string, id: string) => ({ pk: `${prefix}${id}`, sk: SORT_KEY });
/** The owner's partition names the key. */
const ownersKey = (prefix: string, owner: Owner) => ({ pk: `O#${owner}`, sk: `${prefix}${SORT_KEY}` });

const attributes = z.looseObject({ owner: ownerSub, key: z.string() });

/** Stores one key for each owner who needs one, under the owner and under the key's id. */
export class OwnerKeys {
  readonly #client: DynamoDBDocumentClient;
  readonly #options: OwnerKeysOptions;

  constructor(client: DynamoDBDocumentClient, options: OwnerKeysOptions) {
    this.#client = client;
    this.#options = options;
  }

  /** Returns the owner's key; it makes one when there is none. */
  async ofOwner(owner: Owner): Promise<OwnerKey> {
    const { table: TableName, prefix } = this.#options;
    const address = { TableName, Key: ownersKey(prefix, owner) };
    const known = await readTogether(this.#client, address);
    if (known !== undefined) return this.#fromItem(known);
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const made = await this.#make(owner);
      if (made !== undefined) return made;
      // Another process may have written the key only just now.
      const present = await readItemConsistently(this.#client, address);
      if (present !== undefined) return this.#fromItem(present);
    }
    throw new Error("no key of an owner could be made");
  }

  async find(id: string): Promise<OwnerKey | undefined> {
    const { table: TableName, prefix } = this.#options;
    const found = await readItem(this.#client, { TableName, Key: ownerKeyKey(prefix, id) });
    return found && this.#fromItem(found);
  }

  /** Returns undefined when the owner has a key, or the id is taken. */
  async #make(owner: Owner): Promise<OwnerKey | undefined> {
    const { table: TableName, prefix, idAttribute, idBytes, randomBytes } = this.#options;
    const id = Buffer.from(randomBytes(idBytes)).toString("hex");
    const key = Buffer.from(randomBytes(OWNER_KEY_BYTES));
    const stored = { [idAttribute]: id, owner, key: key.toString("base64") };
    const isFirst = { ConditionExpression: "attribute_not_exists(pk)" };
    const failed = await transact(this.#client, [
      { Put: { TableName, Item: { ...ownersKey(prefix, owner), ...stored }, ...isFirst } },
      { Put: { TableName, Item: { ...ownerKeyKey(prefix, id), ...stored }, ...isFirst } },
    ]);
    return failed === undefined ? { id, owner, key } : undefined;
  }

  #fromItem(stored: unknown): OwnerKey {
    const { owner, key, ...rest } = attributes.parse(stored);
    return { id: z.string().parse(rest[this.#options.idAttribute]), owner, key: Buffer.from(key, "base64") };
  }
}
