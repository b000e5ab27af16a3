import { BatchWriteCommand, type BatchWriteCommandOutput, type DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { Gathering } from "../../kernel/gathering.ts";

type Item = Readonly<Record<string, unknown>>;

/** DynamoDB allows at most 25 writes in one batch (API Reference, "BatchWriteItem"). */
const MAX_ITEMS = 25;

/** The outcome of a write that has no conditions. */
export interface PutTogether {
  /**
   * False when the store has not written some of the items, which happens when it throttles. Callers must not rely on which
   * items were written.
   */
  readonly isWhole: boolean;
  /** The request was sent more than once. A try that got no answer may still arrive later and overwrite newer data. */
  readonly wasRepeated: boolean;
}

/** The items of one caller, which always go into the same request. */
interface Put {
  readonly table: string;
  readonly items: readonly Item[];
  readonly written: (outcome: PutTogether) => void;
  readonly failed: (error: unknown) => void;
}

const nameOf = (table: string, { pk, sk }: Item): string => JSON.stringify([table, pk, sk]);
const namesOf = ({ table, items }: Put): string[] => items.map((item) => nameOf(table, item));

/** Counts how many of the puts fit into one request, which may name each item only once. */
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

/**
 * One invalid item makes the whole request fail. Each caller's items are then sent separately, so that only the one
 * with the invalid item fails.
 */
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
 * Writes at most 25 items of one table and overwrites what is stored under their keys. Writes that are asked for at the
 * same moment share a request; each caller gets the outcome of its own write.
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
