import { DeleteCommand, type DynamoDBDocumentClient, QueryCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod";
import { undefinedIfConditionFailed } from "../../aws/dynamo/undefined-if-condition-failed.ts";
import { inBatches } from "../../kernel/in-batches.ts";
import type { Owner } from "../../kernel/owner.ts";
import { assignmentKey, conversationKey, messagesOf, pointerKey } from "./conversation-item.ts";
import { customerNameKey } from "./customer-keys.ts";

/** Each round reads this many items. `MAX_ROUNDS` rounds are far more than one partition can fill. */
const AT_ONCE = 200;
const MAX_ROUNDS = 100_000;

export interface ConversationEraserOptions {
  readonly table: string;
  /** Removes a file from the media bucket; absent when the deployment keeps no media. */
  readonly removeMedia?: ((objectKey: string) => Promise<void>) | undefined;
}

const row = z.object({
  pk: z.string(),
  sk: z.string(),
  id: z.string().optional(),
  mediaKey: z.string().optional(),
  chatAccountId: z.string().optional(),
  customerKey: z.string().optional(),
  providerUserId: z.string().optional(),
});
type Row = z.output<typeof row>;
type Key = Pick<Row, "pk" | "sk">;

/** Erases an owner's conversations with their messages, media, assignments and pointers. */
export class ConversationEraser {
  readonly #client: DynamoDBDocumentClient;
  readonly #options: ConversationEraserOptions;

  constructor(client: DynamoDBDocumentClient, options: ConversationEraserOptions) {
    this.#client = client;
    this.#options = options;
  }

  /** Returns the number of removed items. It may be repeated after an interruption, because a conversation is removed after its contents. */
  erase(owner: Owner): Promise<number> {
    return this.#erasePartition(`O#${owner}`, (one) => this.#eraseBelow(owner, one));
  }

  /** An owner's partition has conversations and uploads; only a conversation has a partition of its own below it. */
  async #eraseBelow(owner: Owner, { sk, id, ...conversation }: Row): Promise<number> {
    if (id === undefined || conversationKey(owner, id).sk !== sk) return 0;
    const messages = await this.#erasePartition(messagesOf(id), async (message) => {
      if (message.id !== undefined) await this.#delete(pointerKey(message.id));
      return message.id === undefined ? 0 : 1;
    });
    return messages + (await this.#eraseAssignment(owner, conversation));
  }

  /** Erases the assignment and the customer keys, unless another owner of a shared account holds the customer. */
  async #eraseAssignment(
    owner: Owner,
    { chatAccountId, customerKey, providerUserId }: Omit<Row, "sk" | "id">,
  ): Promise<number> {
    if (chatAccountId === undefined || customerKey === undefined) return 0;
    const remove = new DeleteCommand({
      TableName: this.#options.table,
      Key: assignmentKey({ chatAccountId, customerKey }),
      ConditionExpression: "#owner = :owner",
      ExpressionAttributeNames: { "#owner": "owner" },
      ExpressionAttributeValues: { ":owner": owner },
    });
    if ((await undefinedIfConditionFailed(this.#client.send(remove))) === undefined) return 0;
    for (const name of [customerKey, providerUserId]) {
      if (name !== undefined) await this.#delete(customerNameKey(chatAccountId, name));
    }
    return 1;
  }

  async #erasePartition(pk: string, eraseBelow: (one: Row) => Promise<number>): Promise<number> {
    let erased = 0;
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const items = await this.#some(pk);
      if (items.length === 0) break;
      const counts = await inBatches(items, async (item) => {
        const one = row.parse(item);
        const below = await eraseBelow(one);
        if (one.mediaKey !== undefined) await this.#options.removeMedia?.(one.mediaKey);
        await this.#delete(one);
        return below + 1;
      });
      erased += counts.reduce((sum, count) => sum + count, 0);
    }
    return erased;
  }

  async #some(pk: string): Promise<readonly unknown[]> {
    const query = new QueryCommand({
      TableName: this.#options.table,
      KeyConditionExpression: "pk = :pk",
      ExpressionAttributeValues: { ":pk": pk },
      ConsistentRead: true,
      Limit: AT_ONCE,
    });
    return (await this.#client.send(query)).Items ?? [];
  }

  async #delete({ pk, sk }: Key): Promise<void> {
    await this.#client.send(new DeleteCommand({ TableName: this.#options.table, Key: { pk, sk } }));
  }
}
