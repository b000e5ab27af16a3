import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import * as z from "zod";
import { readItemConsistently } from "../../aws/dynamo/read-item.ts";
import { readTogetherConsistently } from "../../aws/dynamo/read-together.ts";
import type { TransactItems } from "../../aws/dynamo/transact.ts";
import type { Owner } from "../../kernel/owner.ts";
import { type AccountWrite, type JudgingAccount, PROVIDERS } from "../domain/sending-account.ts";
import type { DefaultChange } from "../ports.ts";
import { DEFAULT_COPY, DEFAULT_POINTER, partition, sendingAccountItem } from "./sending-account-item.ts";

const pointerItem = z.object({ accountId: z.string() });
const copyItem = sendingAccountItem
  .pick({ id: true, label: true, fromName: true, trustedDomains: true, apiAllowedDomains: true })
  .extend({ provider: z.enum(PROVIDERS), fromAddress: z.string().optional() });

const NOBODY = "attribute_not_exists(pk)";
const isOf = (id: string) => ({
  ConditionExpression: "accountId = :id",
  ExpressionAttributeValues: { ":id": id },
});
const isNotOf = (id: string) => ({
  ConditionExpression: `${NOBODY} OR accountId <> :id`,
  ExpressionAttributeValues: { ":id": id },
});

/**
 * The default account has two items of its own. A pointer names the account, so that two defaults cannot exist. A copy has the fields by
 * which a send is accepted or refused, so that accepting reads a single item. Each write that moves the pointer or changes the default
 * account writes both. A restore from a backup removes the copy; until the next such write, the account itself is read.
 */
export class DefaultAccount {
  readonly #client: DynamoDBDocumentClient;
  readonly #table: string;

  constructor(client: DynamoDBDocumentClient, table: string) {
    this.#client = client;
    this.#table = table;
  }

  async id(owner: Owner): Promise<string | undefined> {
    const pointer = await readItemConsistently(this.#client, this.#pointer(owner));
    return pointer && pointerItem.parse(pointer).accountId;
  }

  /** Returns undefined when there is no default, and after a restore. */
  async copy(owner: Owner): Promise<JudgingAccount | undefined> {
    const item = await readTogetherConsistently(this.#client, this.#copy(owner));
    if (item === undefined) return undefined;
    const { provider, ...copied } = copyItem.parse(item);
    return { owner, ...copied, settings: { provider }, isCopy: true };
  }

  /** Returns writes for the transaction that creates an account. An owner without a default gets the new account as default. */
  async whenCreated(account: AccountWrite, change: DefaultChange): Promise<TransactItems> {
    if (change === "take") return this.#taken(account);
    const isThere = (await this.id(account.owner)) !== undefined;
    if (!isThere) return this.#taken(account, { ConditionExpression: NOBODY });
    return [{ ConditionCheck: { ...this.#pointer(account.owner), ConditionExpression: "attribute_exists(pk)" } }];
  }

  /** Returns writes for the transaction that replaces an account. It fails if `isDefault` has changed since it was read (unless undefined). */
  whenReplaced(account: AccountWrite, change: DefaultChange, isDefault: boolean | undefined): TransactItems {
    const { owner, id } = account;
    if (change === "take")
      return isDefault === undefined ? this.#taken(account) : this.#taken(account, isDefault ? isOf(id) : isNotOf(id));
    if (change === "give-up" || !isDefault) return this.whenGone(owner, id, isDefault === true);
    return [{ ConditionCheck: { ...this.#pointer(owner), ...isOf(id) } }, { Put: this.#copied(account) }];
  }

  /** Returns writes after which the account is not the default. The transaction fails if `isDefault` has changed since it was read. */
  whenGone(owner: Owner, id: string, isDefault: boolean): TransactItems {
    if (!isDefault) return [{ ConditionCheck: { ...this.#pointer(owner), ...isNotOf(id) } }];
    return [{ Delete: { ...this.#pointer(owner), ...isOf(id) } }, { Delete: this.#copy(owner) }];
  }

  #taken(account: AccountWrite, condition: object = {}): TransactItems {
    const { TableName, Key } = this.#pointer(account.owner);
    const Item = { ...Key, accountId: account.id };
    return [{ Put: { TableName, Item, ...condition } }, { Put: this.#copied(account) }];
  }

  #pointer(owner: Owner) {
    return { TableName: this.#table, Key: { pk: partition(owner), sk: DEFAULT_POINTER } };
  }

  #copy(owner: Owner) {
    return { TableName: this.#table, Key: { pk: partition(owner), sk: DEFAULT_COPY } };
  }

  #copied({ owner, settings, ...account }: AccountWrite) {
    const { TableName, Key } = this.#copy(owner);
    const { id, label, fromName, fromAddress, trustedDomains, apiAllowedDomains } = account;
    const judged = { id, label, fromName, fromAddress, trustedDomains, apiAllowedDomains };
    const copied = { ...judged, provider: settings.provider };
    return { TableName, Item: { ...Key, ...copied } };
  }
}
