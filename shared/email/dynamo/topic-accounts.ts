import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import * as z from "zod";
import { queryPartition } from "../../aws/dynamo/query-partition.ts";
import type { TransactItems } from "../../aws/dynamo/transact.ts";
import { type Owner, ownerSub } from "../../kernel/owner.ts";
import { isTestOwner } from "../../kernel/test-mode.ts";
import type { SendingAccount } from "../domain/sending-account.ts";
import type { AccountOfTopic } from "../ports.ts";

type Naming = Pick<SendingAccount, "owner" | "id" | "feedbackTopicArn">;

export const TOPIC_PREFIX = "TOPIC#";
const ACCOUNT_PREFIX = "SMTP#";

/** An item under this key leads from a topic to one of the accounts that name it. Owners share the partition. */
export const topicAccountKey = (topicArn: string, owner: Owner, id: string) => ({
  pk: `${TOPIC_PREFIX}${topicArn}`,
  sk: `${ACCOUNT_PREFIX}${owner}#${id}`,
});

const item = z.object({ owner: ownerSub, accountId: z.string() });

/** Makes the item of an account that names a topic; undefined for any other account, and in test mode, which takes nothing from outside. */
export const topicAccountItem = ({ owner, id, feedbackTopicArn }: Naming) =>
  feedbackTopicArn === undefined || isTestOwner(owner)
    ? undefined
    : { ...topicAccountKey(feedbackTopicArn, owner, id), owner, accountId: id };

/** Writes the items together with their accounts, so that they never disagree. */
export class TopicAccounts {
  readonly #client: DynamoDBDocumentClient;
  readonly #table: string;

  constructor(client: DynamoDBDocumentClient, table: string) {
    this.#client = client;
    this.#table = table;
  }

  async of(topicArn: string, limit: number): Promise<readonly AccountOfTopic[]> {
    const query = { table: this.#table, pk: `${TOPIC_PREFIX}${topicArn}`, prefix: ACCOUNT_PREFIX, limit };
    return (await queryPartition(this.#client, query)).map((one) => item.parse(one));
  }

  /** Returns writes for the transaction that writes the account; `before` is the topic that it named until then. */
  whenWritten(account: Naming, before?: string): TransactItems {
    const Item = topicAccountItem(account);
    const put = Item === undefined ? [] : [{ Put: { TableName: this.#table, Item } }];
    return account.feedbackTopicArn === before ? put : [...put, ...this.whenGone(account, before)];
  }

  /** Returns writes for the transaction after which the account no longer names the topic. */
  whenGone({ owner, id }: Pick<Naming, "owner" | "id">, before: string | undefined): TransactItems {
    if (before === undefined) return [];
    return [{ Delete: { TableName: this.#table, Key: topicAccountKey(before, owner, id) } }];
  }
}
