import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { type TransactItems, transact } from "../../aws/dynamo/transact.ts";
import type { Owner } from "../../kernel/owner.ts";
import { type Expected, refuseOtherRevision } from "../../kernel/revision.ts";
import { WriteConflictError } from "../../kernel/write-conflict.ts";
import type { ChatAccount, RevisedChatAccount } from "../domain/chat-account.ts";
import { ProviderNumberTakenError } from "../ports/chat-account-store.ts";
import { type ChatAccountItem, fromItem, OWNERS_WITHIN_ITEM, revisionOf, toItem } from "./chat-account-item.ts";
import { ChatAccountSettler, type SettlerOptions } from "./chat-account-settler.ts";
import { ACCOUNT_WRITE, accountWrite, NUMBER_WRITE, removingWrites, savingWrites } from "./chat-account-writes.ts";
import { BucketNotes } from "./owner-bucket-notes.ts";
import { LAST_VERSION, OwnerBuckets } from "./owner-buckets.ts";
import { OwnersAccountsItems } from "./owners-accounts.ts";
import { type WholeAccount, WholeAccounts } from "./whole-accounts.ts";

/** The most tries of a write when other processes write the same account. */
const MAX_TRIES = 40;
const TAKEN = "the provider's number belongs to another chat account";

/**
 * Saves an account with any number of owners. One transaction writes the account's item, which decides who its owners are. Then the
 * owners' items follow piece by piece, with the owner's list and default. A process that ends in between leaves an account that is
 * marked as unsettled until it is saved again or reconciled.
 */
export class ChatAccountSaver {
  readonly #client: DynamoDBDocumentClient;
  readonly #table: string;
  readonly #buckets: OwnerBuckets;
  readonly #notes: BucketNotes;
  readonly #whole: WholeAccounts;
  readonly #owners: OwnersAccountsItems;
  readonly #settler: ChatAccountSettler;

  constructor(client: DynamoDBDocumentClient, table: string, options: SettlerOptions) {
    this.#client = client;
    this.#table = table;
    this.#buckets = new OwnerBuckets(client, table);
    this.#notes = new BucketNotes(client, table);
    this.#whole = new WholeAccounts(client, { table, buckets: this.#buckets }, options.log);
    this.#owners = new OwnersAccountsItems(client, table);
    this.#settler = new ChatAccountSettler(client, { table, buckets: this.#buckets }, options);
  }

