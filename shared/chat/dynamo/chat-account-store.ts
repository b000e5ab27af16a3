import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { inBatches } from "../../aws/dynamo/in-batches.ts";
import { queryAfter } from "../../aws/dynamo/query-after.ts";
import { readItem, readItemConsistently } from "../../aws/dynamo/read-item.ts";
import type { Owner } from "../../kernel/owner.ts";
import type { ChatAccount } from "../domain/chat-account.ts";
import type { ChatAccountStore } from "../ports/chat-account-store.ts";
import {
  businessPartition,
  type ChatAccountItem,
  chatAccountItem,
  chatAccountKey,
  DIRECTORY,
  fromItem,
  numberKey,
  pointerItem,
} from "./chat-account-item.ts";
import { ChatAccountSaver, type SaverOptions } from "./chat-account-saver.ts";
import { OwnerBuckets, ownersOf } from "./owner-buckets.ts";
import { OwnersAccountsItems } from "./owners-accounts.ts";

const MAX_FOUND = 100;
/** How often a read begins again when the account gets other owners while they are read. */
const MAX_READS = 10;

/** Accounts, the numbers that lead to them, and one item per owner that says which it may use and which is its default. */
export class DynamoChatAccountStore implements ChatAccountStore {
  readonly #client: DynamoDBDocumentClient;
  readonly #table: string;
  readonly #buckets: OwnerBuckets;
  readonly #owners: OwnersAccountsItems;
  readonly #saver: ChatAccountSaver;

  constructor(client: DynamoDBDocumentClient, table: string, options: SaverOptions = {}) {
    this.#client = client;
    this.#table = table;
    this.#buckets = new OwnerBuckets(client, table);
    this.#owners = new OwnersAccountsItems(client, table);
    this.#saver = new ChatAccountSaver(client, table, options);
  }

  async list({ limit, after }: { limit: number; after?: string | undefined }): Promise<readonly ChatAccount[]> {
    const page = { table: this.#table, pk: DIRECTORY, after, limit };
    const ids = (await queryAfter(this.#client, page)).map((item) => pointerItem.parse(item).accountId);
    const found = await inBatches(ids, (id) => this.get(id));
    return found.filter((account) => account !== undefined);
  }

  async get(id: string): Promise<ChatAccount | undefined> {
    const whole = await this.#whole(id);
    if (whole === undefined) return undefined;
    const { hasMoreOwners: _more, ...account } = fromItem(whole.item);
    return { ...account, owners: whole.owners, isDefault: await this.#owners.isDefaultOf(whole.owners, id) };
  }

  async find(id: string): Promise<ChatAccount | undefined> {
    const item = await this.#item(id, true);
    return item && fromItem(item);
  }

  create(account: ChatAccount): Promise<ChatAccount> {
    return this.#saver.create(account);
  }

  replace(account: ChatAccount): Promise<ChatAccount | undefined> {
    return this.#saver.replace(account);
  }

  remove(id: string): Promise<boolean> {
    return this.#saver.remove(id);
  }

  settle(id: string): Promise<void> {
    return this.#saver.settle(id);
  }

  /** For an owner's erasure: the account stays, even without any owner. */
  leave(owner: Owner, id: string): Promise<void> {
    return this.#saver.leave(owner, id);
  }

  async listFor(owner: Owner): Promise<readonly ChatAccount[]> {
    const { ids, defaultId } = await this.#owners.of(owner);
    const items = await inBatches(ids.slice(0, MAX_FOUND), (id) => this.#itemFor(owner, id, true));
    return items.flatMap((item) => (item === undefined ? [] : [fromItem(item, item.id === defaultId)]));
  }

  async findFor(owner: Owner, id: string): Promise<ChatAccount | undefined> {
    // An owner who joined a moment ago is not turned away by a copy that has not heard of it.
    const item = (await this.#itemFor(owner, id, false)) ?? (await this.#itemFor(owner, id, true));
    return item && fromItem(item);
  }

  async findDefault(owner: Owner): Promise<ChatAccount | undefined> {
    const { defaultId } = await this.#owners.of(owner);
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

  /** The account's item when this owner is one of its owners. */
  async #itemFor(owner: Owner, id: string, isConsistent: boolean): Promise<ChatAccountItem | undefined> {
    const item = await this.#item(id, isConsistent);
    if (item === undefined) return undefined;
    const { ownerBuckets, owners } = item;
    const isOwner = ownerBuckets
      ? await this.#buckets.includes(id, ownerBuckets, owner, isConsistent)
      : owners.includes(owner);
    return isOwner ? item : undefined;
  }

  async #whole(id: string): Promise<{ item: ChatAccountItem; owners: readonly Owner[] } | undefined> {
    for (let reads = 0; reads < MAX_READS; reads++) {
      const item = await this.#item(id, true);
      if (item === undefined) return undefined;
      const owners = await ownersOf(this.#buckets, item);
      if (owners !== undefined) return { item, owners };
    }
    throw new Error("the chat account kept changing while it was being read");
  }
}
