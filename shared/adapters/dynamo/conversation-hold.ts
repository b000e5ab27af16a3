import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { type DynamoDBDocumentClient, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import type { Hold } from "../../domain/chat/conversation.ts";
import { SERVICE_WINDOW_MS } from "../../domain/chat/service-window.ts";
import type { CustomerOnAccount } from "../../ports/conversation-store.ts";
import { holdItem, holdKey } from "./conversation-item.ts";
import { readItemConsistently } from "./read-item.ts";
import { undefinedIfConditionFailed } from "./undefined-if-condition-failed.ts";

/** Who holds a customer on a shared account (D28): one item, so that two never do. */
export class HoldItems {
  readonly #client: DynamoDBDocumentClient;
  readonly #table: string;

  constructor(client: DynamoDBDocumentClient, table: string) {
    this.#client = client;
    this.#table = table;
  }

  async find(customer: CustomerOnAccount): Promise<Hold | undefined> {
    const item = await readItemConsistently(this.#client, { TableName: this.#table, Key: holdKey(customer) });
    return item && holdItem.parse(item);
  }

  async take(customer: CustomerOnAccount, owner: string, nowMs: number): Promise<boolean> {
    const isFree = "attribute_not_exists(pk)";
    const hasLapsed = "(attribute_not_exists(latestInboundAtMs) OR latestInboundAtMs <= :lapsed)";
    try {
      const update = new UpdateCommand({
        TableName: this.#table,
        Key: holdKey(customer),
        // The customer has not written to the new holder yet: the window was the old one's.
        UpdateExpression: "SET #owner = :owner REMOVE latestInboundAtMs",
        ConditionExpression: `${isFree} OR (#owner <> :owner AND ${hasLapsed})`,
        ExpressionAttributeNames: { "#owner": "owner" },
        ExpressionAttributeValues: { ":owner": owner, ":lapsed": nowMs - SERVICE_WINDOW_MS },
        ReturnValuesOnConditionCheckFailure: "ALL_OLD",
      });
      await this.#client.send(update);
      return true;
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
      return error.Item?.owner?.S === owner;
    }
  }

  /** The customer wrote to the holder: the window opens anew, and never becomes shorter. Changes nothing for anybody else. */
  async renew(customer: CustomerOnAccount, owner: string, inboundAtMs: number): Promise<void> {
    const update = new UpdateCommand({
      TableName: this.#table,
      Key: holdKey(customer),
      UpdateExpression: "SET latestInboundAtMs = :at",
      ConditionExpression: "#owner = :owner AND (attribute_not_exists(latestInboundAtMs) OR latestInboundAtMs < :at)",
      ExpressionAttributeNames: { "#owner": "owner" },
      ExpressionAttributeValues: { ":owner": owner, ":at": inboundAtMs },
    });
    await undefinedIfConditionFailed(this.#client.send(update));
  }
}
