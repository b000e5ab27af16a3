import { isDeepStrictEqual } from "node:util";
import type { AttributeValue } from "@aws-sdk/client-dynamodb";
import { RESTORED_AT } from "../../shared/kernel/table-change.ts";

/** Represents an item as DynamoDB's API returns it, in which numbers keep all their digits and sets stay sets. */
export type Item = Readonly<Record<string, AttributeValue>>;
export type Key = { readonly pk: AttributeValue; readonly sk: AttributeValue };

/**
 * Lists the four tables with backups, by their names in `lib/tables.ts`. Sending the items of the last table needs the
 * items of the other tables.
 */
export const DURABLE_TABLES = ["Config", "ApiKeys", "Chat", "Notifications"] as const;
export type DurableTable = (typeof DURABLE_TABLES)[number];

export const text = (item: Item, name: string): string | undefined => item[name]?.S;
export const pkOf = (item: Item): string => text(item, "pk") ?? "";
export const skOf = (item: Item): string => text(item, "sk") ?? "";
export const keyOf = (item: Item): Key => ({ pk: { S: pkOf(item) }, sk: { S: skOf(item) } });
export const keyText = (item: Item): string => JSON.stringify([pkOf(item), skOf(item)]);

/** Compares items, ignoring the order of sets and the mark of a restore. */
export const isSame = (a: Item, b: Item): boolean => isDeepStrictEqual(comparedItem(a), comparedItem(b));

const comparedItem = ({ [RESTORED_AT]: _noted, ...item }: Item) => comparableItem(item);

/** Marks an item as restored, so that nothing is announced about it. */
export const restoredItem = (item: Item, at: Date): Item => ({ ...item, [RESTORED_AT]: { S: at.toISOString() } });

function comparableItem(item: Item): Record<string, unknown> {
  return Object.fromEntries(Object.entries(item).map(([name, value]) => [name, comparable(value)]));
}

function comparable(value: AttributeValue): unknown {
  if (value.SS) return { SS: new Set(value.SS) };
  if (value.NS) return { NS: new Set(value.NS) };
  if (value.BS) return { BS: new Set(value.BS.map((one) => Buffer.from(one).toString("base64"))) };
  if (value.B) return { B: Buffer.from(value.B).toString("base64") };
  if (value.L) return { L: value.L.map(comparable) };
  if (value.M) return { M: comparableItem(value.M) };
  return value;
}
