import { type DynamoDBDocumentClient, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod";
import { readItemConsistently } from "../../aws/dynamo/read-item.ts";
import { undefinedIfConditionFailed } from "../../aws/dynamo/undefined-if-condition-failed.ts";
import { canonicalPhone } from "../../chat/domain/phone-number.ts";
import type { UsedKeyword, UsedKeywords } from "../ports.ts";

const PREFIX = "KEYWORD#";

/** `messageIds` are the messages with keywords of the second `writtenAtMs`. */
const item = z.object({ writtenAtMs: z.number(), messageIds: z.set(z.string()) });

export class DynamoUsedKeywords implements UsedKeywords {
  readonly #client: DynamoDBDocumentClient;
  readonly #table: string;

  constructor(client: DynamoDBDocumentClient, table: string) {
    this.#client = client;
    this.#table = table;
  }

  async isNews(used: UsedKeyword): Promise<boolean> {
    const found = await readItemConsistently(this.#client, this.#address(used));
    if (found === undefined) return true;
    const { writtenAtMs, messageIds } = item.parse(found);
    return used.writtenAtMs > writtenAtMs || (used.writtenAtMs === writtenAtMs && !messageIds.has(used.messageId));
  }

  async note(used: UsedKeyword): Promise<void> {
    const { writtenAtMs, messageId } = used;
    const isFirst = await this.#update(used, {
      UpdateExpression: "SET writtenAtMs = :at, messageIds = :ids",
      ConditionExpression: "attribute_not_exists(pk) OR writtenAtMs < :at",
      ExpressionAttributeValues: { ":at": writtenAtMs, ":ids": new Set([messageId]) },
    });
    if (!isFirst)
      await this.#update(used, {
        UpdateExpression: "ADD messageIds :ids",
        ConditionExpression: "writtenAtMs = :at",
        ExpressionAttributeValues: { ":at": writtenAtMs, ":ids": new Set([messageId]) },
      });
  }

  /** Returns false, and writes nothing, when the condition does not hold. */
  async #update(used: UsedKeyword, update: Omit<ConstructorParameters<typeof UpdateCommand>[0], "TableName" | "Key">) {
    const command = new UpdateCommand({ ...this.#address(used), ...update });
    return (await undefinedIfConditionFailed(this.#client.send(command))) !== undefined;
  }

  #address({ owner, phone }: Pick<UsedKeyword, "owner" | "phone">) {
    return { TableName: this.#table, Key: { pk: `O#${owner}`, sk: `${PREFIX}${canonicalPhone(phone)}` } };
  }
}
