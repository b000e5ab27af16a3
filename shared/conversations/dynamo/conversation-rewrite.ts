import { type DynamoDBDocumentClient, PutCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { readItemConsistently } from "../../aws/dynamo/read-item.ts";
import { undefinedIfConditionFailed } from "../../aws/dynamo/undefined-if-condition-failed.ts";
import { CHANGED, lookingAgain } from "../../kernel/write-conflict.ts";
import type { NewOutbound } from "../domain/conversation.ts";
import { afterRewrite } from "../domain/conversation-change.ts";
import {
  conversationKey,
  fromConversationItem,
  toConversationItem,
  toMessageItem,
  versionOf,
} from "./conversation-item.ts";

interface Rewrite {
  readonly outbound: NewOutbound;
  /** The message's key, which has the time at which the message was written first. */
  readonly key: { readonly pk: string; readonly sk: string };
}

/** Replaces the content of our message, and then the words of its conversation in the list if it is the newest; false when it was erased. */
export async function rewriteMessage(
  client: DynamoDBDocumentClient,
  table: string,
  { outbound, key }: Rewrite,
): Promise<boolean> {
  const { payload } = await toMessageItem(outbound.message);
  const update = new UpdateCommand({
    TableName: table,
    Key: key,
    UpdateExpression: "SET payload = :payload",
    ConditionExpression: "attribute_exists(pk)",
    ExpressionAttributeValues: { ":payload": payload },
  });
  if ((await undefinedIfConditionFailed(client.send(update))) === undefined) return false;
  const { owner, id } = outbound.conversation;
  await lookingAgain("a conversation", async () => {
    const item = await readItemConsistently(client, { TableName: table, Key: conversationKey(owner, id) });
    const known = item && fromConversationItem(item);
    const changed = known && afterRewrite(known, outbound);
    if (item === undefined || changed === undefined) return undefined;
    const version = versionOf(item);
    const put = new PutCommand({
      TableName: table,
      Item: toConversationItem(changed, version + 1),
      ConditionExpression: "version = :seen",
      ExpressionAttributeValues: { ":seen": version },
    });
    return (await undefinedIfConditionFailed(client.send(put))) === undefined ? CHANGED : undefined;
  });
  return true;
}
