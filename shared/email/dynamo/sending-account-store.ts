import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { queryPartition } from "../../aws/dynamo/query-partition.ts";
import { readItemConsistently } from "../../aws/dynamo/read-item.ts";
import { readTogether } from "../../aws/dynamo/read-together.ts";
import { type TransactItems, transact } from "../../aws/dynamo/transact.ts";
import { expiringCache } from "../../kernel/expiring-cache.ts";
import type { Owner } from "../../kernel/owner.ts";
import type { AccountHealth } from "../domain/account-health.ts";
import type { SendingAccount } from "../domain/sending-account.ts";
import type { DefaultChange, SendingAccountStore } from "../ports.ts";
import {
  ACCOUNT_PREFIX,
  accountKey,
  defaultPointerItem,
  fromItem,
  healthUpdate,
  partition,
  replacementOf,
  toItem,
} from "./sending-account-item.ts";

const MAX_LISTED = 1000;
/** How often a removal looks again when the default changes under its hands. */
const MAX_REMOVE_TRIES = 5;

const REMEMBERED = { maxEntries: 10_000, ttlMs: 3_600_000 };

const pointerKey = (owner: Owner) => ({ pk: partition(owner), sk: "DEFAULT#SMTP" });

/** Accounts and, beside them, one pointer per owner: two defaults cannot exist, whatever happens at once. */
export class DynamoSendingAccountStore implements SendingAccountStore {
  readonly #client: DynamoDBDocumentClient;
  readonly #table: string;
  /** The account to which the pointer led the last time: it is read together with the pointer, in one request. */
  readonly #lastDefaults = expiringCache<string>(REMEMBERED);

  constructor(client: DynamoDBDocumentClient, table: string) {
    this.#client = client;
    this.#table = table;
  }

  async list(owner: Owner): Promise<readonly SendingAccount[]> {
    const query = { table: this.#table, pk: partition(owner), prefix: ACCOUNT_PREFIX, limit: MAX_LISTED };
    const items = await queryPartition(this.#client, query);
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

  async create(account: SendingAccount, change: DefaultChange): Promise<SendingAccount> {
    const { owner, id } = account;
    const put = { ...this.#put(account), ConditionExpression: "attribute_not_exists(pk)" };
    const isWritten = await this.#writeAll([{ Put: put }, { Update: this.#pointTo(account, change === "take") }]);
    if (!isWritten) throw new Error("a sending account of this id exists already");
    return { ...account, isDefault: change === "take" || (await this.#defaultId(owner)) === id };
  }

  async replace(account: SendingAccount, change: DefaultChange): Promise<SendingAccount | undefined> {
    const { owner, id } = account;
    const write = { TableName: this.#table, Key: accountKey(owner, id), ...replacementOf(account) };
    const pointer = change === "take" ? [{ Update: this.#pointTo(account, true) }] : [];
    if (!(await this.#writeAll([{ Update: write }, ...pointer]))) return undefined;
    if (change === "give-up") await this.#dropPointer(owner, id);
    return { ...account, isDefault: change === "take" || (await this.#defaultId(owner)) === id };
  }

  async remove(owner: Owner, id: string): Promise<boolean> {
    const account = { TableName: this.#table, Key: accountKey(owner, id), ConditionExpression: "attribute_exists(pk)" };
    const pointer = { TableName: this.#table, Key: pointerKey(owner), ExpressionAttributeValues: { ":id": id } };
    for (let tries = 0; tries < MAX_REMOVE_TRIES; tries++) {
      const isDefault = (await this.#defaultId(owner)) === id;
      const failed = await transact(this.#client, [
        { Delete: account },
        isDefault
          ? { Delete: { ...pointer, ConditionExpression: "accountId = :id" } }
          : { ConditionCheck: { ...pointer, ConditionExpression: "attribute_not_exists(pk) OR accountId <> :id" } },
      ]);
      if (failed === undefined) return true;
      if (failed[0]) return false;
    }
    throw new Error("the default account kept changing while an account was being removed");
  }

  async noteHealth({ owner, id, health }: SendingAccount, next: AccountHealth): Promise<void> {
    const write = { TableName: this.#table, Key: accountKey(owner, id), ...healthUpdate(health, next) };
    await this.#writeAll([{ Update: write }]);
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

  async #dropPointer(owner: Owner, id: string): Promise<void> {
    const condition = { ConditionExpression: "accountId = :id", ExpressionAttributeValues: { ":id": id } };
    await this.#writeAll([{ Delete: { TableName: this.#table, Key: pointerKey(owner), ...condition } }]);
  }

  /**
   * True when everything was written, false when a condition did not hold. Single writes go this way too: beside a running
   * transaction a plain write fails at once, while a transaction is tried again.
   */
  async #writeAll(items: TransactItems): Promise<boolean> {
    return (await transact(this.#client, items)) === undefined;
  }
}
