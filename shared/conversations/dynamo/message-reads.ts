import { type DynamoDBDocumentClient, QueryCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod";
import { inBatches } from "../../kernel/in-batches.ts";
import type { ConversationMessage, MessagePlace } from "../domain/conversation.ts";
import type { MessagePage } from "../ports.ts";
import { fromMessageItem, messageSortKey, messagesOf } from "./conversation-item.ts";

/** A read stops after this many compressed bytes, because a page of a history has no room for more. */
const MAX_READ_BYTES = 4_000_000;

const packed = z.object({ payload: z.instanceof(Uint8Array) });

export interface MessageQuery {
  readonly table: string;
  readonly conversationId: string;
  readonly limit: number;
  readonly before?: MessagePlace | undefined;
}

/** Reads messages, the newest first, and one more than the limit, to know whether older messages exist. */
export async function readMessages(
  client: DynamoDBDocumentClient,
  { table, conversationId, limit, before }: MessageQuery,
): Promise<MessagePage> {
  const pk = messagesOf(conversationId);
  const messages: ConversationMessage[] = [];
  let bytes = 0;
  let from: Record<string, unknown> | undefined = before && { pk, sk: messageSortKey(before) };
  do {
    const { Items = [], LastEvaluatedKey } = await client.send(
      new QueryCommand({
        TableName: table,
        KeyConditionExpression: "pk = :pk AND begins_with(sk, :prefix)",
        ExpressionAttributeValues: { ":pk": pk, ":prefix": "M#" },
        ConsistentRead: true,
        ScanIndexForward: false,
        Limit: limit + 1 - messages.length,
        ...(from ? { ExclusiveStartKey: from } : {}),
      }),
    );
    messages.push(...(await inBatches(Items, fromMessageItem)));
    bytes += Items.reduce((sum, item) => sum + packed.parse(item).payload.length, 0);
    from = LastEvaluatedKey;
  } while (from !== undefined && messages.length <= limit && bytes <= MAX_READ_BYTES);
  return { messages: messages.slice(0, limit), hasOlder: from !== undefined || messages.length > limit };
}
