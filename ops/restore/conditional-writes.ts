import { setTimeout as pause } from "node:timers/promises";
import {
  ConditionalCheckFailedException,
  type DynamoDBClient,
  PutItemCommand,
  type PutItemCommandInput,
  TransactionCanceledException,
  TransactWriteItemsCommand,
} from "@aws-sdk/client-dynamodb";
import { type Item, pkOf } from "./item.ts";

const MAX_TRIES = 8;
const WAIT_MS = 50;

export interface Write {
  readonly table: string;
  readonly item: Item;
  /** The item that is replaced, as it was read; undefined where there was none. */
  readonly seen: Item | undefined;
  /** Sort key of an item of the same partition that goes with this write. */
  readonly drops?: string | undefined;
}

/** Writes an item if all is still as it was seen: a write that was made meanwhile is never lost. Answers whether it did. */
export async function writeAsSeen(client: DynamoDBClient, { table, item, seen, drops }: Write): Promise<boolean> {
  const put = { TableName: table, Item: { ...item }, ...(seen ? isStill(seen) : isMissing) };
  if (drops === undefined) return isWritten(client.send(new PutItemCommand(put)));
  const remove = { TableName: table, Key: { pk: { S: pkOf(item) }, sk: { S: drops } } };
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    if (tries > 0) await pause(WAIT_MS * 2 ** tries);
    const outcome = await together(client, put, remove);
    if (outcome !== "conflict") return outcome === "written";
  }
  throw new Error(`${table}: an item kept changing while it was copied back`);
}

const isMissing = { ConditionExpression: "attribute_not_exists(pk)" } as const;

/** Every attribute has the value that was read. */
function isStill(seen: Item) {
  const entries = Object.entries(seen);
  return {
    ConditionExpression: entries.map((_, i) => `#a${i} = :a${i}`).join(" AND "),
    ExpressionAttributeNames: Object.fromEntries(entries.map(([name], i) => [`#a${i}`, name])),
    ExpressionAttributeValues: Object.fromEntries(entries.map(([, value], i) => [`:a${i}`, value])),
  };
}

async function isWritten(sent: Promise<unknown>): Promise<boolean> {
  try {
    await sent;
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}

type Delete = { TableName: string; Key: NonNullable<PutItemCommandInput["Item"]> };

/** `conflict`: somebody else has a transaction on one of the two. */
async function together(
  client: DynamoDBClient,
  put: PutItemCommandInput,
  remove: Delete,
): Promise<"written" | "changed" | "conflict"> {
  const { TableName, Item } = put;
  try {
    await client.send(
      new TransactWriteItemsCommand({ TransactItems: [{ Put: { ...put, TableName, Item } }, { Delete: remove }] }),
    );
    return "written";
  } catch (error) {
    if (!(error instanceof TransactionCanceledException)) throw error;
    const codes = error.CancellationReasons?.map(({ Code }) => Code) ?? [];
    if (codes.includes("ConditionalCheckFailed")) return "changed";
    if (codes.includes("TransactionConflict")) return "conflict";
    throw error;
  }
}
