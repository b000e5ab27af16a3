import type { InboundMedia } from "../../chat/domain/chat-event.ts";
import type { Loose } from "../../chat/domain/lenient-json.ts";
import type { Owner } from "../../kernel/owner.ts";

export const MEDIA_STATES = ["pending", "retrieving", "available", "failed", "expired"] as const;
export type MediaState = (typeof MEDIA_STATES)[number];

export interface LastMessage extends MessagePlace {
  readonly direction: ConversationMessage["direction"];
  readonly messageType: string;
  /** This is the beginning of the message's text; of a template, the beginning of what the customer reads. */
  readonly text: string;
}

/**
 * The owner's people work with this part of a conversation. Older conversations lack it: nobody waits in them and nothing is unread until their
 * customer writes again.
 */
export interface Attention {
  /** This is the newest message in the order of the history. If we sent it, its id is also its notification's. */
  readonly last?: LastMessage | undefined;
  /** Older conversations do not have it. */
  readonly firstWroteAtMs?: number | undefined;
  /** This is the newest message of the customer that asks for an answer. */
  readonly lastCustomer?: MessagePlace | undefined;
  /** This is the time of the customer's first message that nobody has answered. */
  readonly waitingSinceMs?: number | undefined;
  /** It counts the customer's messages after the mark. */
  readonly unread?: number | undefined;
  /** The mark is the newest message that somebody has seen. */
  readonly readUpTo?: MessagePlace | undefined;
  /** It holds until the customer writes again. */
  readonly isDone?: true | undefined;
}

/** A conversation joins one owner, one chat account and one customer (D28). It exists from the customer's first message on. */
export interface Conversation extends Attention {
  readonly owner: Owner;
  /** `conversationId()` makes it of the three. */
  readonly id: string;
  readonly chatAccountId: string;
  readonly customerKey: string;
  /** The number is E.164, as the platform spelled it last; a customer without a number lacks it (D30). */
  readonly customerPhone?: string | undefined;
  readonly providerUserId?: string | undefined;
  readonly profileName?: string | undefined;
  /** It follows the messages' own timestamps; the window is computed from it at every read (D29). */
  readonly latestInboundAtMs: number;
  /** This is the time of the last message in either direction, by our clock: it orders the list. */
  readonly updatedAtMs: number;
}

/** The store keeps a conversation also before the customer has written, when nobody sees it yet. */
export type KnownConversation = Omit<Conversation, "latestInboundAtMs"> & {
  readonly latestInboundAtMs?: number | undefined;
};

export interface ConversationMessage {
  /** We make the id; an inbound message derives it from the provider's, so that a repeated event makes the same one. */
  readonly id: string;
  readonly conversationId: string;
  readonly direction: "inbound" | "outbound";
  readonly messageType: string;
  /** An inbound message keeps it as it came; an outbound one keeps the accepted content in the fields of the wire. */
  readonly payload: Loose;
  readonly occurredAtMs: number;
  /** This is when the message came here. The platform counts whole seconds; this orders what one customer wrote within the same second. */
  readonly arrivedAtMs?: number | undefined;
  /** The platform assigns it (wamid); it is absent until known. */
  readonly providerMessageId?: string | undefined;
  /** An outbound message has a notification, whose id is also the message's. */
  readonly notificationId?: string | undefined;
  readonly media?: (InboundMedia & { readonly state: MediaState }) | undefined;
}

/** This is a message's place in its conversation's history; no two share a place. */
export type MessagePlace = Pick<ConversationMessage, "id" | "occurredAtMs" | "arrivedAtMs">;

export interface CustomerOnAccount {
  readonly chatAccountId: string;
  /** `customerKey()` makes it. */
  readonly customerKey: string;
}

export interface NewOutbound {
  readonly conversation: Pick<Conversation, "owner" | "id" | "chatAccountId" | "customerKey" | "updatedAtMs"> &
    Partial<Conversation>;
  readonly message: ConversationMessage;
  /** It is true when a person or their agent wrote it to this customer, and not for an automatic notification. */
  readonly isReply?: boolean | undefined;
  /** This is a template's text as the customer reads it. */
  readonly text?: string | undefined;
}

export interface NewInbound {
  readonly conversation: Omit<Conversation, "latestInboundAtMs">;
  readonly message: ConversationMessage & { readonly providerMessageId: string };
  /** System notices do not open the service window, and make no conversation visible before the customer writes. */
  readonly opensWindow: boolean;
}
