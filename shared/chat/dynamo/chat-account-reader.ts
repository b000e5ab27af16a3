import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { queryAfter } from "../../aws/dynamo/query-after.ts";
import { readItem, readItemConsistently } from "../../aws/dynamo/read-item.ts";
import { inBatches } from "../../kernel/in-batches.ts";
import type { Owner } from "../../kernel/owner.ts";
import type { ChatAccount } from "../domain/chat-account.ts";
import type { ChatAccountReader } from "../ports/chat-account-store.ts";
import {
  businessPartition,
  type ChatAccountItem,
  chatAccountItem,
  chatAccountKey,
  DIRECTORY,
  fromItem,
  fromOwnersItem,
  MAX_READS,
  numberKey,
  type OwnersAccounts,
  ownersKey,
  pointerItem,
} from "./chat-account-item.ts";
import { isInBuckets } from "./owner-bucket-item.ts";

const MAX_FOUND = 100;

/** True when the last save made the account nobody's default, and the owners' items may not show that yet. */
const isGivenUp = ({ isUnsettled, defaultTurn }: ChatAccountItem): boolean =>
  isUnsettled === true && defaultTurn === undefined;

/** Reads accounts for sending and for events. Only administrators' functions include the code that saves accounts. */
export class DynamoChatAccountReader implements ChatAccountReader {
  readonly #client: DynamoDBDocumentClient;
  readonly #table: string;

  constructor(client: DynamoDBDocumentClient, table: string) {
    this.#client = client;
    this.#table = table;
  }

  async ids(page: { limit: number; after?: string | undefined }): Promise<readonly string[]> {
    const items = await queryAfter(this.#client, { table: this.#table, pk: DIRECTORY, ...page });
    return items.map((item) => pointerItem.parse(item).accountId);
  }

  async find(id: string): Promise<ChatAccount | undefined> {
    const item = await this.#item(id, true);
    return item && fromItem(item);
  }

  async listFor(owner: Owner): Promise<readonly ChatAccount[]> {
    const { ids, defaultId } = await this.#accountsOf(owner);
    const items = await inBatches(ids.slice(0, MAX_FOUND), (id) => this.#itemFor(owner, id, true));
    return items.flatMap((item) =>
      item === undefined ? [] : [fromItem(item, item.id === defaultId && !isGivenUp(item))],
    );
  }

  async findFor(owner: Owner, id: string): Promise<ChatAccount | undefined> {
    const item = await this.#find(owner, id);
    return item && fromItem(item);
  }

  async findDefault(owner: Owner): Promise<ChatAccount | undefined> {
    const { defaultId } = await this.#accountsOf(owner);
    const item = defaultId === undefined ? undefined : await this.#find(owner, defaultId);
    return item && !isGivenUp(item) ? fromItem(item, true) : undefined;
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

  /** A second, consistent read finds an owner who joined a moment ago. */
  async #find(owner: Owner, id: string): Promise<ChatAccountItem | undefined> {
    return (await this.#itemFor(owner, id, false)) ?? this.#itemFor(owner, id, true);
  }

  async #item(id: string, isConsistent: boolean): Promise<ChatAccountItem | undefined> {
    const read = isConsistent ? readItemConsistently : readItem;
    const item = await read(this.#client, { TableName: this.#table, Key: chatAccountKey(id) });
    return item && chatAccountItem.parse(item);
  }

  /** Reads the account's item if it has this owner. Missing buckets mean that a save has replaced them, so the item is read again. */
  async #itemFor(owner: Owner, id: string, isConsistent: boolean): Promise<ChatAccountItem | undefined> {
    let gone: string | undefined;
    for (let reads = 0; reads < MAX_READS; reads++) {
      const isFromSource = isConsistent || reads > 0;
      const item = await this.#item(id, isFromSource);
      const isOwner = item && (await this.#isOwner(owner, item, isFromSource));
      if (isOwner !== "gone") return isOwner ? item : undefined;
      // The item still names buckets that are not there, so the account is damaged.
      if (gone === item?.ownerBuckets?.generation) return undefined;
      gone = item?.ownerBuckets?.generation;
    }
    throw new Error("the chat account kept changing while it was being read");
  }

  async #isOwner(
    owner: Owner,
    { id, owners, ownerBuckets: reference }: ChatAccountItem,
    isConsistent: boolean,
  ): Promise<boolean | "gone"> {
    if (reference === undefined) return owners.includes(owner);
    return isInBuckets(this.#client, this.#table, { id, reference, owner, isConsistent });
  }

  async #accountsOf(owner: Owner): Promise<OwnersAccounts> {
    const address = { TableName: this.#table, Key: ownersKey(owner) };
    return fromOwnersItem(await readItemConsistently(this.#client, address));
  }
}
