import { type DynamoDBDocumentClient, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { undefinedIfConditionFailed } from "../../aws/dynamo/undefined-if-condition-failed.ts";
import type { Log } from "../../kernel/log.ts";
import type { Owner } from "../../kernel/owner.ts";
import { type ChatAccountItem, chatAccountKey } from "./chat-account-item.ts";
import { asRead, checkIsAt, checkIsGone } from "./chat-account-writes.ts";
import { BucketNotes } from "./owner-bucket-notes.ts";
import type { OwnerBuckets } from "./owner-buckets.ts";
import { OwnersAccountsItems } from "./owners-accounts.ts";
import type { WholeAccount } from "./whole-accounts.ts";

/** Settling stops before the gateway's limit of 29 s; the reconciliation settles what is left. */
const SETTLING_MS = 18_000;

export interface SettlerOptions {
  readonly log: Log;
  /** One call writes owners' items for at most this long. */
  readonly settlingMs?: number;
}

/** After a save, it writes the items of the account's owners piece by piece, until they agree with the account's item. */
export class ChatAccountSettler {
  readonly #client: DynamoDBDocumentClient;
  readonly #table: string;
  readonly #buckets: OwnerBuckets;
  readonly #notes: BucketNotes;
  readonly #owners: OwnersAccountsItems;
  readonly #log: Log;
  readonly #settlingMs: number;

  constructor(
    client: DynamoDBDocumentClient,
    { table, buckets }: { readonly table: string; readonly buckets: OwnerBuckets },
    { log, settlingMs = SETTLING_MS }: SettlerOptions,
  ) {
    this.#client = client;
    this.#table = table;
    this.#buckets = buckets;
    this.#notes = new BucketNotes(client, table);
    this.#owners = new OwnersAccountsItems(client, table);
    this.#log = log;
    this.#settlingMs = settlingMs;
  }

  /**
   * Writes the owners' items after a save. The account stays marked as unsettled until all of them are written.
   * @param before the account as it was before the save
   */
  async settle({ item, owners: members }: WholeAccount, before?: WholeAccount): Promise<void> {
    const { id, defaultTurn } = item;
    const former = before?.owners ?? [];
    const change = { id, guard: checkIsAt(this.#table, item), members, former, defaultTurn };
    if ((await this.#owners.settle(change, this.#timer())) !== "settled") return;
    await this.#removeOthers(item, before?.item);
    const settled = new UpdateCommand({
      TableName: this.#table,
      Key: chatAccountKey(id),
      UpdateExpression: "REMOVE isUnsettled",
      ...asRead(item),
    });
    await undefinedIfConditionFailed(this.#client.send(settled));
  }

  /** @param owner left the account; the items of all others stay as they are */
  async settleWithout(owner: Owner, item: ChatAccountItem, before: ChatAccountItem): Promise<void> {
    const change = { id: item.id, members: [], former: [owner], defaultTurn: undefined };
    await this.#owners.settle({ ...change, guard: checkIsAt(this.#table, item) }, this.#timer());
    await this.#removeOthers(item, before);
  }

  /** Removes a removed account from its owners' items; `item` is the account before the removal. */
  async settleRemoved({ item, owners: former }: WholeAccount): Promise<void> {
    const { id, version } = item;
    const change = { id, members: [], former, defaultTurn: undefined };
    await this.#owners.settle({ ...change, guard: checkIsGone(this.#table, id) }, this.#timer());
    await this.#removeOthers({ id, version }, item);
  }

  async #removeOthers(
    { id, version, ownerBuckets }: Pick<ChatAccountItem, "id" | "version" | "ownerBuckets">,
    before: ChatAccountItem | undefined,
  ): Promise<void> {
    await this.#buckets.removeOthers(id, version, ownerBuckets);
    if (before?.ownerBuckets) await this.#notes.end(id, before.ownerBuckets);
  }

  /** Waits for the settling after a save. A failure is only logged, because the save itself has succeeded. */
  async afterwards(id: string, settling: Promise<void>): Promise<void> {
    try {
      await settling;
    } catch (error) {
      this.#log.error("chat_account.not_settled", error, { account: id });
    }
  }

  #timer(): () => boolean {
    const endsAtMs = performance.now() + this.#settlingMs;
    return () => performance.now() < endsAtMs;
  }
}
