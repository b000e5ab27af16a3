import { setTimeout as pause } from "node:timers/promises";
import { type DynamoDBDocumentClient, QueryCommand } from "@aws-sdk/lib-dynamodb";
import { readItemConsistently } from "../../aws/dynamo/read-item.ts";
import { tryTransact } from "../../aws/dynamo/transact.ts";
import type { Owner } from "../../kernel/owner.ts";
import { WriteConflictError } from "../../kernel/write-conflict.ts";
import { afterMarks, asksForAnswer, hasNewerMessage, type Marks, newMark } from "../domain/attention.ts";
import type { Conversation, KnownConversation, MessagePlace } from "../domain/conversation.ts";
import { visibleConversation } from "../domain/conversation-change.ts";
import type { ConversationInbox, ConversationPage, WaitingCounts, WaitingQuery } from "../ports.ts";
import {
  conversationKey,
  fromConversationItem,
  fromMessageItem,
  messageSortKey,
  messageSortPrefix,
  messagesOf,
  versionOf,
} from "./conversation-item.ts";
import { conversationPut } from "./conversation-write.ts";
import { countWaiting, waitingPage } from "./waiting-pages.ts";

/** Setting a mark is tried at most this often, because messages may be written to the conversation at the same moment. */
const MAX_TRIES = 20;
const FIRST_PAUSE_MS = 20;
const MAX_PAUSE_MS = 500;
/** The most unread messages that a badge shows. */
const MAX_UNREAD = 200;

export class DynamoConversationInbox implements ConversationInbox {
  readonly #client: DynamoDBDocumentClient;
  readonly #table: string;

  constructor(client: DynamoDBDocumentClient, table: string) {
    this.#client = client;
    this.#table = table;
  }

  waiting(owner: Owner, query: WaitingQuery): Promise<ConversationPage> {
    return waitingPage({ client: this.#client, table: this.#table, owner }, query);
  }

  countWaiting(owner: Owner): Promise<WaitingCounts> {
    return countWaiting({ client: this.#client, table: this.#table, owner });
  }

  async mark(owner: Owner, id: string, marks: Marks): Promise<Conversation | undefined> {
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const address = { TableName: this.#table, Key: conversationKey(owner, id) };
      const item = await readItemConsistently(this.#client, address);
      const known = item && fromConversationItem(item);
      if (known === undefined || visibleConversation(known) === undefined) return undefined;
      const next = { ...known, ...afterMarks(known, marks, await this.#unreadAfter(known, marks)) };
      if (JSON.stringify(next) === JSON.stringify(known)) return visibleConversation(known);
      const put = conversationPut(this.#table, next, versionOf(item));
      const { failed, conflict } = await tryTransact(this.#client, [put]);
      if (failed === undefined && conflict === undefined) return visibleConversation(next);
      await pause(Math.random() * Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 1.5 ** tries));
    }
    throw new WriteConflictError("a conversation kept changing while it was marked");
  }

  async #unreadAfter(known: KnownConversation, marks: Marks): Promise<number> {
    const mark = newMark(known, marks);
    return mark === undefined || !hasNewerMessage(known, mark) ? 0 : this.#countAfter(known.id, mark);
  }

  async #countAfter(conversationId: string, mark: MessagePlace): Promise<number> {
    const { Items = [] } = await this.#client.send(
      new QueryCommand({
        TableName: this.#table,
        KeyConditionExpression: "pk = :pk AND sk BETWEEN :mark AND :end",
        ExpressionAttributeValues: {
          ":pk": messagesOf(conversationId),
          ":mark": messageSortKey(mark),
          ":end": `${messageSortPrefix}~`,
        },
        ConsistentRead: true,
        Limit: MAX_UNREAD,
      }),
    );
    const messages = await Promise.all(Items.map(fromMessageItem));
    return messages.filter((message) => message.id !== mark.id && asksForAnswer(message)).length;
  }
}
