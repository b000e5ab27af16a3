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

/** How often a message looks again when others are written to its conversation at the same moment. */
const MAX_TRIES = 40;
/** Forty-five messages to one customer at once are a burst that the platform allows; each try of all of them lets one through. */
const FIRST_PAUSE_MS = 50;
const MAX_PAUSE_MS = 1000;

export interface ConversationWrite {
  readonly owner: Owner;
  readonly message: ConversationMessage;
  /** Pure: the conversation with this message. */
  readonly change: (known: KnownConversation | undefined) => KnownConversation;
}

/**
 * Message, the pointer to it by its id, and the conversation in one transaction: exactly once, and never half. False when the message
 * was there.
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
    // With its owner: who announces the message has nothing but its item.
    { Put: { TableName: table, Item: { ...(await toMessageItem(message)), owner } } },
    ...(providerPointer ? [{ Put: { TableName: table, Item: providerPointer } }] : []),
  ];
}

/** A reaction is no target, and shares its id with its own removal. */
function providerPointerOf(message: ConversationMessage): Record<string, string> | undefined {
  const { conversationId, providerMessageId, messageType } = message;
  if (providerMessageId === undefined || messageType === "reaction") return undefined;
  return { ...providerPointerKey(conversationId, providerMessageId), messageSk: messageKey(message).sk };
}

/** The whole conversation, if it is as it was read. */
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
