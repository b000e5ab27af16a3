import type { Owner } from "../kernel/owner.ts";
import { Refusal } from "../kernel/refusal.ts";
import type { Conversation } from "./domain/conversation.ts";
import type { ConversationStore } from "./ports.ts";

export interface GetConversationDeps {
  readonly conversations: Pick<ConversationStore, "get">;
}

/** @throws Refusal `not_found` for another owner's conversation, and before the customer has written */
export async function getConversation(
  { conversations }: GetConversationDeps,
  owner: Owner,
  id: string,
): Promise<Conversation> {
  const conversation = await conversations.get(owner, id);
  if (conversation === undefined) throw new Refusal("not_found", "conversation not found");
  return conversation;
}
