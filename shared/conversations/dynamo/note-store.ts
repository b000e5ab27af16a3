import { randomInt } from "node:crypto";
import { DeleteCommand, type DynamoDBDocumentClient, PutCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod";
import { queryPartition } from "../../aws/dynamo/query-partition.ts";
import { undefinedIfConditionFailed } from "../../aws/dynamo/undefined-if-condition-failed.ts";
import { WriteConflictError } from "../../kernel/write-conflict.ts";
import { type ConversationNote, MAX_NOTES } from "../domain/conversation-note.ts";
import type { NoteStore } from "../ports.ts";
import { messagesOf } from "./conversation-item.ts";

const PREFIX = "NOTE#";
/**
 * The most places that are tried for one note. Another note that is written at the same moment may take the free place first.
 */
const MAX_TRIES = 10;

const noteItem = z.object({
  sk: z.string(),
  noteId: z.string(),
  conversationId: z.string(),
  text: z.string(),
  author: z.string(),
  createdAtMs: z.number(),
});

const slots = Array.from({ length: MAX_NOTES }, (_, n) => `${PREFIX}${String(n).padStart(3, "0")}`);

/** Each note takes one of 100 places in its conversation, so that people who write at the same time never exceed that number. */
export class DynamoNoteStore implements NoteStore {
  readonly #client: DynamoDBDocumentClient;
  readonly #table: string;

  constructor(client: DynamoDBDocumentClient, table: string) {
    this.#client = client;
    this.#table = table;
  }

  async list(conversationId: string): Promise<readonly ConversationNote[]> {
    const notes = await this.#placed(conversationId);
    return notes
      .map(({ sk: _, noteId: id, ...note }) => ({ id, ...note }))
      .sort((a, b) => b.createdAtMs - a.createdAtMs || (a.id < b.id ? 1 : -1));
  }

  async add({ id: noteId, conversationId, ...note }: ConversationNote): Promise<boolean> {
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const taken = new Set((await this.#placed(conversationId)).map(({ sk }) => sk));
      const free = slots.filter((slot) => !taken.has(slot));
      if (free.length === 0) return false;
      // The free place is chosen at random, so that people who write at the same moment choose different places.
      const sk = free[randomInt(free.length)];
      const put = new PutCommand({
        TableName: this.#table,
        Item: { pk: messagesOf(conversationId), sk, noteId, conversationId, ...note },
        // `noteId = :id` holds when the client repeats a request whose answer was lost.
        ConditionExpression: "attribute_not_exists(pk) OR noteId = :id",
        ExpressionAttributeValues: { ":id": noteId },
      });
      if ((await undefinedIfConditionFailed(this.#client.send(put))) !== undefined) return true;
    }
    throw new WriteConflictError("the places of a conversation's notes kept being taken");
  }

  async remove(conversationId: string, id: string): Promise<boolean> {
    const note = (await this.#placed(conversationId)).find(({ noteId }) => noteId === id);
    if (note === undefined) return false;
    const remove = new DeleteCommand({
      TableName: this.#table,
      Key: { pk: messagesOf(conversationId), sk: note.sk },
      ConditionExpression: "noteId = :id",
      ExpressionAttributeValues: { ":id": id },
    });
    return (await undefinedIfConditionFailed(this.#client.send(remove))) !== undefined;
  }

  async #placed(conversationId: string) {
    const query = { table: this.#table, pk: messagesOf(conversationId), prefix: PREFIX, limit: MAX_NOTES };
    const items = await queryPartition(this.#client, query);
    return items.map((item) => noteItem.parse(item));
  }
}
