import { type DynamoDBDocumentClient, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { undefinedIfConditionFailed } from "../../aws/dynamo/undefined-if-condition-failed.ts";
import type { Log } from "../../kernel/log.ts";
import type { Owner } from "../../kernel/owner.ts";
import { type ChatAccountItem, chatAccountKey } from "./chat-account-item.ts";
import { asRead, checkIsAt, checkIsGone } from "./chat-account-writes.ts";
import type { OwnerBuckets } from "./owner-buckets.ts";
import { OwnersAccountsItems } from "./owners-accounts.ts";

/** Less than the gateway's 29 s: what is not settled by then, the reconciliation settles. */
const SETTLING_MS = 18_000;

export interface SettlerOptions {
  readonly log: Log;
  /** How long one call writes owners' items. */
  readonly settlingMs?: number;
}

/** What a save of an account leaves to its owners' items: they are written piece by piece, until they say what the account's item says. */
export class ChatAccountSettler {
  readonly #client: DynamoDBDocumentClient;
  readonly #table: string;
  readonly #buckets: OwnerBuckets;
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
    this.#owners = new OwnersAccountsItems(client, table);
    this.#log = log;
    this.#settlingMs = settlingMs;
  }

  /** The account stays marked as unsettled until all is done. */
  async settle(item: ChatAccountItem, members: readonly Owner[], former: readonly Owner[] = []): Promise<void> {
    const { id, defaultTurn, version } = item;
    const change = { id, guard: checkIsAt(this.#table, item), members, former, defaultTurn };
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

  /** @param owner left the account: everybody else's item stays as it is */
  async settleWithout(item: ChatAccountItem, owner: Owner): Promise<void> {
    const { id, version } = item;
    const change = { id, members: [], former: [owner], defaultTurn: undefined };
    await this.#owners.settle({ ...change, guard: checkIsAt(this.#table, item) }, this.#timer());
    await this.#buckets.removeOthers(id, version, item.ownerBuckets);
  }

  /** @param item as it was before the account went */
  async settleRemoved({ id, version }: ChatAccountItem, former: readonly Owner[]): Promise<void> {
    const change = { id, members: [], former, defaultTurn: undefined };
    await this.#owners.settle({ ...change, guard: checkIsGone(this.#table, id) }, this.#timer());
    await this.#buckets.removeOthers(id, version, undefined);
  }

  /** For what has been saved already: a failure takes nothing of that back, and is no answer to who saved. */
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
