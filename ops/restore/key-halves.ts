import { type DurableTable, type Item, pkOf, text } from "./item.ts";

/**
 * Returns the key of the other item of an API key. One item is found by the hash, and the other is listed by the owner.
 */
export function otherHalfOf(table: DurableTable, item: Item): Item | undefined {
  if (table !== "ApiKeys") return undefined;
  if (pkOf(item).startsWith("O#")) {
    const hash = text(item, "hash");
    return hash === undefined ? undefined : { pk: { S: `K#${hash}` }, sk: { S: "K" } };
  }
  const [owner, id] = [text(item, "owner"), text(item, "id")];
  return owner === undefined || id === undefined ? undefined : { pk: { S: `O#${owner}` }, sk: { S: `KEY#${id}` } };
}
