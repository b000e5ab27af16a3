import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { readItemConsistently } from "../../aws/dynamo/read-item.ts";
import type { Log } from "../../kernel/log.ts";
import type { Owner } from "../../kernel/owner.ts";
import { WriteConflictError } from "../../kernel/write-conflict.ts";
import { type ChatAccountItem, chatAccountItem, chatAccountKey, MAX_READS } from "./chat-account-item.ts";
import type { OwnerBuckets } from "./owner-buckets.ts";

/** The item of an account and all its owners, read together. */
export interface WholeAccount {
  readonly item: ChatAccountItem;
  readonly owners: readonly Owner[];
}

/** Administrators read accounts with all of their owners. */
export class WholeAccounts {
  readonly #client: DynamoDBDocumentClient;
  readonly #table: string;
  readonly #buckets: OwnerBuckets;
  readonly #log: Log;

  constructor(
    client: DynamoDBDocumentClient,
    { table, buckets }: { readonly table: string; readonly buckets: OwnerBuckets },
    log: Log,
  ) {
    this.#client = client;
    this.#table = table;
    this.#buckets = buckets;
    this.#log = log;
  }

  /** Returns the owners that are left when buckets are missing permanently, so that the account can still be seen, saved and removed. */
  async find(id: string): Promise<WholeAccount | undefined> {
    let broken: string | undefined;
    for (let reads = 0; reads < MAX_READS; reads++) {
      const item = await this.#item(id);
      if (item?.ownerBuckets === undefined) return item && { item, owners: item.owners };
      const { generation } = item.ownerBuckets;
      const { owners, missing } = await this.#buckets.all(id, item.ownerBuckets);
      if (missing > 0 && broken === generation)
        this.#log.warn("chat_account.buckets_missing", { account: id, missing });
      if (missing === 0 || broken === generation) return { item, owners };
      broken = generation;
    }
    throw new WriteConflictError("the chat account kept changing while it was being read");
  }

  async #item(id: string): Promise<ChatAccountItem | undefined> {
    const item = await readItemConsistently(this.#client, { TableName: this.#table, Key: chatAccountKey(id) });
    return item && chatAccountItem.parse(item);
  }
}
