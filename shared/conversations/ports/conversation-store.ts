import type { EventCustomer } from "../../chat/domain/chat-event.ts";
import type { ChatConversations } from "../../chat/ports/chat-conversations.ts";
import type { Conversation, ConversationMessage, MessagePlace, NewInbound } from "../domain/conversation.ts";
import type { ConversationFilter } from "../domain/conversation-list.ts";

export interface MessagePage {
  readonly messages: readonly ConversationMessage[];
  readonly hasOlder: boolean;
}

export interface ConversationQuery extends ConversationFilter {
  readonly limit: number;
  /** An earlier page's `next`. */
  readonly after?: string | undefined;
}

export interface ConversationPage {
  /** Newest first. */
  readonly conversations: readonly Conversation[];
  /** Undefined at the end. A page may hold fewer than asked for and yet have one. */
  readonly next?: string | undefined;
}

export interface ConversationStore extends ChatConversations {
  /**
   * From page to page every conversation that was there at the first one, also when it moves meanwhile; it may then come twice, on two
   * pages.
   */
  list(owner: string, query: ConversationQuery): Promise<ConversationPage>;
  /**
   * The newest `limit` of those before a place, newest first; fewer where they are so large that no page shows more of them. The caller
   * has read the conversation as the owner's before.
   */
  messages(conversationId: string, limit: number, before?: MessagePlace): Promise<MessagePage>;
  /**
   * Message, the look-up of its id, and the conversation (nothing of which moves back) in one transaction: exactly once by the message's
   * id. Then the hold; repeating mends what a crash left undone. Answers false when the message was known, also as another owner's.
   */
  addInbound(inbound: NewInbound): Promise<boolean>;
  /** The same, and remembers that number and id are one customer's. */
  learnCustomer(chatAccountId: string, customer: EventCustomer): Promise<string | undefined>;
}
