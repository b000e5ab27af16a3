import { type DynamoDBDocumentClient, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { undefinedIfConditionFailed } from "../../aws/dynamo/undefined-if-condition-failed.ts";
import { inBatches } from "../../kernel/in-batches.ts";
import type { Owner } from "../../kernel/owner.ts";
import type { Expected } from "../../kernel/revision.ts";
import type { ChatAccount, ProviderRefusal, RevisedChatAccount, Verification } from "../domain/chat-account.ts";
import type { ChatAccountStore } from "../ports/chat-account-store.ts";
import { chatAccountKey, fromItem, revisionOf } from "./chat-account-item.ts";
import { DynamoChatAccountReader } from "./chat-account-reader.ts";
import { ChatAccountSaver } from "./chat-account-saver.ts";
import type { SettlerOptions } from "./chat-account-settler.ts";
import { LeftBuckets } from "./left-buckets.ts";
import { OwnerBuckets } from "./owner-buckets.ts";
import { OwnersAccountsItems } from "./owners-accounts.ts";
import { type WholeAccount, WholeAccounts } from "./whole-accounts.ts";

function withOwners({ item, owners }: WholeAccount): ChatAccount {
  const { hasMoreOwners: _more, ...account } = fromItem(item);
  return { ...account, owners };
}

/** Keeps accounts, the numbers that lead to them, and one item per owner with its accounts and its default. */
export class DynamoChatAccountStore implements ChatAccountStore {
  readonly #client: DynamoDBDocumentClient;
  readonly #table: string;
  readonly #whole: WholeAccounts;
  readonly #owners: OwnersAccountsItems;
  readonly #saver: ChatAccountSaver;
  readonly #left: LeftBuckets;
  readonly #reader: DynamoChatAccountReader;

  constructor(client: DynamoDBDocumentClient, table: string, options: SettlerOptions) {
    this.#client = client;
    this.#table = table;
    this.#whole = new WholeAccounts(client, { table, buckets: new OwnerBuckets(client, table) }, options.log);
    this.#owners = new OwnersAccountsItems(client, table);
    this.#saver = new ChatAccountSaver(client, table, options);
    this.#left = new LeftBuckets(client, table);
    this.#reader = new DynamoChatAccountReader(client, table);
  }

  async list(page: { limit: number; after?: string | undefined }): Promise<readonly ChatAccount[]> {
    const found = await inBatches(await this.ids(page), (id) => this.get(id));
    return found.filter((account) => account !== undefined);
  }

  async owned(id: string): Promise<ChatAccount | undefined> {
    const whole = await this.#whole.find(id);
    return whole && withOwners(whole);
  }

  async get(id: string): Promise<RevisedChatAccount | undefined> {
    const whole = await this.#whole.find(id);
    if (whole === undefined) return undefined;
    const isDefault = await this.#owners.isDefault(whole);
    return { ...withOwners(whole), isDefault, revision: revisionOf(whole.item, isDefault) };
  }

  create(account: ChatAccount): Promise<RevisedChatAccount> {
    return this.#saver.create(account);
  }

  replace(account: ChatAccount, expected?: Expected): Promise<RevisedChatAccount | undefined> {
    return this.#saver.replace(account, expected);
  }

  remove(id: string, expected?: Expected): Promise<boolean> {
    return this.#saver.remove(id, expected);
  }

  noteVerification(account: Pick<ChatAccount, "id" | "updatedAt">, verification: Verification): Promise<void> {
    return this.#note(account, "verification", verification);
  }

  noteRefusal(account: Pick<ChatAccount, "id" | "updatedAt">, refusal: ProviderRefusal | undefined): Promise<void> {
    return this.#note(account, "refusal", refusal);
  }

  /** A note leaves the version as it is, so that a save that read the account before the note still succeeds. */
  async #note(
    { id, updatedAt }: Pick<ChatAccount, "id" | "updatedAt">,
    name: "verification" | "refusal",
    value: Verification | ProviderRefusal | undefined,
  ): Promise<void> {
    const note = new UpdateCommand({
      TableName: this.#table,
      Key: chatAccountKey(id),
      UpdateExpression: value === undefined ? `REMOVE ${name}` : `SET ${name} = :value`,
      ConditionExpression: "updatedAt = :read",
      ExpressionAttributeValues: { ":read": updatedAt, ...(value && { ":value": value }) },
    });
    await undefinedIfConditionFailed(this.#client.send(note));
  }

  settle(id: string): Promise<void> {
    return this.#saver.settle(id);
  }

  removeLeftOwners(beforeMs: number): Promise<void> {
    return this.#left.remove(beforeMs);
  }

  /** Removes one owner from an account when that owner is erased; the account stays, even without any owner. */
  leave(owner: Owner, id: string): Promise<void> {
    return this.#saver.leave(owner, id);
  }

  ids(page: { limit: number; after?: string | undefined }): Promise<readonly string[]> {
    return this.#reader.ids(page);
  }

  find(id: string): Promise<ChatAccount | undefined> {
    return this.#reader.find(id);
  }

  listFor(owner: Owner): Promise<readonly ChatAccount[]> {
    return this.#reader.listFor(owner);
  }

  findFor(owner: Owner, id: string): Promise<ChatAccount | undefined> {
    return this.#reader.findFor(owner, id);
  }

  findDefault(owner: Owner): Promise<ChatAccount | undefined> {
    return this.#reader.findDefault(owner);
  }

  findByProviderNumber(providerPhoneNumberId: string): Promise<ChatAccount | undefined> {
    return this.#reader.findByProviderNumber(providerPhoneNumberId);
  }

  findByProviderBusiness(providerBusinessAccountId: string): Promise<readonly ChatAccount[]> {
    return this.#reader.findByProviderBusiness(providerBusinessAccountId);
  }
}
