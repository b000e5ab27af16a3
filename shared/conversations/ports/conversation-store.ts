import type { EventCustomer, InboundMedia } from "../../chat/domain/chat-event.ts";
import type { Hold } from "../../chat/domain/hold.ts";
import type { Loose } from "../../chat/domain/lenient-json.ts";

export const MEDIA_STATES = ["pending", "retrieving", "available", "failed", "expired"] as const;
export type MediaState = (typeof MEDIA_STATES)[number];

/** One owner, one chat account, one customer (D28). It is there from the customer's first message on. */
export interface Conversation {
  readonly owner: string;
  /** `conversationId()` of the three. */
  readonly id: string;
  readonly chatAccountId: string;
  readonly customerKey: string;
  /** E.164 as the platform spelled it last; absent for a customer without a number (D30). */
  readonly customerPhone?: string | undefined;
  readonly providerUserId?: string | undefined;
  readonly profileName?: string | undefined;
  /** By the messages' own timestamps; the window is computed from it at every read (D29). */
  readonly latestInboundAtMs: number;
  /** Of the last message in either direction, by our clock: the order of the list. */
  readonly updatedAtMs: number;
}

export interface ConversationMessage {
  /** Ours; for inbound ones derived from the provider's, so that a repeated event makes the same. */
  readonly id: string;
  readonly conversationId: string;
  readonly direction: "inbound" | "outbound";
  readonly messageType: string;
  /** Inbound: as it came. Outbound: what was accepted, in the wire's words. */
  readonly payload: Loose;
  /** The message's own time. */
  readonly occurredAtMs: number;
  /** When it came here: the platform counts whole seconds, so that this tells apart what one customer wrote in the same one. */
  readonly arrivedAtMs?: number | undefined;
  /** The platform's id (wamid), once known. */
  readonly providerMessageId?: string | undefined;
  /** Outbound: its notification (whose id is also the message's). */
  readonly notificationId?: string | undefined;
  readonly media?: (InboundMedia & { readonly state: MediaState }) | undefined;
}

/** Where a message stands in its conversation's history; no two stand at the same. */
export type MessagePlace = Pick<ConversationMessage, "id" | "occurredAtMs" | "arrivedAtMs">;

export interface MessagePage {
  readonly messages: readonly ConversationMessage[];
  readonly hasOlder: boolean;
}

export interface CustomerOnAccount {
  readonly chatAccountId: string;
  /** `customerKey()`. */
  readonly customerKey: string;
}

export interface ConversationQuery {
  readonly limit: number;
  readonly nowMs: number;
  readonly window?: "open" | "closed" | undefined;
  /** Digits that the customer's number contains. */
  readonly phonePart?: string | undefined;
  /** An earlier page's `next`. */
  readonly after?: string | undefined;
}

export interface ConversationPage {
  /** Newest first. */
  readonly conversations: readonly Conversation[];
  /** Undefined at the end. A page may hold fewer than asked for and yet have one. */
  readonly next?: string | undefined;
}

export interface NewInbound {
  readonly conversation: Omit<Conversation, "latestInboundAtMs">;
  readonly message: ConversationMessage & { readonly providerMessageId: string };
  /** System notices open no window (and a conversation only once a customer writes). */
  readonly opensWindow: boolean;
}

export interface NewOutbound {
  readonly conversation: Pick<Conversation, "owner" | "id" | "chatAccountId" | "customerKey" | "updatedAtMs"> &
    Partial<Conversation>;
  readonly message: ConversationMessage;
}

export interface ConversationStore {
  /** Undefined for another owner's, and before the customer has written. */
  get(owner: string, id: string): Promise<Conversation | undefined>;
  list(owner: string, query: ConversationQuery): Promise<ConversationPage>;
  /**
   * The newest `limit` of those before a place, newest first; fewer where they are so large that no page shows more of them. The caller
   * has read the conversation as the owner's before.
   */
  messages(conversationId: string, limit: number, before?: MessagePlace): Promise<MessagePage>;
  message(conversationId: string, messageId: string): Promise<ConversationMessage | undefined>;
  /** By the platform's id: a message of this conversation, for a reaction to it (D33b). Our own ones may be left out. */
  findByProviderId(conversationId: string, providerMessageId: string): Promise<ConversationMessage | undefined>;
  /**
   * Message, the look-up of its id, and the conversation (nothing of which moves back) in one transaction: exactly once by the message's
   * id. Then the hold; repeating mends what a crash left undone. Answers false when the message was known, whoever's it became.
   */
  addInbound(inbound: NewInbound): Promise<boolean>;
  /** Exactly once by the message's id; false when it was there. Moves the conversation to the top when the customer has written before. */
  addOutbound(outbound: NewOutbound): Promise<boolean>;
  /**
   * Under which key this customer's conversations are: `customerKey()`, unless they first wrote without a number and showed it later;
   * then the first key stays (D30). Undefined for a customer with neither number nor id.
   */
  customerKeyOf(chatAccountId: string, customer: EventCustomer): Promise<string | undefined>;
  /** The same, and remembers that number and id are one customer's. */
  learnCustomer(chatAccountId: string, customer: EventCustomer): Promise<string | undefined>;
  /** Who holds the customer on a shared account (D28). */
  hold(customer: CustomerOnAccount): Promise<Hold | undefined>;
  /** Puts a hold in the place of the one that was seen; false when that one has changed meanwhile. Strongly consistent. */
  replaceHold(customer: CustomerOnAccount, seen: Hold | undefined, next: Hold): Promise<boolean>;
  /** With whom this owner's conversation is, and when something last happened in it, also before the customer has written. */
  customerOf(
    owner: string,
    conversationId: string,
  ): Promise<(CustomerOnAccount & Pick<Conversation, "updatedAtMs">) | undefined>;
  /** Remembers the platform's id of our own message, learned from the first event. */
  learnProviderMessageId(conversationId: string, messageId: string, providerMessageId: string): Promise<void>;
}
