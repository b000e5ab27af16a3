import type { InboundMedia } from "../../chat/domain/chat-event.ts";
import type { Loose } from "../../chat/domain/lenient-json.ts";
import type { Owner } from "../../kernel/owner.ts";

export const MEDIA_STATES = ["pending", "retrieving", "available", "failed", "expired"] as const;
export type MediaState = (typeof MEDIA_STATES)[number];

export interface LastMessage extends MessagePlace {
  readonly direction: ConversationMessage["direction"];
  readonly messageType: string;
  /** The beginning of its words: of a template, as the customer reads them. */
  readonly text: string;
}

/**
 * The part of a conversation that its owner's people work with. Conversations of before lack all of it: nobody waits in them and nothing
 * is unread until their customer writes again.
 */
export interface Attention {
  /** The newest in the order of the history. Of ours, the id is also its notification's. */
  readonly last?: LastMessage | undefined;
  /** Unknown of conversations of before. */
  readonly firstWroteAtMs?: number | undefined;
  /** The newest words of the customer. */
  readonly lastCustomer?: MessagePlace | undefined;
  /** The time of the customer's first message that nobody has answered. */
  readonly waitingSinceMs?: number | undefined;
  /** Messages of the customer after the mark. */
  readonly unread?: number | undefined;
  /** The mark: the newest message that somebody has seen. */
  readonly readUpTo?: MessagePlace | undefined;
  /** Until the customer writes again. */
  readonly isDone?: true | undefined;
}

/** One owner, one chat account, one customer (D28). It is there from the customer's first message on. */
export interface Conversation extends Attention {
  readonly owner: Owner;
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

/** As it is kept: also before the customer has written, when nobody sees it yet. */
export type KnownConversation = Omit<Conversation, "latestInboundAtMs"> & {
  readonly latestInboundAtMs?: number | undefined;
};

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

export interface CustomerOnAccount {
  readonly chatAccountId: string;
  /** `customerKey()`. */
  readonly customerKey: string;
}

export interface NewOutbound {
  readonly conversation: Pick<Conversation, "owner" | "id" | "chatAccountId" | "customerKey" | "updatedAtMs"> &
    Partial<Conversation>;
  readonly message: ConversationMessage;
  /** Somebody, or their agent, wrote it to this customer; undefined for a notification of a machine. */
  readonly isReply?: boolean | undefined;
  /** The text of a template as the customer reads it. */
  readonly text?: string | undefined;
}

export interface NewInbound {
  readonly conversation: Omit<Conversation, "latestInboundAtMs">;
  readonly message: ConversationMessage & { readonly providerMessageId: string };
  /** System notices open no window (and a conversation only once a customer writes). */
  readonly opensWindow: boolean;
}
