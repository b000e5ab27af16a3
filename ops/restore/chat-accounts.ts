import { DEFAULT_TURNS, DIRECTORY, numberKey } from "../../shared/chat/dynamo/chat-account-item.ts";
import { type DurableTable, type Item, pkOf, skOf, text } from "./item.ts";

const ACCOUNT = "CACC#";

const isOfConfig = (table: DurableTable, item: Item, prefix: string): boolean =>
  table === "Config" && pkOf(item).startsWith(prefix);

/** Says whether an item is the chat account itself, on which its number and the lists of its owners depend. */
export const isAccount = (table: DurableTable, item: Item): boolean =>
  isOfConfig(table, item, ACCOUNT) && skOf(item) === "A";

/** Says whether an item is the one through which a provider's number finds its account. */
export const isNumber = (table: DurableTable, item: Item): boolean => isOfConfig(table, item, numberKey("").pk);

/** Says whether an item is an owner's list of accounts, which is derived from the items of the accounts. */
export const isOwnersList = (table: DurableTable, item: Item): boolean =>
  isOfConfig(table, item, "O#") && skOf(item) === "CHAT-ACCOUNTS";

/** Returns the id of the account that an item belongs to or points to. */
export function accountOf(table: DurableTable, item: Item): string | undefined {
  if (isOfConfig(table, item, ACCOUNT)) return pkOf(item).slice(ACCOUNT.length);
  const isPointing = [numberKey("").pk, "WABA#"].some((prefix) => isOfConfig(table, item, prefix));
  return isPointing || (table === "Config" && pkOf(item) === DIRECTORY) ? text(item, "accountId") : undefined;
}

/**
 * Says whether the backup's counter of turns is no newer than the present one and must not come back. A repeated turn
 * would make two defaults, or none.
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
