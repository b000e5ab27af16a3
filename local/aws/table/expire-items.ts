import {
  type AttributeValue,
  ConditionalCheckFailedException,
  DeleteItemCommand,
  type DynamoDBClient,
  ScanCommand,
} from "@aws-sdk/client-dynamodb";
import type { TableDefinition } from "../../../lib/tables.ts";

type Item = Record<string, AttributeValue>;
type ExpiringTable = TableDefinition & { readonly ttlAttribute: string };

/** A call looks at a limited number of items per table, and the next call continues from there. */
const PAGES_PER_CALL = 10;
const ITEMS_PER_PAGE = 500;
const DELETES_AT_ONCE = 10;

/** The position at which the next call continues, per client and table. */
const positions = new WeakMap<DynamoDBClient, Map<string, Item>>();

/**
 * Deletes items whose time to live is over at `now` and returns their number. DynamoDB does this by itself, but the
 * embedded engine does not, so a timer calls this function. It scans whole tables, which only the local stack may do.
 */
export async function expireItems(
  client: DynamoDBClient,
  tables: readonly TableDefinition[],
  now: Date,
): Promise<number> {
  const starts = positions.get(client) ?? new Map<string, Item>();
  positions.set(client, starts);
  let deleted = 0;
  for (const table of tables.filter(hasTtl)) {
    for (let page = 0; page < PAGES_PER_CALL; page += 1) {
      const { expired, next } = await expiredPage(client, table, { now, start: starts.get(table.name) });
      deleted += await deleteAll(client, table, { items: expired, now });
      if (next) starts.set(table.name, next);
      else starts.delete(table.name);
      if (!next) break;
    }
  }
  return deleted;
}

const hasTtl = (table: TableDefinition): table is ExpiringTable => table.ttlAttribute !== undefined;

/** Only numbers count, in seconds; any other type never expires (DynamoDB developer guide, "Time to Live"). */
const isOver = "attribute_type(#ttl, :number) AND #ttl < :now";

function expiry(table: ExpiringTable, now: Date) {
  return {
    ExpressionAttributeNames: { "#ttl": table.ttlAttribute },
    ExpressionAttributeValues: {
      ":now": { N: String(Math.floor(now.getTime() / 1000)) },
      ":number": { S: "N" },
    },
  };
}

async function expiredPage(
  client: DynamoDBClient,
  table: ExpiringTable,
  { now, start }: { now: Date; start: Item | undefined },
): Promise<{ expired: Item[]; next: Item | undefined }> {
  const { Items = [], LastEvaluatedKey } = await client.send(
    new ScanCommand({
      TableName: table.name,
      Limit: ITEMS_PER_PAGE,
      FilterExpression: isOver,
      ...expiry(table, now),
      ...(start && { ExclusiveStartKey: start }),
    }),
  );
  return { expired: Items, next: LastEvaluatedKey };
}

async function deleteAll(client: DynamoDBClient, table: ExpiringTable, { items, now }: { items: Item[]; now: Date }) {
  let deleted = 0;
  for (let from = 0; from < items.length; from += DELETES_AT_ONCE) {
    const some = items.slice(from, from + DELETES_AT_ONCE);
    const outcomes = await Promise.all(some.map((item) => deleteExpired(client, table, { item, now })));
    deleted += outcomes.filter((wasDeleted) => wasDeleted).length;
  }
  return deleted;
}

/** Deletes an item if it is still expired, because its time to live may have been extended since it was read. */
async function deleteExpired(client: DynamoDBClient, table: ExpiringTable, { item, now }: { item: Item; now: Date }) {
  const keys = [table.partitionKey, ...(table.sortKey === undefined ? [] : [table.sortKey])];
  const Key = Object.fromEntries(Object.entries(item).filter(([name]) => keys.includes(name)));
  try {
    await client.send(
      new DeleteItemCommand({ TableName: table.name, Key, ConditionExpression: isOver, ...expiry(table, now) }),
    );
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}
