import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { inBatches } from "../../aws/dynamo/in-batches.ts";
import { queryAfter } from "../../aws/dynamo/query-after.ts";
import { readItem, readItemConsistently } from "../../aws/dynamo/read-item.ts";
import { transact } from "../../aws/dynamo/transact.ts";
import type { Owner } from "../../kernel/owner.ts";
import type { ChatAccount } from "../domain/chat-account.ts";
import { type ChatAccountStore, ProviderNumberTakenError } from "../ports/chat-account-store.ts";
import {
  businessPartition,
  type ChatAccountItem,
  chatAccountItem,
  chatAccountKey,
  DIRECTORY,
  fromItem,
  fromOwnersItem,
  numberKey,
  type OwnersAccounts,
  ownersKey,
  pointerItem,
} from "./chat-account-item.ts";
import {
  ACCOUNT_WRITE,
  type Before,
  NUMBER_WRITE,
  ownerLeavesWrites,
  removingWrites,
  savingWrites,
} from "./chat-account-writes.ts";

const MAX_FOUND = 100;
/** How often a write looks again when somebody else writes the same account or moves the same defaults. */
const MAX_TRIES = 40;

/** Accounts, the numbers that lead to them, and one item per owner that says which it may use and which is its default. */
export class DynamoChatAccountStore implements ChatAccountStore {
  readonly #client: DynamoDBDocumentClient;
  readonly #table: string;

  constructor(client: DynamoDBDocumentClient, table: string) {
    this.#client = client;
    this.#table = table;
  }

  async list({ limit, after }: { limit: number; after?: string | undefined }): Promise<readonly ChatAccount[]> {
    const page = { table: this.#table, pk: DIRECTORY, after, limit };
    const ids = (await queryAfter(this.#client, page)).map((item) => pointerItem.parse(item).accountId);
    const found = await inBatches(ids, (id) => this.get(id));
    return found.filter((account) => account !== undefined);
  }

  async get(id: string): Promise<ChatAccount | undefined> {
    const before = await this.#before(id);
    if (before === undefined) return undefined;
    const { item, defaultOf } = before;
    return fromItem(item, item.owners.length > 0 && item.owners.every((owner) => defaultOf.has(owner)));
  }

  async create(account: ChatAccount): Promise<ChatAccount> {
    const failed = await transact(this.#client, savingWrites(this.#table, account));
    if (failed === undefined) return account;
    if (failed[ACCOUNT_WRITE]) throw new Error("a chat account of this id exists already");
    throw new ProviderNumberTakenError("the provider's number belongs to another chat account");
  }

  async replace(account: ChatAccount): Promise<ChatAccount | undefined> {
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const before = await this.#before(account.id);
      if (before === undefined) return undefined;
      const failed = await transact(this.#client, savingWrites(this.#table, account, before));
      if (failed === undefined) return account;
      if (failed[NUMBER_WRITE]) {
        throw new ProviderNumberTakenError("the provider's number belongs to another chat account");
      }
    }
    throw new Error("the chat account kept changing while it was being replaced");
  }

  async remove(id: string): Promise<boolean> {
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const before = await this.#before(id);
      if (before === undefined) return false;
      if ((await transact(this.#client, removingWrites(this.#table, before))) === undefined) return true;
    }
    throw new Error("the chat account kept changing while it was being removed");
  }

  /** For an owner's erasure: the account stays, even without any owner. */
  async leave(owner: Owner, id: string): Promise<void> {
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const before = await this.#before(id);
      if (!before?.item.owners.includes(owner)) return;
      if ((await transact(this.#client, ownerLeavesWrites(this.#table, before, owner))) === undefined) return;
    }
    throw new Error("the chat account kept changing while an owner was leaving it");
  }

  async listFor(owner: Owner): Promise<readonly ChatAccount[]> {
    const { ids, defaultId } = await this.#accountsOf(owner);
    const items = await inBatches(ids.slice(0, MAX_FOUND), (id) => this.#item(id, true));
    return items
      .filter((item) => item?.owners.includes(owner))
      .flatMap((item) => (item === undefined ? [] : [fromItem(item, item.id === defaultId)]));
  }

  async findFor(owner: Owner, id: string): Promise<ChatAccount | undefined> {
    const item = await this.#item(id, false);
    // An owner who joined a moment ago is not turned away by a copy that has not heard of it.
    const current = item === undefined || item.owners.includes(owner) ? item : await this.#item(id, true);
    return current?.owners.includes(owner) ? fromItem(current) : undefined;
  }

  async findDefault(owner: Owner): Promise<ChatAccount | undefined> {
    const { defaultId } = await this.#accountsOf(owner);
    const account = defaultId === undefined ? undefined : await this.findFor(owner, defaultId);
    return account && { ...account, isDefault: true };
  }

  async findByProviderNumber(providerPhoneNumberId: string): Promise<ChatAccount | undefined> {
    const address = { TableName: this.#table, Key: numberKey(providerPhoneNumberId) };
    const pointer = await readItem(this.#client, address);
    const item = pointer && (await this.#item(pointerItem.parse(pointer).accountId, false));
    return item && fromItem(item);
  }

  async findByProviderBusiness(providerBusinessAccountId: string): Promise<readonly ChatAccount[]> {
    const query = { table: this.#table, pk: businessPartition(providerBusinessAccountId), limit: MAX_FOUND };
    const pointers = await queryAfter(this.#client, query);
    const items = await inBatches(pointers, (pointer) => this.#item(pointerItem.parse(pointer).accountId, false));
    return items.flatMap((item) => (item === undefined ? [] : [fromItem(item)]));
  }

  async #item(id: string, isConsistent: boolean): Promise<ChatAccountItem | undefined> {
    const read = isConsistent ? readItemConsistently : readItem;
    const item = await read(this.#client, { TableName: this.#table, Key: chatAccountKey(id) });
    return item && chatAccountItem.parse(item);
  }

  async #accountsOf(owner: Owner): Promise<OwnersAccounts> {
    const address = { TableName: this.#table, Key: ownersKey(owner) };
    return fromOwnersItem(await readItemConsistently(this.#client, address));
  }

  /** The account first, then the defaults: one that was set in between has changed the account's version. */
  async #before(id: string): Promise<Before | undefined> {
    const item = await this.#item(id, true);
    if (item === undefined) return undefined;
    const defaults = await inBatches(item.owners, async (owner) => ({ owner, ...(await this.#accountsOf(owner)) }));
    return { item, defaultOf: new Set(defaults.filter((one) => one.defaultId === id).map((one) => one.owner)) };
  }
}
