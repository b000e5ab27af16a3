import type { Owner } from "../../kernel/owner.ts";
import type { ChatAccount } from "../domain/chat-account.ts";
import type { ChatAccountStore } from "../ports/chat-account-store.ts";

/** The account's first owners, which for most accounts are all of them, and this one if it is an owner too. */
export async function ownersWith(
  chatAccounts: Pick<ChatAccountStore, "findFor">,
  { id, owners, hasMoreOwners }: ChatAccount,
  owner: Owner | undefined,
): Promise<readonly Owner[]> {
  if (!hasMoreOwners || owner === undefined || owners.includes(owner)) return owners;
  return (await chatAccounts.findFor(owner, id)) === undefined ? owners : [...owners, owner];
}
