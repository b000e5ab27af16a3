import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { CountedWrites } from "../../aws/dynamo/counted-writes.ts";
import { queryPartition } from "../../aws/dynamo/query-partition.ts";
import { readItemConsistently } from "../../aws/dynamo/read-item.ts";
import { readTogether, readTogetherConsistently } from "../../aws/dynamo/read-together.ts";
import { transact } from "../../aws/dynamo/transact.ts";
import type { Owner } from "../../kernel/owner.ts";
import { type Expected, refuseOtherRevision, shownRevision } from "../../kernel/revision.ts";
import { CHANGED, lookingAgain } from "../../kernel/write-conflict.ts";
import type { AccountHealth } from "../domain/account-health.ts";
import {
  type AccountWrite,
  accountBytes,
  type JudgingAccount,
  MOST_ACCOUNTS,
  type SendingAccount,
} from "../domain/sending-account.ts";
import type { AccountCondition, AccountOfTopic, DefaultChange, SendingAccountStore } from "../ports.ts";
import { DefaultAccount } from "./default-account.ts";
import {
  ACCOUNT_PREFIX,
  ACCOUNTS_TOTAL,
  accountKey,
  bytesOf,
  fromItem,
  healthUpdate,
  isAsSeen,
  partition,
  replacementOf,
  type SeenItem,
  seenItem,
  toItem,
} from "./sending-account-item.ts";
import { TopicAccounts } from "./topic-accounts.ts";

/** Stores sending accounts, which of them is the default, and their total, so that all accounts of an owner fit into one answer. */
export class DynamoSendingAccountStore implements SendingAccountStore {
  readonly #client: DynamoDBDocumentClient;
  readonly #table: string;
  readonly #writes: CountedWrites;
  readonly #default: DefaultAccount;
  readonly #topics: TopicAccounts;

