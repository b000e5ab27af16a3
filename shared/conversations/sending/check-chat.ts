import { chatMessageOf } from "../../chat/contract/chat-message.ts";
import type { ChatRequest } from "../../chat/contract/chat-request.ts";
import type { ChatAccount } from "../../chat/domain/chat-account.ts";
import type { ChatIntent } from "../../chat/domain/chat-intent.ts";
import type { ChatAccountStore } from "../../chat/ports/chat-account-store.ts";
import type { Owner } from "../../kernel/owner.ts";
import { invalid } from "../../kernel/refusal.ts";

export interface CheckChatDeps {
  readonly chatAccounts: Pick<ChatAccountStore, "findFor" | "findDefault">;
}

/** Makes the intent of a chat request (C1 to C3). A request with a wrong shape is refused before any store is read. */
export async function chatIntentOf(
  { chatAccounts }: CheckChatDeps,
  owner: Owner,
  { recipient, chat, accountId }: ChatRequest,
): Promise<ChatIntent> {
  const message = chatMessageOf(chat);
  const account = await accountFor(chatAccounts, owner, accountId);
  return { account, customer: { phone: recipient }, ...message };
}

/** Finds the chat account; another owner's account is refused with the same text as one that does not exist. */
async function accountFor(
  store: CheckChatDeps["chatAccounts"],
  owner: Owner,
  id: string | undefined,
): Promise<ChatAccount> {
  const account = id === undefined ? await store.findDefault(owner) : await store.findFor(owner, id);
  if (account !== undefined) return account;
  throw invalid(
    id === undefined ? "there is no default chat account: name one in chat_account_id" : "chat_account_id not found",
  );
}
