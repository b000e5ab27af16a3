import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { CountedWrites } from "../../aws/dynamo/counted-writes.ts";
import { queryPartition } from "../../aws/dynamo/query-partition.ts";
import { readItemConsistently } from "../../aws/dynamo/read-item.ts";
import { readTogether } from "../../aws/dynamo/read-together.ts";
import { type TransactItems, transact } from "../../aws/dynamo/transact.ts";
import { expiringCache } from "../../kernel/expiring-cache.ts";
import type { Owner } from "../../kernel/owner.ts";
import type { Sealed } from "../../kernel/secrets/secret-box.ts";
import { CHANGED, lookingAgain } from "../../kernel/write-conflict.ts";
import type { AccountHealth } from "../domain/account-health.ts";
import { accountBytes, MOST_ACCOUNTS, type SendingAccount } from "../domain/sending-account.ts";
import type { DefaultChange, SendingAccountStore } from "../ports.ts";
import {
  ACCOUNT_PREFIX,
  ACCOUNTS_TOTAL,
  accountKey,
  bytesOf,
  defaultPointerItem,
  fromItem,
  healthUpdate,
  partition,
  replacementOf,
  type SeenItem,
  seenItem,
  toItem,
} from "./sending-account-item.ts";

const REMEMBERED = { maxEntries: 10_000, ttlMs: 3_600_000 };

const pointerKey = (owner: Owner) => ({ pk: partition(owner), sk: "DEFAULT#SMTP" });

/**
 * Accounts and, beside them, two items per owner: a pointer, so that two defaults cannot exist, and a total, so that all of them always fit
 * into one answer.
 */
export class DynamoSendingAccountStore implements SendingAccountStore {
  readonly #client: DynamoDBDocumentClient;
  readonly #table: string;
  readonly #writes: CountedWrites;
  /** The account to which the pointer led the last time: it is read together with the pointer, in one request. */
  readonly #lastDefaults = expiringCache<string>(REMEMBERED);

