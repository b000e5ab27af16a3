import { BatchWriteCommand, type BatchWriteCommandOutput, type DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { Gathering } from "../../kernel/gathering.ts";

type Item = Readonly<Record<string, unknown>>;

/** Amazon DynamoDB, "BatchWriteItem". */
const MAX_ITEMS = 25;

/** The outcome of a write without conditions. */
export interface PutTogether {
  /** False when the store has left some of the items out: it does when it throttles, and nobody may rely on which ones it has written. */
  readonly isWhole: boolean;
  /** The request was sent more than once: one that had no answer may still arrive, and write over what has changed since. */
  readonly wasRepeated: boolean;
}

/** The items of one caller: they are never parted. */
interface Put {
  readonly table: string;
  readonly items: readonly Item[];
  readonly written: (outcome: PutTogether) => void;
  readonly failed: (error: unknown) => void;
}

const nameOf = (table: string, { pk, sk }: Item): string => JSON.stringify([table, pk, sk]);
const namesOf = ({ table, items }: Put): string[] => items.map((item) => nameOf(table, item));

/** A request names no item twice. */
function fitting(puts: readonly Put[]): number {
  const names = new Set<string>();
  const first = puts.findIndex((put) => {
    const own = namesOf(put);
    if (own.some((name) => names.has(name)) || names.size + own.length > MAX_ITEMS) return true;
    for (const name of own) names.add(name);
    return false;
  });
  return first === -1 ? puts.length : Math.max(first, 1);
}

async function write(client: DynamoDBDocumentClient, puts: readonly Put[]): Promise<void> {
  const byTable = Map.groupBy(puts, ({ table }) => table);
  const requests = [...byTable].map(([table, own]) => {
    const all = own.flatMap(({ items }) => items.map((Item) => ({ PutRequest: { Item } })));
    return [table, all] as const;
  });
  const command = new BatchWriteCommand({ RequestItems: Object.fromEntries(requests) });
  const answer = await client.send(command);
  const left = new Set(leftOut(answer));
  const wasRepeated = (answer.$metadata?.attempts ?? 1) > 1;
  for (const put of puts) put.written({ isWhole: !namesOf(put).some((name) => left.has(name)), wasRepeated });
}

const leftOut = ({ UnprocessedItems = {} }: Pick<BatchWriteCommandOutput, "UnprocessedItems">): string[] =>
  Object.entries(UnprocessedItems).flatMap(([table, requests]) =>
    requests.map(({ PutRequest }) => nameOf(table, PutRequest?.Item ?? {})),
  );

/** An item that can never be written fails all of a request: each caller hears about its own ones then. */
const isInvalid = (error: unknown): boolean => error instanceof Error && error.name === "ValidationException";

async function carry(client: DynamoDBDocumentClient, puts: readonly Put[]): Promise<void> {
  try {
    await write(client, puts);
  } catch (error) {
    if (puts.length > 1 && isInvalid(error)) await Promise.all(puts.map((put) => carry(client, [put])));
    else for (const put of puts) put.failed(error);
  }
}

const gatherings = new WeakMap<DynamoDBDocumentClient, Gathering<Put>>();

/**
 * Writes items of one table, at most 25, over whatever is stored under their keys. Writes that are wanted at the same moment share a request;
 * each caller hears about its own.
 */
export function putTogether(
  client: DynamoDBDocumentClient,
  table: string,
  items: readonly Item[],
): Promise<PutTogether> {
  const gathering = gatherings.get(client) ?? new Gathering({ fitting, carry: (puts) => carry(client, puts) });
  gatherings.set(client, gathering);
  return new Promise((written, failed) => gathering.add({ table, items, written, failed }));
}
