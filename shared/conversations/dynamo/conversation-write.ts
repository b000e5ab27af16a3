import { setTimeout as pause } from "node:timers/promises";
import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { readItemConsistently } from "../../aws/dynamo/read-item.ts";
import { type TransactItems, tryTransact } from "../../aws/dynamo/transact.ts";
import type { Owner } from "../../kernel/owner.ts";
import type { ConversationMessage, KnownConversation } from "../domain/conversation.ts";
import {
  conversationKey,
  fromConversationItem,
  messageKey,
  pointerKey,
  providerPointerKey,
  toConversationItem,
  toMessageItem,
  versionOf,
} from "./conversation-item.ts";

/** Adding a message is tried at most this often, because other messages may be written to its conversation at the same moment. */
const MAX_TRIES = 40;
/** The first pause is this long at most. The platform allows 45 messages to a customer at once, and only one of them wins each round. */
const FIRST_PAUSE_MS = 50;
const MAX_PAUSE_MS = 1000;

export interface ConversationWrite {
  readonly owner: Owner;
  readonly message: ConversationMessage;
  /** Returns the conversation as the message changes it. It is pure, because it is called again at each try. */
  readonly change: (known: KnownConversation | undefined) => KnownConversation;
}

/**
 * Writes in one transaction the message, the pointer that finds the message by its id, and the conversation. Returns false, and writes
 * nothing, when the message is there already.
 */
export async function writeMessage(
  client: DynamoDBDocumentClient,
  table: string,
  { owner, message, change }: ConversationWrite,
): Promise<boolean> {
  const key = conversationKey(owner, message.conversationId);
  const messagePuts = await putsOf(table, owner, message);
  let lastConflict: Error | undefined;
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const item = await readItemConsistently(client, { TableName: table, Key: key });
    const known = item && fromConversationItem(item);
    const version = item === undefined ? 0 : versionOf(item);
    const { failed, conflict } = await tryTransact(client, [
      ...messagePuts,
      conversationPut(table, change(known), version),
    ]);
    if (failed === undefined && conflict === undefined) return true;
    if (failed?.[0]) return false;
    lastConflict = conflict ?? lastConflict;
    await pause(Math.random() * Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 1.5 ** tries));
  }
  throw new Error("a conversation kept changing while a message was added to it", { cause: lastConflict });
}

async function putsOf(table: string, owner: Owner, message: ConversationMessage): Promise<TransactItems> {
  const { conversationId, id } = message;
  const pointer = { ...pointerKey(id), conversationId, messageSk: messageKey(message).sk };
  const isNew = "attribute_not_exists(pk)";
  const providerPointer = providerPointerOf(message);
  return [
    { Put: { TableName: table, Item: pointer, ConditionExpression: isNew } },
    // The item has its owner, because the function that announces the message reads nothing else.
    { Put: { TableName: table, Item: { ...(await toMessageItem(message)), owner } } },
    ...(providerPointer ? [{ Put: { TableName: table, Item: providerPointer } }] : []),
  ];
}

/** Makes the pointer by the platform's id. A reaction gets none: nobody can react to it, and its removal has the same id. */
function providerPointerOf(message: ConversationMessage): Record<string, string> | undefined {
  const { conversationId, providerMessageId, messageType } = message;
  if (providerMessageId === undefined || messageType === "reaction") return undefined;
  return { ...providerPointerKey(conversationId, providerMessageId), messageSk: messageKey(message).sk };
}

/** Replaces the whole conversation if nobody has changed it since it was read. */
export function conversationPut(
  table: string,
  conversation: KnownConversation,
  version: number,
): TransactItems[number] {
  const condition =
    version === 0
      ? { ConditionExpression: "attribute_not_exists(pk)" }
      : { ConditionExpression: "version = :seen", ExpressionAttributeValues: { ":seen": version } };
  return { Put: { TableName: table, Item: toConversationItem(conversation, version + 1), ...condition } };
}
