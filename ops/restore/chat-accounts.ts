import { DEFAULT_TURNS, DIRECTORY, numberKey } from "../../shared/chat/dynamo/chat-account-item.ts";
import { type DurableTable, type Item, pkOf, skOf, text } from "./item.ts";

const ACCOUNT = "CACC#";

const isOfConfig = (table: DurableTable, item: Item, prefix: string): boolean =>
  table === "Config" && pkOf(item).startsWith(prefix);

/** A chat account itself, which its number and its owners' lists follow. */
export const isAccount = (table: DurableTable, item: Item): boolean =>
  isOfConfig(table, item, ACCOUNT) && skOf(item) === "A";

/** Finds the account of a provider's number. */
export const isNumber = (table: DurableTable, item: Item): boolean => isOfConfig(table, item, numberKey("").pk);

/** An owner's list of accounts, which every account's own item decides about. */
export const isOwnersList = (table: DurableTable, item: Item): boolean =>
  isOfConfig(table, item, "O#") && skOf(item) === "CHAT-ACCOUNTS";

/** The id of the account that an item is a part of, or leads to. */
export function accountOf(table: DurableTable, item: Item): string | undefined {
  if (isOfConfig(table, item, ACCOUNT)) return pkOf(item).slice(ACCOUNT.length);
  const isPointing = [numberKey("").pk, "WABA#"].some((prefix) => isOfConfig(table, item, prefix));
  return isPointing || (table === "Config" && pkOf(item) === DIRECTORY) ? text(item, "accountId") : undefined;
}

/** The counter of turns only ever goes up: two accounts of one turn would both be the default, or neither. */
export const isTurnBefore = (then: Item, now: Item): boolean =>
  pkOf(then) === DEFAULT_TURNS.pk && Number(then.turn?.N ?? 0) <= Number(now.turn?.N ?? 0);

/** An account, or one of its buckets, without those of its owners who are left out. */
export function withoutOwners(table: DurableTable, item: Item, isLeftOut: (owner: string) => boolean): Item {
  const owners = item.owners?.L ?? [];
  const isOfAccount = isOfConfig(table, item, ACCOUNT);
  const isKept = owners.map(({ S = "" }) => !isLeftOut(S));
  if (!isOfAccount || isKept.every(Boolean)) return item;
  const kept = (list: Item[string] | undefined) => ({ L: (list?.L ?? []).filter((_, i) => isKept[i]) });
  return { ...item, owners: kept(item.owners), ...(item.ranks && { ranks: kept(item.ranks) }) };
}
