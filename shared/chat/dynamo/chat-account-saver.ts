import { type DynamoDBDocumentClient, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { readItemConsistently } from "../../aws/dynamo/read-item.ts";
import { transact } from "../../aws/dynamo/transact.ts";
import { undefinedIfConditionFailed } from "../../aws/dynamo/undefined-if-condition-failed.ts";
import type { Owner } from "../../kernel/owner.ts";
import type { ChatAccount } from "../domain/chat-account.ts";
import { ProviderNumberTakenError } from "../ports/chat-account-store.ts";
import {
  type ChatAccountItem,
  chatAccountItem,
  chatAccountKey,
  fromItem,
  OWNERS_WITHIN_ITEM,
  toItem,
} from "./chat-account-item.ts";
import {
  ACCOUNT_WRITE,
  accountWrite,
  asRead,
  checkIsAt,
  checkIsGone,
  NUMBER_WRITE,
  removingWrites,
  savingWrites,
} from "./chat-account-writes.ts";
import { LAST_VERSION, OwnerBuckets, ownersOf } from "./owner-buckets.ts";
import { OwnersAccountsItems } from "./owners-accounts.ts";

/** How often a write looks again when somebody else writes the same account. */
const MAX_TRIES = 40;
/** Less than the gateway's 29 s: what is not settled by then, the reconciliation settles. */
const SETTLING_MS = 18_000;
const TAKEN = "the provider's number belongs to another chat account";

export interface SaverOptions {
  /** How long one call writes owners' items. */
  readonly settlingMs?: number;
}

/** An account as it was read, and everybody who owned it then. */
interface Before {
  readonly item: ChatAccountItem;
  readonly owners: readonly Owner[];
}

/**
 * Saves an account of any number of owners. One transaction writes the account's item, and with it all of its owners come and go. After
 * it, the owners' items are settled piece by piece: the account is in its owners' lists, and their default. A process that ends in
 * between leaves an account that is marked as unsettled, until it is saved again or reconciled.
 */
export class ChatAccountSaver {
  readonly #client: DynamoDBDocumentClient;
  readonly #table: string;
  readonly #settlingMs: number;
  readonly #buckets: OwnerBuckets;
  readonly #owners: OwnersAccountsItems;

  constructor(client: DynamoDBDocumentClient, table: string, { settlingMs = SETTLING_MS }: SaverOptions) {
    this.#client = client;
    this.#table = table;
    this.#settlingMs = settlingMs;
    this.#buckets = new OwnerBuckets(client, table);
    this.#owners = new OwnersAccountsItems(client, table);
  }

  async create(account: ChatAccount): Promise<ChatAccount> {
    const item = await this.#prepared(account, undefined);
    const failed = await transact(this.#client, savingWrites(this.#table, item));
    if (failed === undefined) {
      await this.#settle({ item, owners: account.owners }, []);
      return account;
    }
    await this.#discard(item);
    if (failed[ACCOUNT_WRITE]) throw new Error("a chat account of this id exists already");
    throw new ProviderNumberTakenError(TAKEN);
  }

  async replace(account: ChatAccount): Promise<ChatAccount | undefined> {
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const found = await this.#find(account.id);
      if (found === undefined) return undefined;
      if (found === "changed") continue;
      const item = await this.#prepared(account, found);
      const failed = await transact(this.#client, savingWrites(this.#table, item, found.item));
      if (failed === undefined) {
        await this.#settle({ item, owners: account.owners }, found.owners);
        return account;
      }
      await this.#discard(item);
      if (failed[NUMBER_WRITE]) throw new ProviderNumberTakenError(TAKEN);
    }
    throw new Error("the chat account kept changing while it was being replaced");
  }

  async remove(id: string): Promise<boolean> {
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const found = await this.#find(id);
      if (found === undefined) {
        // An earlier removal may have ended before its time.
        await this.#buckets.removeOthers(id, LAST_VERSION, undefined);
        return false;
      }
      if (found === "changed") continue;
      if ((await transact(this.#client, removingWrites(this.#table, found.item))) !== undefined) continue;
      const change = { id, members: [], former: found.owners, defaultTurn: undefined };
      await this.#owners.settle({ ...change, guard: checkIsGone(this.#table, id) }, this.#timer());
      await this.#buckets.removeOthers(id, found.item.version, undefined);
      return true;
    }
    throw new Error("the chat account kept changing while it was being removed");
  }

  /** One owner fewer; what the others have chosen stays. */
  async leave(owner: Owner, id: string): Promise<void> {
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const found = await this.#find(id);
      if (found === "changed") continue;
      if (!found?.owners.includes(owner)) return;
      // A save that was at it has been overtaken by this one.
      if (await this.#saveWithout(found, owner)) return this.settle(id);
    }
    throw new Error("the chat account kept changing while an owner was leaving it");
  }

  async #saveWithout(found: Before, owner: Owner): Promise<boolean> {
    const { id, defaultTurn, isUnsettled } = found.item;
    const owners = found.owners.filter((one) => one !== owner);
    const item = { ...(await this.#stored({ ...fromItem(found.item), owners }, found)), defaultTurn, isUnsettled };
    if ((await transact(this.#client, [accountWrite(this.#table, item, found.item)])) !== undefined) {
      await this.#discard(item);
      return false;
    }
    const change = { id, members: [], former: [owner], defaultTurn: undefined };
    await this.#owners.settle({ ...change, guard: checkIsAt(this.#table, item) }, this.#timer());
    await this.#buckets.removeOthers(id, item.version, item.ownerBuckets);
    return true;
  }

  /** Does what a save left undone. */
  async settle(id: string): Promise<void> {
    const item = await this.#item(id);
    const owners = item?.isUnsettled && (await ownersOf(this.#buckets, item));
    if (owners) await this.#settle({ item, owners }, []);
  }

  async #settle({ item, owners }: Before, former: readonly Owner[]): Promise<void> {
    const { id, defaultTurn, version } = item;
    const change = { id, guard: checkIsAt(this.#table, item), members: owners, former, defaultTurn };
    if ((await this.#owners.settle(change, this.#timer())) !== "settled") return;
    await this.#buckets.removeOthers(id, version, item.ownerBuckets);
    const settled = new UpdateCommand({
      TableName: this.#table,
      Key: chatAccountKey(id),
      UpdateExpression: "REMOVE isUnsettled",
      ...asRead(item),
    });
    await undefinedIfConditionFailed(this.#client.send(settled));
  }

  async #find(id: string): Promise<Before | "changed" | undefined> {
    const item = await this.#item(id);
    if (item === undefined) return undefined;
    const owners = await ownersOf(this.#buckets, item);
    return owners ? { item, owners } : "changed";
  }

  async #item(id: string): Promise<ChatAccountItem | undefined> {
    const item = await readItemConsistently(this.#client, { TableName: this.#table, Key: chatAccountKey(id) });
    return item && chatAccountItem.parse(item);
  }

  /** The item to be written; nothing names its owners' buckets yet. */
  async #prepared(account: ChatAccount, before: Before | undefined): Promise<ChatAccountItem> {
    const defaultTurn = account.isDefault ? await this.#turnFor(account, before?.item) : undefined;
    return { ...(await this.#stored(account, before)), defaultTurn };
  }

  async #stored(account: ChatAccount, before: Before | undefined): Promise<ChatAccountItem> {
    const version = (before?.item.version ?? 0) + 1;
    const { id, owners } = account;
    if (owners.length <= OWNERS_WITHIN_ITEM) return toItem(account, { version });
    return toItem(account, { version, ownerBuckets: await this.#buckets.write(id, version, owners) });
  }

  /** An account that is the default of all of them already takes nobody's place. */
  async #turnFor({ id, owners }: ChatAccount, before: ChatAccountItem | undefined): Promise<number> {
    const turn = before?.defaultTurn;
    return turn !== undefined && (await this.#owners.isDefaultOf(owners, id)) ? turn : this.#owners.nextTurn();
  }

  /** Buckets that nothing will ever name. */
  async #discard({ id, ownerBuckets }: ChatAccountItem): Promise<void> {
    if (ownerBuckets !== undefined) await this.#buckets.remove(id, ownerBuckets);
  }

  #timer(): () => boolean {
    const endsAtMs = performance.now() + this.#settlingMs;
    return () => performance.now() < endsAtMs;
  }
}
