import { setTimeout as pause } from "node:timers/promises";
import { BatchGetCommand, type BatchGetCommandOutput, type DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import type { ItemAddress } from "./read-item.ts";

type Item = Record<string, unknown>;
type Key = ItemAddress["Key"];

/** DynamoDB allows at most 100 keys in one batch. */
export const MAX_KEYS = 100;
const MAX_TRIES = 8;
const FIRST_PAUSE_MS = 20;
const MAX_PAUSE_MS = 800;

const nameOf = ({ pk, sk }: { readonly pk?: unknown; readonly sk?: unknown }): string => JSON.stringify([pk, sk]);

/**
 * Reads at most 100 items of one table consistently in one request and returns them in the order of the keys. Items
 * that the store leaves out because it is busy are asked for again after growing pauses.
 */
export async function readMany(
  client: DynamoDBDocumentClient,
  table: string,
  keys: readonly Key[],
  wait: (ms: number) => Promise<unknown> = pause,
): Promise<readonly (Item | undefined)[]> {
  const found = new Map<string, Item>();
  let wanted: BatchGetCommandOutput["UnprocessedKeys"] = { [table]: { Keys: [...keys], ConsistentRead: true } };
  for (let tries = 0; keys.length > 0 && wanted?.[table] !== undefined; tries++) {
    if (tries === MAX_TRIES) throw new Error("the table store does not answer for all items");
    if (tries > 0) await wait(Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** tries) * (0.5 + Math.random() / 2));
    const answer: BatchGetCommandOutput = await client.send(new BatchGetCommand({ RequestItems: wanted }));
    for (const item of answer.Responses?.[table] ?? []) found.set(nameOf(item), item);
    wanted = answer.UnprocessedKeys;
  }
  return keys.map((key) => found.get(nameOf(key)));
}