  constructor(client: DynamoDBDocumentClient, table: string) {
    this.#client = client;
    this.#table = table;
    this.#writes = new CountedWrites(client, {
      ...{ table, sortKey: ACCOUNTS_TOTAL, most: MOST_ACCOUNTS },
      count: async (owner) => {
        const items = await this.#items(owner);
        return { bytes: items.reduce((sum, item) => sum + bytesOf(item), 0), count: items.length };
      },
    });
  }

  async list(owner: Owner): Promise<readonly SendingAccount[]> {
    const items = await this.#items(owner);
    const defaultId = await this.#defaultId(owner);
    return items.map((item) => fromItem(owner, item, defaultId));
  }

  async get(owner: Owner, id: string): Promise<SendingAccount | undefined> {
    const address = { TableName: this.#table, Key: accountKey(owner, id) };
    const [item, defaultId] = await Promise.all([readItemConsistently(this.#client, address), this.#defaultId(owner)]);
    return item && fromItem(owner, item, defaultId);
  }

  async find(owner: Owner, id: string): Promise<SendingAccount | undefined> {
    const item = await readTogether(this.#client, { TableName: this.#table, Key: accountKey(owner, id) });
    return item && fromItem(owner, item);
  }

  async findDefault(owner: Owner): Promise<SendingAccount | undefined> {
    const likelyId = this.#lastDefaults.get(owner);
    const [pointer, likely] = await Promise.all([
      readTogether(this.#client, { TableName: this.#table, Key: pointerKey(owner) }),
      likelyId === undefined ? undefined : this.find(owner, likelyId),
    ]);
    const id = pointer && defaultPointerItem.parse(pointer).accountId;
    if (id === undefined) return undefined;
    this.#lastDefaults.set(owner, id);
    return id === likelyId ? likely : this.find(owner, id);
  }

  async create(account: SendingAccount, change: DefaultChange): Promise<SendingAccount | "full"> {
    const { owner } = account;
    const put = { ...this.#put(account), ConditionExpression: "attribute_not_exists(pk)" };
    const items = [{ Put: put }, { Update: this.#pointTo(account, change === "take") }];
    const amount = { bytes: accountBytes(account), count: 1 };
    const outcome = await this.#writes.write({ owner, items, amount });
    if (outcome === "refused") throw new Error("a sending account of this id exists already");
    return outcome === "full" ? outcome : this.#written(account, change);
  }

  async replace(
    account: SendingAccount,
    change: DefaultChange,
    kept?: Sealed,
  ): Promise<SendingAccount | "full" | "changed" | undefined> {
    const { owner, id } = account;
    return lookingAgain("a sending account", async () => {
      const seen = await this.#seen(owner, id);
      if (seen === undefined) return undefined;
      if (kept !== undefined && kept !== seen.secret) return "changed";
      const pointer = await this.#pointerAfter(account, change);
      const write = { TableName: this.#table, Key: accountKey(owner, id), ...replacementOf(account, seen.bytes, kept) };
      const amount = { bytes: accountBytes(account) - seen.bytes, count: 0 };
      const outcome = await this.#writes.write({ owner, items: [{ Update: write }, ...pointer], amount });
      if (outcome === "full") return outcome;
      if (outcome === "refused") return CHANGED;
      return this.#written(account, change);
    });
  }

  async remove(owner: Owner, id: string): Promise<boolean> {
    const account = { TableName: this.#table, Key: accountKey(owner, id) };
    return lookingAgain("an owner's default account", async () => {
      const [seen, given] = await Promise.all([this.#seen(owner, id), this.#givenUp(owner, id)]);
      if (seen === undefined) return false;
      const isAsSeen = { ConditionExpression: "bytes = :seen", ExpressionAttributeValues: { ":seen": seen.bytes } };
      const items = [{ Delete: { ...account, ...isAsSeen } }, given];
      const amount = { bytes: -seen.bytes, count: -1 };
      return (await this.#writes.write({ owner, items, amount })) === "written" ? true : CHANGED;
    });
  }

  async noteHealth({ owner, id, health }: SendingAccount, next: AccountHealth): Promise<void> {
    const write = { TableName: this.#table, Key: accountKey(owner, id), ...healthUpdate(health, next) };
    await this.#writeAll([{ Update: write }]);
  }

  #items(owner: Owner): Promise<readonly Record<string, unknown>[]> {
    const query = { table: this.#table, pk: partition(owner), prefix: ACCOUNT_PREFIX, limit: MOST_ACCOUNTS.count };
    return queryPartition(this.#client, query);
  }

  /** What writes hang on; undefined when the account is gone. */
  async #seen(owner: Owner, id: string): Promise<SeenItem | undefined> {
    const address = { TableName: this.#table, Key: accountKey(owner, id) };
    const item = await readItemConsistently(this.#client, address);
    return item && seenItem.parse(item);
  }

  async #written(account: SendingAccount, change: DefaultChange): Promise<SendingAccount> {
    return { ...account, isDefault: change === "take" || (await this.#defaultId(account.owner)) === account.id };
  }

  async #defaultId(owner: Owner): Promise<string | undefined> {
    const pointer = await readItemConsistently(this.#client, { TableName: this.#table, Key: pointerKey(owner) });
    return pointer && defaultPointerItem.parse(pointer).accountId;
  }

  #put(account: SendingAccount) {
    return { TableName: this.#table, Item: { ...accountKey(account.owner, account.id), ...toItem(account) } };
  }

  /** Taking replaces the pointer; otherwise it is set only where there is none: the first account becomes the default. */
  #pointTo({ owner, id }: SendingAccount, isTaken: boolean) {
    const value = isTaken ? ":id" : "if_not_exists(accountId, :id)";
    return {
      TableName: this.#table,
      Key: pointerKey(owner),
      UpdateExpression: `SET accountId = ${value}`,
      ExpressionAttributeValues: { ":id": id },
    };
  }

  async #pointerAfter(account: SendingAccount, change: DefaultChange): Promise<TransactItems> {
    if (change === "keep") return [];
    return [
      change === "take" ? { Update: this.#pointTo(account, true) } : await this.#givenUp(account.owner, account.id),
    ];
  }

  /** After it the account is not the default; fails where another write has moved the default since it was read. */
  async #givenUp(owner: Owner, id: string): Promise<TransactItems[number]> {
    const pointer = { TableName: this.#table, Key: pointerKey(owner), ExpressionAttributeValues: { ":id": id } };
    return (await this.#defaultId(owner)) === id
      ? { Delete: { ...pointer, ConditionExpression: "accountId = :id" } }
      : { ConditionCheck: { ...pointer, ConditionExpression: "attribute_not_exists(pk) OR accountId <> :id" } };
  }

  /**
   * True when everything was written, false when a condition did not hold. Single writes go this way too: beside a running
   * transaction a plain write fails at once, while a transaction is tried again.
   */
  async #writeAll(items: TransactItems): Promise<boolean> {
    return (await transact(this.#client, items)) === undefined;
  }
}
