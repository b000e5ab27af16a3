import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { BatchWriteCommand, type BatchWriteCommandOutput, DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import * as z from "zod";
import { conversationId } from "../../shared/conversations/domain/conversation-id.ts";
import { toConversationItem, toMessageItem } from "../../shared/conversations/dynamo/conversation-item.ts";
import type { Owner } from "../../shared/kernel/owner.ts";
import { systemIdentifiers } from "../../shared/kernel/system-identifiers.ts";

/** DynamoDB accepts at most this many writes in a batch. */
const BATCH = 25;
const AT_ONCE = 8;
const MAX_TRIES = 10;
/** A conversation with its two messages has three items. */
const PER_CONVERSATION = 3;

const environment = z.object({
  AWS_ENDPOINT_URL_DYNAMODB: z.string(),
  AWS_REGION: z.string(),
  AWS_ACCESS_KEY_ID: z.string(),
  AWS_SECRET_ACCESS_KEY: z.string(),
  CHAT_TABLE: z.string(),
});

export interface Seed {
  readonly owner: Owner;
  readonly chatAccountId: string;
  readonly count: number;
}

type Item = Record<string, unknown>;

/**
 * Writes conversations with two messages each, in the store's format, into the tables of a running local stack. Returns
 * their ids.
 */
export async function seedConversations(dataDir: string, seed: Seed): Promise<string[]> {
  const read = environment.parse(JSON.parse(await readFile(join(dataDir, "functions.env.json"), "utf8")));
  const credentials = { accessKeyId: read.AWS_ACCESS_KEY_ID, secretAccessKey: read.AWS_SECRET_ACCESS_KEY };
  const base = new DynamoDBClient({ endpoint: read.AWS_ENDPOINT_URL_DYNAMODB, region: read.AWS_REGION, credentials });
  const client = DynamoDBDocumentClient.from(base, { marshallOptions: { removeUndefinedValues: true } });
  const ids: string[] = [];
  const inOneGo = BATCH * AT_ONCE;
  for (let first = 0; first < seed.count; first += inOneGo) {
    const numbers = Array.from({ length: Math.min(inOneGo, seed.count - first) }, (_, i) => first + i);
    const made = await Promise.all(numbers.map((number) => itemsOf(seed, number)));
    ids.push(...made.map(({ id }) => id));
    const items = made.flatMap((one) => one.items);
    const batches = Array.from({ length: PER_CONVERSATION * AT_ONCE }, (_, i) =>
      items.slice(i * BATCH, (i + 1) * BATCH),
    );
    await Promise.all(batches.filter(({ length }) => length > 0).map((batch) => write(client, read.CHAT_TABLE, batch)));
  }
  base.destroy();
  return ids;
}

/**
 * Builds the items of a conversation. Conversations are spread over the last twenty hours, so that every window is
 * open.
 */
async function itemsOf({ owner, chatAccountId, count }: Seed, number: number): Promise<{ id: string; items: Item[] }> {
  const customerKey = `+1415${String(1_000_000 + number)}`;
  const id = conversationId({ owner, chatAccountId, customerKey }, systemIdentifiers.sha1);
  const latestInboundAtMs = Date.now() - Math.floor((20 * 3_600_000 * (count - number)) / count) - 60_000;
  const conversation = { owner, id, chatAccountId, customerKey, customerPhone: customerKey };
  const message = (ageMs: number) => ({
    id: systemIdentifiers.newId(),
    conversationId: id,
    direction: "inbound" as const,
    messageType: "text",
    payload: { body: "Good morning, where is my order? It should have been here by now." },
    occurredAtMs: latestInboundAtMs - ageMs,
  });
  const messages = await Promise.all([toMessageItem(message(0)), toMessageItem(message(60_000))]);
  const known = toConversationItem({ ...conversation, latestInboundAtMs, updatedAtMs: latestInboundAtMs }, 1);
  return { id, items: [known, ...messages] };
}

async function write(client: DynamoDBDocumentClient, table: string, items: readonly Item[]): Promise<void> {
  let requests: NonNullable<BatchWriteCommandOutput["UnprocessedItems"]>[string] | undefined = items.map((Item) => ({
    PutRequest: { Item },
  }));
  for (let tries = 0; requests && requests.length > 0 && tries < MAX_TRIES; tries++) {
    const answer: BatchWriteCommandOutput = await client.send(
      new BatchWriteCommand({ RequestItems: { [table]: requests } }),
    );
    requests = answer.UnprocessedItems?.[table];
  }
  if (requests && requests.length > 0) throw new Error("the table takes no more items");
}
