import { type DynamoDBDocumentClient, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { readItemConsistently } from "../../aws/dynamo/read-item.ts";
import { undefinedIfConditionFailed } from "../../aws/dynamo/undefined-if-condition-failed.ts";
import type { EventCustomer } from "../../chat/domain/chat-event.ts";
import { inTurn } from "../../kernel/in-turn.ts";
import type { Owner } from "../../kernel/owner.ts";
import type { Assignment } from "../domain/assignment.ts";
import type {
  Conversation,
  ConversationMessage,
  CustomerOnAccount,
  MessagePlace,
  NewInbound,
  NewOutbound,
} from "../domain/conversation.ts";
import { afterInbound, afterOutbound, inboundAtMs, visibleConversation } from "../domain/conversation-change.ts";
import type { ConversationPage, ConversationQuery, ConversationStore, MessagePage } from "../ports.ts";
import { AssignmentItems } from "./conversation-assignment.ts";
import {
  conversationKey,
  fromConversationItem,
  fromMessageItem,
  messagesOf,
  pointerItem,
  pointerKey,
  providerPointerItem,
  providerPointerKey,
} from "./conversation-item.ts";
import { rewriteMessage } from "./conversation-rewrite.ts";
import { type ConversationWrite, writeMessage } from "./conversation-write.ts";
import { CustomerKeys } from "./customer-keys.ts";
import { readMessages } from "./message-reads.ts";
import { recentPage } from "./recent-pages.ts";

export class DynamoConversationStore implements ConversationStore {
  readonly #client: DynamoDBDocumentClient;
  readonly #table: string;
  readonly #assignments: AssignmentItems;
  readonly #inTurn = inTurn();
  readonly #customers: CustomerKeys;

  constructor(client: DynamoDBDocumentClient, table: string) {
    this.#client = client;
    this.#table = table;
    this.#assignments = new AssignmentItems(client, table);
    this.#customers = new CustomerKeys(client, table);
  }

  async get(owner: Owner, id: string): Promise<Conversation | undefined> {
    const item = await this.#read(conversationKey(owner, id));
    return item && visibleConversation(fromConversationItem(item));
  }

  list(owner: Owner, query: ConversationQuery): Promise<ConversationPage> {
    return recentPage({ client: this.#client, table: this.#table, owner }, query);
  }

  messages(conversationId: string, limit: number, before?: MessagePlace): Promise<MessagePage> {
    return readMessages(this.#client, { table: this.#table, conversationId, limit, before });
  }

  async message(conversationId: string, messageId: string): Promise<ConversationMessage | undefined> {
    const key = await this.#messageKey(conversationId, messageId);
    const item = key && (await this.#read(key));
    return item && fromMessageItem(item);
  }

  async findByProviderId(conversationId: string, providerMessageId: string): Promise<ConversationMessage | undefined> {
    const pointer = await this.#read(providerPointerKey(conversationId, providerMessageId));
    if (pointer === undefined) return undefined;
    const { messageSk } = providerPointerItem.parse(pointer);
    const item = await this.#read({ pk: messagesOf(conversationId), sk: messageSk });
    return item && fromMessageItem(item);
  }

  async addInbound(inbound: NewInbound): Promise<boolean> {
    const { conversation, message, opensWindow } = inbound;
    const { owner } = conversation;
    const change = (known: Parameters<typeof afterInbound>[0]) => afterInbound(known, inbound);
    const isNew = await this.#write({ owner, message, change });
    // The assignment is renewed for a repeated message as well, because a crash may have prevented it the first time.
    if (opensWindow) await this.#assignments.renew(conversation, owner, inboundAtMs(inbound));
    return isNew;
  }

  addOutbound(outbound: NewOutbound): Promise<boolean> {
    const { owner } = outbound.conversation;
    const change = (known: Parameters<typeof afterOutbound>[0]) => afterOutbound(known, outbound);
    return this.#write({ owner, message: outbound.message, change });
  }

  rewriteOutbound(outbound: NewOutbound): Promise<boolean> {
    const { message } = outbound;
    return this.#inTurn(message.conversationId, async () => {
      const key = await this.#messageKey(message.conversationId, message.id);
      return key !== undefined && rewriteMessage(this.#client, this.#table, { outbound, key });
    });
  }

  assignment(customer: CustomerOnAccount): Promise<Assignment | undefined> {
    return this.#assignments.find(customer);
  }

  replaceAssignment(customer: CustomerOnAccount, seen: Assignment | undefined, next: Assignment): Promise<boolean> {
    return this.#assignments.replace(customer, seen, next);
  }

  async customerOf(owner: Owner, conversationId: string) {
    const item = await this.#read(conversationKey(owner, conversationId));
    if (item === undefined) return undefined;
    const { chatAccountId, customerKey, updatedAtMs } = fromConversationItem(item);
    return { chatAccountId, customerKey, updatedAtMs };
  }

  customerKeyOf(chatAccountId: string, customer: EventCustomer): Promise<string | undefined> {
    return this.#customers.keyOf(chatAccountId, customer);
  }

  learnCustomer(chatAccountId: string, customer: EventCustomer): Promise<string | undefined> {
    return this.#customers.learn(chatAccountId, customer);
  }

  async learnProviderMessageId(conversationId: string, messageId: string, providerMessageId: string): Promise<void> {
    const key = await this.#messageKey(conversationId, messageId);
    if (key === undefined) return;
    const update = new UpdateCommand({
      TableName: this.#table,
      Key: key,
      UpdateExpression: "SET providerMessageId = :id",
      // The first id stays, and an erased message stays erased.
      ConditionExpression: "attribute_exists(pk) AND attribute_not_exists(providerMessageId)",
      ExpressionAttributeValues: { ":id": providerMessageId },
    });
    await undefinedIfConditionFailed(this.#client.send(update));
  }

  /** Messages of one conversation in this process wait for each other instead of competing for its item. */
  #write(message: ConversationWrite): Promise<boolean> {
    const write = () => writeMessage(this.#client, this.#table, message);
    return this.#inTurn(message.message.conversationId, write);
  }

  async #messageKey(conversationId: string, messageId: string): Promise<{ pk: string; sk: string } | undefined> {
    const item = await this.#read(pointerKey(messageId));
    const pointer = item && pointerItem.parse(item);
    return pointer?.conversationId === conversationId
      ? { pk: messagesOf(conversationId), sk: pointer.messageSk }
      : undefined;
  }

  #read(key: { pk: string; sk: string }): Promise<Record<string, unknown> | undefined> {
    return readItemConsistently(this.#client, { TableName: this.#table, Key: key });
  }
}
