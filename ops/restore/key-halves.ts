import { type DurableTable, type Item, pkOf, text } from "./item.ts";

/** The keys of an API key's other item: one is found by the hash, one is listed by its owner. */
export function otherHalfOf(table: DurableTable, item: Item): Item | undefined {
  if (table !== "ApiKeys") return undefined;
  if (pkOf(item).startsWith("O#")) {
    const hash = text(item, "hash");
    return hash === undefined ? undefined : { pk: { S: `K#${hash}` }, sk: { S: "K" } };
  }
  const [owner, id] = [text(item, "owner"), text(item, "id")];
  return owner === undefined || id === undefined ? undefined : { pk: { S: `O#${owner}` }, sk: { S: `KEY#${id}` } };
}
