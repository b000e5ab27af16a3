import type { Owner } from "../../kernel/owner.ts";
import { invalid } from "../../kernel/refusal.ts";
import type { ChatAccount } from "../domain/chat-account.ts";
import type { ChatAccountStore } from "../ports/chat-account-store.ts";

/**
 * Finds the account that a caller names, or else the default. Another owner's account is refused like an account that does not
 * exist.
 */
export async function chooseAccount(
  store: Pick<ChatAccountStore, "findFor" | "findDefault">,
  owner: Owner,
  id: string | undefined,
): Promise<ChatAccount> {
  const account = id === undefined ? await store.findDefault(owner) : await store.findFor(owner, id);
  if (account !== undefined) return account;
  throw invalid(
    id === undefined ? "there is no default chat account: name one in chat_account_id" : "chat_account_id not found",
  );
}
