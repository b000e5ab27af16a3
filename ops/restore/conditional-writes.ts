import { setTimeout as pause } from "node:timers/promises";
import {
  ConditionalCheckFailedException,
  type DynamoDBClient,
  PutItemCommand,
  TransactionCanceledException,
  TransactionConflictException,
  type TransactWriteItem,
  TransactWriteItemsCommand,
} from "@aws-sdk/client-dynamodb";
import { type Item, isSame } from "./item.ts";
import { OPTIONAL_NAMES } from "./optional-names.ts";

const MAX_TRIES = 8;
const WAIT_MS = 50;

export interface Write {
  readonly table: string;
  readonly item: Item;
  /** The write replaces this item, as it was read. It is undefined if there was none. */
  readonly seen: Item | undefined;
  /** Lists other writes and conditions of the same transaction. */
  readonly together?: readonly TransactWriteItem[];
}

/**
 * Writes an item only if it has not changed since it was read, so that no concurrent write is lost. Returns whether it
 * was written.
 */
export async function writeAsSeen(
  client: DynamoDBClient,
  { table, item, seen, together = [] }: Write,
): Promise<boolean> {
  const Put = { TableName: table, Item: { ...item }, ...(seen ? isStill(seen) : isMissing), ...ANSWERS_ITEM };
  const send = (): Promise<unknown> =>
    together.length === 0
      ? client.send(new PutItemCommand(Put))
      : client.send(new TransactWriteItemsCommand({ TransactItems: [{ Put }, ...together] }));
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    if (tries > 0) await pause(WAIT_MS * 2 ** tries);
    const outcome = await outcomeOf(send(), item);
    if (outcome !== "busy") return outcome === "written";
  }
  throw new Error(`${table}: an item kept changing while it was copied back`);
}

const ANSWERS_ITEM = { ReturnValuesOnConditionCheckFailure: "ALL_OLD" } as const;
const isMissing = { ConditionExpression: "attribute_not_exists(pk)" } as const;

/** Returns a condition that holds if every attribute has the value that was read and no attribute was added. */
function isStill(seen: Item) {
  const entries = Object.entries(seen);
  const others = OPTIONAL_NAMES.filter((name) => !Object.hasOwn(seen, name));
  const conditions = [
    ...entries.map((_, i) => `#a${i} = :a${i}`),
    ...others.map((_, i) => `attribute_not_exists(#n${i})`),
  ];
  return {
    ConditionExpression: conditions.join(" AND "),
    ExpressionAttributeNames: {
      ...Object.fromEntries(entries.map(([name], i) => [`#a${i}`, name])),
      ...Object.fromEntries(others.map((name, i) => [`#n${i}`, name])),
    },
    ExpressionAttributeValues: Object.fromEntries(entries.map(([, value], i) => [`:a${i}`, value])),
  };
}

/** `busy` means that another transaction uses one of the items, or that the table is throttled. */
type Outcome = "written" | "changed" | "busy";

const FAILED = "ConditionalCheckFailed";
const BUSY = new Set(["TransactionConflict", "ThrottlingError", "ProvisionedThroughputExceeded"]);

async function outcomeOf(sent: Promise<unknown>, item: Item): Promise<Outcome> {
  try {
    await sent;
    return "written";
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return outcomeBeside(error.Item, item);
    if (error instanceof TransactionConflictException) return "busy";
    const outcome = error instanceof TransactionCanceledException ? outcomeOfAll(error, item) : undefined;
    if (outcome === undefined) throw error;
    return outcome;
  }
}

/** Compares the present item with ours. If they are equal, an earlier write succeeded and only its answer was lost. */
const outcomeBeside = (there: Item | undefined, item: Item): Outcome =>
  there && isSame(there, item) ? "written" : "changed";

function outcomeOfAll({ CancellationReasons = [] }: TransactionCanceledException, item: Item): Outcome | undefined {
  const [own] = CancellationReasons;
  if (own?.Code === FAILED) return outcomeBeside(own.Item, item);
  const codes = CancellationReasons.map(({ Code = "" }) => Code);
  if (codes.includes(FAILED)) return "changed";
  return codes.some((code) => BUSY.has(code)) ? "busy" : undefined;
}
