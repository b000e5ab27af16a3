import {
  BatchGetCommand,
  type BatchGetCommandOutput,
  type DynamoDBDocumentClient,
  QueryCommand,
} from "@aws-sdk/lib-dynamodb";
import type { Conversation } from "../domain/conversation.ts";
import { visibleConversation } from "../domain/conversation-change.ts";
import { conversationKey, fromConversationItem, moveItem, movesOf } from "./conversation-item.ts";
import { positionOf } from "./conversation-position.ts";
import type { Move, Placed, RecentReader } from "./recent-walk.ts";

/** DynamoDB's own limit on one batch. */
const BATCH = 100;
const MAX_BATCH_TRIES = 8;

interface Source {
  readonly client: DynamoDBDocumentClient;
  readonly table: string;
  readonly owner: string;
}

export const recentReader = (source: Source): RecentReader => ({
  movesAbove: (position, limit) => movesAbove(source, position, limit),
  below: (position, limit) => below(source, position, limit),
  read: (ids) => read(source, ids),
});

async function movesAbove({ client, table, owner }: Source, position: string, limit: number): Promise<Move[]> {
  const { Items = [] } = await client.send(
    new QueryCommand({
      TableName: table,
      KeyConditionExpression: "pk = :moves AND sk > :position",
      ExpressionAttributeValues: { ":moves": movesOf(owner), ":position": position },
      ConsistentRead: true,
      Limit: limit,
    }),
  );
  return Items.map((item) => moveItem.parse(item)).map(({ sk, id, from }) => ({ to: sk, id, from }));
}

async function below({ client, table, owner }: Source, position: string, limit: number): Promise<Placed[]> {
  const { Items = [] } = await client.send(
    new QueryCommand({
      TableName: table,
      IndexName: "recent",
      // "position" is a reserved word.
      KeyConditionExpression: "recent = :owner AND #position < :position",
      ExpressionAttributeNames: { "#position": "position" },
      ExpressionAttributeValues: { ":owner": owner, ":position": position },
      ScanIndexForward: false,
      Limit: limit,
    }),
  );
  return Items.flatMap((item) => {
    const known = fromConversationItem(item);
    const conversation = visibleConversation(known);
    const place = positionOf(known);
    return conversation && place ? [{ position: place, conversation }] : [];
  });
}

async function read(source: Source, ids: readonly string[]): Promise<ReadonlyMap<string, Conversation>> {
  const found = new Map<string, Conversation>();
  for (let first = 0; first < ids.length; first += BATCH) {
    await readBatch(source, ids.slice(first, first + BATCH), found);
  }
  return found;
}

async function readBatch(
  { client, table, owner }: Source,
  ids: readonly string[],
  found: Map<string, Conversation>,
): Promise<void> {
  let keys: Record<string, unknown>[] | undefined = ids.map((id) => conversationKey(owner, id));
  for (let tries = 0; keys && keys.length > 0 && tries < MAX_BATCH_TRIES; tries++) {
    const answer: BatchGetCommandOutput = await client.send(
      new BatchGetCommand({ RequestItems: { [table]: { Keys: keys, ConsistentRead: true } } }),
    );
    for (const item of answer.Responses?.[table] ?? []) {
      const conversation = visibleConversation(fromConversationItem(item));
      if (conversation) found.set(conversation.id, conversation);
    }
    keys = answer.UnprocessedKeys?.[table]?.Keys;
  }
  if (keys && keys.length > 0) throw new Error("the table store does not answer for all conversations of a page");
}
