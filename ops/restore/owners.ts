import { ownerOfPartition } from "../../shared/notifications/dynamo/notification-key.ts";
import { isOfAccount } from "./chat-account-buckets.ts";
import { type DurableTable, type Item, pkOf, skOf, text } from "./item.ts";

/** Owners of what does not name them itself: conversations, holds and chat accounts, by a key of their kind. */
export type KnownOwners = ReadonlyMap<string, readonly string[]>;

export interface OwnerChoice {
  /** Only this owner's items. */
  readonly only?: string | undefined;
  /** Erased since the backup, or left out by hand. */
  readonly isLeftOut: (owner: string) => boolean;
  readonly wasErased: (owner: string) => boolean;
  /** Nobody is asked for, and nobody left out. */
  readonly isEverybody: boolean;
}

/** `other`: of no owner that is asked for. `shared`: of several, of whom one is asked for. */
export type Choice = "take" | "erased" | "shared" | "other";

export function choose(
  owners: readonly string[],
  { only, isLeftOut }: Pick<OwnerChoice, "only" | "isLeftOut">,
): Choice {
  if (only !== undefined && !owners.includes(only)) return "other";
  const left = owners.filter((owner) => !isLeftOut(owner));
  if (only === undefined ? owners.length > 0 && left.length === 0 : isLeftOut(only)) return "erased";
  return only !== undefined && left.length > 1 ? "shared" : "take";
}

const conversation = (id: string): string => `conversation ${id}`;
const account = (id: string): string => `account ${id}`;
const lastOf = (key: string): string => key.slice(key.indexOf("#") + 1);

/** The key under which others find the owners of this item; undefined of most. */
export function knownAs(item: Item): string | undefined {
  const [pk, sk] = [pkOf(item), skOf(item)];
  if (sk.startsWith("CONV#")) return conversation(lastOf(sk));
  if (pk.startsWith("HOLD#")) return pk;
  return isOfAccount(item) ? account(lastOf(pk)) : undefined;
}

/** Nobody's are the bookmarks of jobs, the notes of erasures, and what points to something that is gone. */
export function ownersOf(table: DurableTable, item: Item, known: KnownOwners): readonly string[] {
  // An item of an account of many names only some of the owners, and the account comes back as one.
  const ofAccount = isOfAccount(item) ? known.get(account(lastOf(pkOf(item)))) : undefined;
  return ofAccount ?? own(item) ?? ofPartition(table, pkOf(item)) ?? known.get(belongsTo(table, item) ?? "") ?? [];
}

/** Those whom the item itself names. */
export const namedOwners = (item: Item): readonly string[] => own(item) ?? [];

function own(item: Item): readonly string[] | undefined {
  const owner = text(item, "owner");
  if (owner !== undefined) return [owner];
  return item.owners?.L?.flatMap(({ S }) => S ?? []);
}

/** Of notifications by the names of their partitions; elsewhere `O#<owner>`. */
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
  // `CUSTOMER#<account>#<name>`: whose customer it is, the hold says.
  if (pk.startsWith("CUSTOMER#") && customerKey !== undefined) return `HOLD#${pk.split("#")[1]}#${customerKey}`;
  return conversation(text(item, "conversationId") ?? "");
}
