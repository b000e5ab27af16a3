import { personOf } from "../../shared/kernel/test-mode.ts";
import { ownerOfPartition } from "../../shared/notifications/dynamo/notification-key.ts";
import { isOfAccount } from "./chat-account-buckets.ts";
import { type DurableTable, type Item, pkOf, skOf, text } from "./item.ts";

/**
 * Maps the keys of `knownAs` to the owners of conversations, holds and chat accounts, for items that do not name their
 * owner.
 */
export type KnownOwners = ReadonlyMap<string, readonly string[]>;

export interface OwnerChoice {
  /** If present, only this owner's items are restored, those of the owner's test mode too. */
  readonly only?: string | undefined;
  /** Says whether an owner was erased since the backup or is excluded by hand. */
  readonly isLeftOut: (owner: string) => boolean;
  readonly wasErased: (owner: string) => boolean;
  /** If true, no owner is selected and none is left out. */
  readonly isEverybody: boolean;
}

/**
 * `other` means that no selected owner is among the owners, and `shared` that there are several owners and only one is
 * selected.
 */
export type Choice = "take" | "erased" | "shared" | "other";

export function choose(named: readonly string[], { only, isLeftOut }: Pick<OwnerChoice, "only" | "isLeftOut">): Choice {
  const owners = [...new Set(named.map(personOf))];
  if (only !== undefined && !owners.includes(only)) return "other";
  const left = owners.filter((owner) => !isLeftOut(owner));
  if (only === undefined ? owners.length > 0 && left.length === 0 : isLeftOut(only)) return "erased";
  return only !== undefined && left.length > 1 ? "shared" : "take";
}

const conversation = (id: string): string => `conversation ${id}`;
const account = (id: string): string => `account ${id}`;
const lastOf = (key: string): string => key.slice(key.indexOf("#") + 1);

/** Returns the key under which other items find the owners of this one. Most items have none. */
export function knownAs(item: Item): string | undefined {
  const [pk, sk] = [pkOf(item), skOf(item)];
  if (sk.startsWith("CONV#")) return conversation(lastOf(sk));
  if (pk.startsWith("HOLD#")) return pk;
  return isOfAccount(item) ? account(lastOf(pk)) : undefined;
}

/**
 * Returns the owners of an item. Bookmarks of jobs, records of erasures and pointers to something that is gone have no
 * owners.
 */
export function ownersOf(table: DurableTable, item: Item, known: KnownOwners): readonly string[] {
  // Each item of a large account names only some of its owners, but the account is restored as a whole.
  const ofAccount = isOfAccount(item) ? known.get(account(lastOf(pkOf(item)))) : undefined;
  return ofAccount ?? own(item) ?? ofPartition(table, pkOf(item)) ?? known.get(belongsTo(table, item) ?? "") ?? [];
}

/** Returns the owners that the item itself names. */
export const namedOwners = (item: Item): readonly string[] => own(item) ?? [];

function own(item: Item): readonly string[] | undefined {
  const owner = text(item, "owner");
  if (owner !== undefined) return [owner];
  return item.owners?.L?.flatMap(({ S }) => S ?? []);
}

/**
 * Reads the owner from the partition. The partitions of notifications have special names; all others are `O#<owner>`.
 */
function ofPartition(table: DurableTable, pk: string): readonly string[] | undefined {
  if (table === "Notifications") {
    const owner = ownerOfPartition(pk);
    return owner === undefined ? undefined : [owner];
  }
  return pk.startsWith("O#") ? [pk.slice("O#".length)] : undefined;
}

function belongsTo(table: DurableTable, item: Item): string | undefined {
  if (table === "Config") return account(text(item, "accountId") ?? "");
  const pk = pkOf(item);
  if (pk.startsWith("C#")) return conversation(lastOf(pk));
  const customerKey = text(item, "customerKey");
  // The key is `CUSTOMER#<account>#<name>`, and the item `HOLD#…` of the customer shows to which owner the customer is
  // assigned.
  if (pk.startsWith("CUSTOMER#") && customerKey !== undefined) return `HOLD#${pk.split("#")[1]}#${customerKey}`;
  return conversation(text(item, "conversationId") ?? "");
}