  constructor(client: DynamoDBDocumentClient, table: string) {
    this.#client = client;
    this.#table = table;
    this.#default = new DefaultAccount(client, table);
    this.#topics = new TopicAccounts(client, table);
    this.#writes = new CountedWrites(client, {
      table,
      sortKey: ACCOUNTS_TOTAL,
      most: MOST_ACCOUNTS,
      count: async (owner) => {
        const items = await this.#items(owner);
        return { bytes: items.reduce((sum, item) => sum + bytesOf(item), 0), count: items.length };
      },
    });
  }

  namingTopic(topicArn: string, limit: number): Promise<readonly AccountOfTopic[]> {
    return this.#topics.of(topicArn, limit);
  }

  async list(owner: Owner): Promise<readonly SendingAccount[]> {
    const items = await this.#items(owner);
    const defaultId = await this.#default.id(owner);
    return items.map((item) => fromItem(owner, item, defaultId));
  }

  async get(owner: Owner, id: string): Promise<SendingAccount | undefined> {
    const address = { TableName: this.#table, Key: accountKey(owner, id) };
    const [item, defaultId] = await Promise.all([readItemConsistently(this.#client, address), this.#default.id(owner)]);
    return item && fromItem(owner, item, defaultId);
  }

  async find(owner: Owner, id: string): Promise<SendingAccount | undefined> {
    const item = await readTogether(this.#client, { TableName: this.#table, Key: accountKey(owner, id) });
    return item && fromItem(owner, item);
  }

  async findPresent(owner: Owner, id: string): Promise<SendingAccount | undefined> {
    const item = await readTogetherConsistently(this.#client, { TableName: this.#table, Key: accountKey(owner, id) });
    return item && fromItem(owner, item);
  }

  async findDefault(owner: Owner): Promise<JudgingAccount | undefined> {
    const copy = await this.#default.copy(owner);
    if (copy !== undefined) return copy;
    const id = await this.#default.id(owner);
    return id === undefined ? undefined : this.findPresent(owner, id);
  }

  async create(account: AccountWrite, change: DefaultChange): Promise<SendingAccount | "full"> {
    const { owner, id } = account;
    const item = toItem(account);
    const put = {
      TableName: this.#table,
      Item: { ...accountKey(owner, id), ...item },
      ConditionExpression: "attribute_not_exists(pk)",
    };
    const amount = { bytes: accountBytes(account), count: 1 };
    return lookingAgain("an owner's default account", async () => {
      const pointers = await this.#default.whenCreated(account, change);
      const items = [{ Put: put }, ...pointers, ...this.#topics.whenWritten(account)];
      const outcome = await this.#writes.write({ owner, items, amount });
      if (outcome === "full") return outcome;
      if (outcome === "written") {
        const isDefault = change === "take" || (await this.#default.id(owner)) === id;
        return { ...account, isDefault, revision: item.revision };
      }
      if (await this.#seen(owner, id)) throw new Error("a sending account of this id exists already");
      return CHANGED;
    });
  }

  async replace(
    account: AccountWrite,
    change: DefaultChange,
    { kept, expected }: AccountCondition = {},
  ): Promise<SendingAccount | "full" | "changed" | undefined> {
    const { owner, id } = account;
    const item = toItem(account);
    const isAnyDefaultGood = change === "take" && expected === undefined;
    const isDefaultNow = async () => (isAnyDefaultGood ? undefined : this.#isDefault(owner, id));
    return lookingAgain("a sending account", async () => {
      const [seen, isDefault] = await Promise.all([this.#seen(owner, id), isDefaultNow()]);
      if (seen === undefined) return undefined;
      refuseOtherRevision(expected, shownRevision({ ...seen, isDefault }));
      if (kept !== undefined && kept !== seen.secret) return "changed";
      const pointer = this.#default.whenReplaced(account, change, isDefault);
      const update = { TableName: this.#table, Key: accountKey(owner, id), ...replacementOf(item, seen) };
      const amount = { bytes: item.bytes - seen.bytes, count: 0 };
      const items = [{ Update: update }, ...pointer, ...this.#topics.whenWritten(account, seen.feedbackTopicArn)];
      const outcome = await this.#writes.write({ owner, items, amount });
      if (outcome !== "written") return outcome === "full" ? outcome : CHANGED;
      return { ...account, isDefault: isDefaultAfter(change, isDefault), revision: item.revision };
    });
  }

  async remove(owner: Owner, id: string, expected?: Expected): Promise<boolean> {
    const account = { TableName: this.#table, Key: accountKey(owner, id) };
    return lookingAgain("an owner's default account", async () => {
      const [seen, isDefault] = await Promise.all([this.#seen(owner, id), this.#isDefault(owner, id)]);
      if (seen === undefined) return false;
      refuseOtherRevision(expected, shownRevision({ ...seen, isDefault }));
      const items = [
        { Delete: { ...account, ...isAsSeen(seen) } },
        ...this.#default.whenGone(owner, id, isDefault),
        ...this.#topics.whenGone({ owner, id }, seen.feedbackTopicArn),
      ];
      const amount = { bytes: -seen.bytes, count: -1 };
      return (await this.#writes.write({ owner, items, amount })) === "written" ? true : CHANGED;
    });
  }

  async noteHealth({ owner, id, health }: SendingAccount, next: AccountHealth): Promise<void> {
    const write = { TableName: this.#table, Key: accountKey(owner, id), ...healthUpdate(health, next) };
    // The update runs as a transaction, because `transact` tries again during another transaction, where a plain write would fail
    // at once.
    await transact(this.#client, [{ Update: write }]);
  }

  #items(owner: Owner): Promise<readonly Record<string, unknown>[]> {
    const query = { table: this.#table, pk: partition(owner), prefix: ACCOUNT_PREFIX, limit: MOST_ACCOUNTS.count };
    return queryPartition(this.#client, query);
  }

  /** Reads the fields that a write of the account depends on; undefined when the account is gone. */
  async #seen(owner: Owner, id: string): Promise<SeenItem | undefined> {
    const address = { TableName: this.#table, Key: accountKey(owner, id) };
    const item = await readItemConsistently(this.#client, address);
    return item && seenItem.parse(item);
  }

  async #isDefault(owner: Owner, id: string): Promise<boolean> {
    return (await this.#default.id(owner)) === id;
  }
}

const isDefaultAfter = (change: DefaultChange, before: boolean | undefined): boolean =>
  change === "keep" ? before === true : change === "take";
