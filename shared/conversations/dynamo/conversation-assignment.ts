import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { type DynamoDBDocumentClient, PutCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { readItemConsistently } from "../../aws/dynamo/read-item.ts";
import { undefinedIfConditionFailed } from "../../aws/dynamo/undefined-if-condition-failed.ts";
import type { Owner } from "../../kernel/owner.ts";
import type { Assignment } from "../domain/assignment.ts";
import type { CustomerOnAccount } from "../domain/conversation.ts";
import { assignmentItem, assignmentKey } from "./conversation-item.ts";

/** One item for each customer of a shared account names the owner who holds the customer (D28), so that two owners never do. */
export class AssignmentItems {
  readonly #client: DynamoDBDocumentClient;
  readonly #table: string;

  constructor(client: DynamoDBDocumentClient, table: string) {
    this.#client = client;
    this.#table = table;
  }

  async find(customer: CustomerOnAccount): Promise<Assignment | undefined> {
    const item = await readItemConsistently(this.#client, { TableName: this.#table, Key: assignmentKey(customer) });
    return item && assignmentItem.parse(item);
  }

  /** Writes `next` only while the assignment is exactly as `seen`; false when it has changed, so that the caller decides again. */
  async replace(customer: CustomerOnAccount, seen: Assignment | undefined, next: Assignment): Promise<boolean> {
    const put = new PutCommand({
      TableName: this.#table,
      Item: { ...assignmentKey(customer), ...next },
      ...isAsSeen(seen),
      ReturnValuesOnConditionCheckFailure: "ALL_OLD",
    });
    try {
      await this.#client.send(put);
      return true;
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
      // The client repeats a request whose answer was lost. Then the condition fails on our own earlier write.
      return error.Item?.owner?.S === next.owner;
    }
  }

  /**
   * Stores that the customer wrote to `owner`, to whom they are assigned; the stored time never moves back. Another
   * owner's assignment stays as it is.
   */
  async renew(customer: CustomerOnAccount, owner: Owner, inboundAtMs: number): Promise<void> {
    const update = new UpdateCommand({
      TableName: this.#table,
      Key: assignmentKey(customer),
      UpdateExpression: "SET latestInboundAtMs = :at",
      ConditionExpression: "#owner = :owner AND (attribute_not_exists(latestInboundAtMs) OR latestInboundAtMs < :at)",
      ExpressionAttributeNames: { "#owner": "owner" },
      ExpressionAttributeValues: { ":owner": owner, ":at": inboundAtMs },
    });
    await undefinedIfConditionFailed(this.#client.send(update));
  }
}

function isAsSeen(seen: Assignment | undefined) {
  if (seen === undefined) return { ConditionExpression: "attribute_not_exists(pk)" };
  const { owner, latestInboundAtMs } = seen;
  const isSameWindow =
    latestInboundAtMs === undefined ? "attribute_not_exists(latestInboundAtMs)" : "latestInboundAtMs = :latest";
  return {
    ConditionExpression: `#owner = :owner AND ${isSameWindow}`,
    ExpressionAttributeNames: { "#owner": "owner" },
    ExpressionAttributeValues: {
      ":owner": owner,
      ...(latestInboundAtMs === undefined ? {} : { ":latest": latestInboundAtMs }),
    },
  };
}
