import type { InboundMedia } from "../../chat/domain/chat-event.ts";
import type { Loose } from "../../chat/domain/lenient-json.ts";
import type { Owner } from "../../kernel/owner.ts";

export const MEDIA_STATES = ["pending", "retrieving", "available", "failed", "expired"] as const;
export type MediaState = (typeof MEDIA_STATES)[number];

export interface LastMessage extends MessagePlace {
  readonly direction: ConversationMessage["direction"];
  readonly messageType: string;
  /** The beginning of the message's text; of a template, the beginning of what the customer reads. */
  readonly text: string;
}

/**
 * The owner's people work with this part of a conversation. Older conversations lack it: nobody waits in them and nothing is unread until their
 * customer writes again.
 */
export interface Attention {
  /** The newest message in the order of the history. If we sent it, its id is also its notification's. */
  readonly last?: LastMessage | undefined;
  /** The epoch millisecond of the customer's first message; older conversations lack it. */
  readonly firstWroteAtMs?: number | undefined;
  /** The newest message of the customer that asks for an answer. */
  readonly lastCustomer?: MessagePlace | undefined;
  /** The time of the customer's first message that nobody has answered. */
  readonly waitingSinceMs?: number | undefined;
  /** The number of the customer's messages after the mark of what was read. */
  readonly unread?: number | undefined;
  /** The newest message that one of the owner's people has seen. */
  readonly readUpTo?: MessagePlace | undefined;
  /** Set when somebody has marked the conversation as done, until the customer writes again. */
  readonly isDone?: true | undefined;
}

/**
 * A conversation joins one owner, one chat account and one customer (D28). It exists from the customer's first message on, or from the first
 * message that a person wrote to the customer.
 */
export interface Conversation extends Attention {
  readonly owner: Owner;
  /** `conversationId()` makes the id from owner, account and customer. */
  readonly id: string;
  readonly chatAccountId: string;
  readonly customerKey: string;
  /** The number is E.164, as the platform spelled it last; a customer without a number lacks it (D30). */
  readonly customerPhone?: string | undefined;
  readonly providerUserId?: string | undefined;
  readonly profileName?: string | undefined;
  /**
   * The time of the customer's latest message, by its own timestamp; every read computes the window from it (D29). Before the customer has
   * written, a time so long ago that the window has been closed since the conversation began.
   */
  readonly latestInboundAtMs: number;
  /** The time of the last message in either direction, by our clock: it orders the list. */
  readonly updatedAtMs: number;
}

/**
 * A stored conversation. A template that a program sends stores the item, but people see the conversation only once the customer answers or a
 * person writes.
 */
export type KnownConversation = Omit<Conversation, "latestInboundAtMs"> & {
  readonly latestInboundAtMs?: number | undefined;
  /** The time at which a person wrote to a customer who had not written yet. */
  readonly begunAtMs?: number | undefined;
};

export interface ConversationMessage {
  /** Our own id. An inbound message's id is derived from the event, so that a repeated event gives the same id. */
  readonly id: string;
  readonly conversationId: string;
  readonly direction: "inbound" | "outbound";
  readonly messageType: string;
  /** The content. An inbound message has it as the platform sent it, and an outbound message in the fields of our API. */
  readonly payload: Loose;
  readonly occurredAtMs: number;
  /** Our time of receipt. It orders messages of one customer within the same second, because the platform counts full seconds. */
  readonly arrivedAtMs?: number | undefined;
  /** The platform's id of the message (wamid); absent until it is known. */
  readonly providerMessageId?: string | undefined;
  /** An outbound message has a notification, whose id is also the message's. */
  readonly notificationId?: string | undefined;
  readonly media?: (InboundMedia & { readonly state: MediaState }) | undefined;
}

/** A message's position in its conversation's history; no two messages share one. */
export type MessagePlace = Pick<ConversationMessage, "id" | "occurredAtMs" | "arrivedAtMs">;

export interface CustomerOnAccount {
  readonly chatAccountId: string;
  /** `customerKey()` makes this key. */
  readonly customerKey: string;
}

export interface NewOutbound {
  readonly conversation: Pick<Conversation, "owner" | "id" | "chatAccountId" | "customerKey" | "updatedAtMs"> &
    Partial<Conversation>;
  readonly message: ConversationMessage;
  /** True when a person or their agent wrote the message to this customer; automatic notifications are no replies. */
  readonly isReply?: boolean | undefined;
  /** A template's text as the customer reads it. */
  readonly text?: string | undefined;
}

export interface NewInbound {
  readonly conversation: Omit<Conversation, "latestInboundAtMs">;
  readonly message: ConversationMessage & { readonly providerMessageId: string };
  /** False for system notices: they open no service window and make no conversation visible. */
  readonly opensWindow: boolean;
}
