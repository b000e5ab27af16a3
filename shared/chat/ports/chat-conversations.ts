import type {
  Conversation,
  ConversationMessage,
  CustomerOnAccount,
  NewOutbound,
} from "../../conversations/domain/conversation.ts";
import type { Owner } from "../../kernel/owner.ts";
import type { EventCustomer } from "../domain/chat-event.ts";
import type { Hold } from "../domain/hold.ts";

/** The part of the conversations' records that sending needs: the service window, the history, and who holds the customer. */
export interface ChatConversations {
  /** Undefined for another owner's, and before the customer has written. */
  get(owner: Owner, id: string): Promise<Conversation | undefined>;
  message(conversationId: string, messageId: string): Promise<ConversationMessage | undefined>;
  /** By the platform's id: a message of this conversation, for a reaction to it (D33b). Our own ones may be left out. */
  findByProviderId(conversationId: string, providerMessageId: string): Promise<ConversationMessage | undefined>;
  /** Exactly once by the message's id; false when it was there. Moves the conversation to the top when the customer has written before. */
  addOutbound(outbound: NewOutbound): Promise<boolean>;
  /**
   * The key of this customer's conversations: `customerKey()`, unless they first wrote without a number and showed it later;
   * then the first key stays (D30). Undefined for a customer with neither number nor id.
   */
  customerKeyOf(chatAccountId: string, customer: EventCustomer): Promise<string | undefined>;
  /** The hold on the customer of a shared account (D28). */
  hold(customer: CustomerOnAccount): Promise<Hold | undefined>;
  /** Puts a hold in the place of the one that was seen; false when that one has changed meanwhile. Strongly consistent. */
  replaceHold(customer: CustomerOnAccount, seen: Hold | undefined, next: Hold): Promise<boolean>;
  /** The customer of this owner's conversation, and when something last happened in it, also before the customer has written. */
  customerOf(
    owner: Owner,
    conversationId: string,
  ): Promise<(CustomerOnAccount & Pick<Conversation, "updatedAtMs">) | undefined>;
  /** Remembers the platform's id of our own message, learned from the first event. */
  learnProviderMessageId(conversationId: string, messageId: string, providerMessageId: string): Promise<void>;
}