  async create(account: ChatAccount): Promise<RevisedChatAccount> {
    const item = await this.#prepared(account, undefined);
    const failed = await transact(this.#client, this.#saving(item));
    if (failed === undefined) {
      await this.#settler.afterwards(item.id, this.#settler.settle({ item, owners: account.owners }));
      return { ...account, revision: revisionOf(item, account.isDefault) };
    }
    await this.#discard(item);
    if (failed[ACCOUNT_WRITE]) throw new Error("a chat account of this id exists already");
    if (failed[NUMBER_WRITE]) throw new ProviderNumberTakenError(TAKEN);
    throw new Error("the owners of the chat account were given up before it was written");
  }

  async replace(account: ChatAccount, expected?: Expected): Promise<RevisedChatAccount | undefined> {
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const found = await this.#whole.find(account.id);
      if (found === undefined) return undefined;
      await this.#refuseOther(expected, found);
      const item = await this.#prepared(account, found);
      const failed = await transact(this.#client, this.#saving(item, found.item));
      if (failed === undefined) {
        await this.#settler.afterwards(item.id, this.#settler.settle({ item, owners: account.owners }, found));
        return { ...account, revision: revisionOf(item, account.isDefault) };
      }
      await this.#discard(item);
      if (failed[NUMBER_WRITE]) throw new ProviderNumberTakenError(TAKEN);
    }
    throw new WriteConflictError("the chat account kept changing while it was being replaced");
  }

  async remove(id: string, expected?: Expected): Promise<boolean> {
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const found = await this.#whole.find(id);
      if (found === undefined) {
        // An earlier removal may have been interrupted, so its buckets are removed again.
        await this.#buckets.removeOthers(id, LAST_VERSION, undefined);
        return false;
      }
      await this.#refuseOther(expected, found);
      const leaving = this.#notes.leaving(id, found.item.ownerBuckets);
      const failed = await transact(this.#client, [...removingWrites(this.#table, found.item), ...leaving]);
      if (failed !== undefined) continue;
      await this.#settler.afterwards(id, this.#settler.settleRemoved(found));
      return true;
    }
    throw new WriteConflictError("the chat account kept changing while it was being removed");
  }

  /** Removes one owner from the account. The other owners' default accounts stay as they are. */
  async leave(owner: Owner, id: string): Promise<void> {
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const found = await this.#whole.find(id);
      if (!found?.owners.includes(owner)) return;
      // An earlier save may not be settled yet. This save replaces it, so the items of all owners are settled here.
      if (await this.#saveWithout(found, owner)) return this.settle(id);
    }
    throw new WriteConflictError("the chat account kept changing while an owner was leaving it");
  }

  async #saveWithout(found: WholeAccount, owner: Owner): Promise<boolean> {
    const { defaultTurn, isUnsettled } = found.item;
    const owners = found.owners.filter((one) => one !== owner);
    const item = { ...(await this.#stored({ ...fromItem(found.item), owners }, found)), defaultTurn, isUnsettled };
    const writes = [accountWrite(this.#table, item, found.item), ...this.#renaming(item, found.item)];
    if ((await transact(this.#client, writes)) !== undefined) {
      await this.#discard(item);
      return false;
    }
    await this.#settler.settleWithout(owner, item, found.item);
    return true;
  }

  /** Finishes the items of owners that an interrupted save left undone. */
  async settle(id: string): Promise<void> {
    const found = await this.#whole.find(id);
    if (found?.item.isUnsettled) await this.#settler.settle(found);
  }

  /** Compares the revision. Another account that became the default changes it, too, without a write of this account's item. */
  async #refuseOther(expected: Expected | undefined, found: WholeAccount): Promise<void> {
    if (expected !== undefined && expected !== "any")
      refuseOtherRevision(expected, revisionOf(found.item, await this.#owners.isDefault(found)));
  }

  #saving(item: ChatAccountItem, before?: ChatAccountItem): TransactItems {
    return [...savingWrites(this.#table, item, before), ...this.#renaming(item, before)];
  }

  /** The notes of buckets change together with the buckets that the account names. */
  #renaming({ id, ownerBuckets }: ChatAccountItem, before: ChatAccountItem | undefined): TransactItems {
    return [...this.#notes.naming(id, ownerBuckets), ...this.#notes.leaving(id, before?.ownerBuckets)];
  }

  /** Makes the item to write; nothing names its buckets yet. */
  async #prepared(account: ChatAccount, before: WholeAccount | undefined): Promise<ChatAccountItem> {
    const defaultTurn = account.isDefault ? await this.#turnFor(account, before?.item) : undefined;
    return { ...(await this.#stored(account, before)), defaultTurn };
  }

  async #stored(account: ChatAccount, before: WholeAccount | undefined): Promise<ChatAccountItem> {
    const version = (before?.item.version ?? 0) + 1;
    const { id, owners } = account;
    if (owners.length <= OWNERS_WITHIN_ITEM) return toItem(account, { version });
    return toItem(account, { version, ownerBuckets: await this.#buckets.write(id, version, owners) });
  }

  /** An account that is already the default of all its owners keeps its number in the order of defaults (its turn). */
  async #turnFor({ id, owners }: ChatAccount, before: ChatAccountItem | undefined): Promise<number> {
    const turn = before?.defaultTurn;
    return turn !== undefined && (await this.#owners.isDefaultOf(owners, id)) ? turn : this.#owners.nextTurn();
  }

  /** Removes the buckets of an account that could not be saved, because no item will ever name them. */
  async #discard({ id, ownerBuckets }: ChatAccountItem): Promise<void> {
    if (ownerBuckets !== undefined) await this.#buckets.remove(id, ownerBuckets);
  }
}
