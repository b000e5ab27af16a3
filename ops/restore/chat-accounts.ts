import { DEFAULT_TURNS, DIRECTORY, numberKey } from "../../shared/chat/dynamo/chat-account-item.ts";
import { type DurableTable, type Item, pkOf, skOf, text } from "./item.ts";

const ACCOUNT = "CACC#";

const isOfConfig = (table: DurableTable, item: Item, prefix: string): boolean =>
  table === "Config" && pkOf(item).startsWith(prefix);

/** The item of a chat account itself, which its number and its owners' lists depend on. */
export const isAccount = (table: DurableTable, item: Item): boolean =>
  isOfConfig(table, item, ACCOUNT) && skOf(item) === "A";

/** The item that finds the account of a provider's number. */
export const isNumber = (table: DurableTable, item: Item): boolean => isOfConfig(table, item, numberKey("").pk);

/** An owner's list of accounts, which is derived from the items of the accounts. */
export const isOwnersList = (table: DurableTable, item: Item): boolean =>
  isOfConfig(table, item, "O#") && skOf(item) === "CHAT-ACCOUNTS";

/** Returns the id of the account that an item is part of or points to. */
export function accountOf(table: DurableTable, item: Item): string | undefined {
  if (isOfConfig(table, item, ACCOUNT)) return pkOf(item).slice(ACCOUNT.length);
  const isPointing = [numberKey("").pk, "WABA#"].some((prefix) => isOfConfig(table, item, prefix));
  return isPointing || (table === "Config" && pkOf(item) === DIRECTORY) ? text(item, "accountId") : undefined;
}

/**
 * The counter of turns must never go down: with two accounts of the same turn, both or neither would be the default.
 */
export const isTurnBefore = (then: Item, now: Item): boolean =>
  pkOf(then) === DEFAULT_TURNS.pk && Number(then.turn?.N ?? 0) <= Number(now.turn?.N ?? 0);

/** Removes the owners that are left out from an account or one of its buckets. */
export function withoutOwners(table: DurableTable, item: Item, isLeftOut: (owner: string) => boolean): Item {
  const owners = item.owners?.L ?? [];
  const isOfAccount = isOfConfig(table, item, ACCOUNT);
  const isKept = owners.map(({ S = "" }) => !isLeftOut(S));
  if (!isOfAccount || isKept.every(Boolean)) return item;
  const kept = (list: Item[string] | undefined) => ({ L: (list?.L ?? []).filter((_, i) => isKept[i]) });
  return { ...item, owners: kept(item.owners), ...(item.ranks && { ranks: kept(item.ranks) }) };
}
