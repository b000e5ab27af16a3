import type { Owner } from "../kernel/owner.ts";
import { invalid, Refusal } from "../kernel/refusal.ts";
import type { Conversation } from "./domain/conversation.ts";
import { getConversation } from "./get-conversation.ts";
import type { ConversationInbox, ConversationStore } from "./ports.ts";

export interface MarkConversationDeps {
  readonly conversations: Pick<ConversationStore, "get" | "message">;
  readonly inbox: Pick<ConversationInbox, "mark">;
}

export interface MarkRequest {
  readonly id: string;
  /** The id of the newest message that the person has seen. */
  readonly readUpTo?: string | undefined;
  readonly isDone?: boolean | undefined;
}

/**
 * Marks a conversation as read, done or open again. When two people mark it at the same time, the later read mark stays.
 * @throws Refusal `not_found`; `invalid_request` for a message of another conversation
 */
export async function markConversation(
  { conversations, inbox }: MarkConversationDeps,
  owner: Owner,
  { id, readUpTo, isDone }: MarkRequest,
): Promise<Conversation> {
  await getConversation({ conversations }, owner, id);
  const message = readUpTo === undefined ? undefined : await conversations.message(id, readUpTo);
  if (readUpTo !== undefined && message === undefined) throw invalid("read_up_to is not a message of the conversation");
  const marked = await inbox.mark(owner, id, { readUpTo: message, isDone });
  if (marked === undefined) throw new Refusal("not_found", "conversation not found");
  return marked;
}
