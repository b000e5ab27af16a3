import type { EventCustomer } from "../chat/domain/chat-event.ts";
import type { MediaUpload, StoredMedia } from "../chat/domain/media-upload.ts";
import type { Owner } from "../kernel/owner.ts";
import type { RetrievalMessage } from "./contract/media-messages.ts";
import type { Marks } from "./domain/attention.ts";
import type { CannedReply, CannedReplyWrite } from "./domain/canned-reply.ts";
import type {
  Conversation,
  ConversationMessage,
  CustomerOnAccount,
  MediaState,
  MessagePlace,
  NewInbound,
  NewOutbound,
} from "./domain/conversation.ts";
import type { ConversationFilter } from "./domain/conversation-list.ts";
import type { ConversationNote } from "./domain/conversation-note.ts";
import type { Hold } from "./domain/hold.ts";

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
  /** In the order of the list. */
  readonly conversations: readonly Conversation[];
  /** Undefined at the end. A page may hold fewer than asked for and yet have one. */
  readonly next?: string | undefined;
}

export interface ConversationStore {
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
  /**
   * From page to page every conversation that was there at the first one, also when it moves meanwhile; it may then come twice, on two
   * pages.
   */
  list(owner: Owner, query: ConversationQuery): Promise<ConversationPage>;
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

export interface WaitingQuery extends ConversationFilter {
  /** `unread`: waiting ones first, then those that an agent has answered. */
  readonly state: "waiting" | "unread";
  readonly limit: number;
  readonly after?: string | undefined;
}

/** Each counted up to `MAX_COUNTED`. */
export interface WaitingCounts {
  readonly waiting: number;
  readonly unread: number;
}
export const MAX_COUNTED = 100;

/** The owner's people at work: who waits, and what they have seen and done. */
export interface ConversationInbox {
  /** Longest first, right for any number of conversations. A page may hold fewer than asked for and yet have a `next`. */
  waiting(owner: Owner, query: WaitingQuery): Promise<ConversationPage>;
  countWaiting(owner: Owner): Promise<WaitingCounts>;
  /** One conditional write; no mark goes back. Undefined for another owner's, and before the customer has written. */
  mark(owner: Owner, id: string, marks: Marks): Promise<Conversation | undefined>;
}

export interface MediaLink {
  readonly url: string;
  readonly expiresAtMs: number;
}

/** Addresses of stored media: each works for anybody, until it expires. */
export interface MediaLinks {
  sign(stored: StoredMedia, nowMs: number): Promise<MediaLink>;
}

export interface MediaQueue {
  /** Seen by a worker after `delaySeconds` (0 to 900; fractions are rounded up). Throws when the queue refuses. */
  enqueue(message: RetrievalMessage, delaySeconds?: number): Promise<void>;
}

export interface MessageKey {
  readonly conversationId: string;
  readonly messageId: string;
}

/** An inbound message's media on its way into the bucket. */
export interface MediaRetrieval {
  readonly state: MediaState;
  /** Begun attempts. */
  readonly attempts: number;
  /** Present once `available`. */
  readonly stored?: StoredMedia | undefined;
}

export interface RetrievalLease {
  readonly nowMs: number;
  readonly leaseUntilMs: number;
}

/** How an attempt ended; `retrieving`: another one follows, and its message is on its way until the lease is over. */
export type RetrievalOutcome =
  | { readonly to: "available"; readonly stored: StoredMedia }
  | { readonly to: "failed" | "expired" }
  | { readonly to: "retrieving"; readonly leaseUntilMs: number };

export interface MediaStore {
  /** Undefined for another owner's. Strongly consistent: an upload may be sent at once. */
  findUpload(owner: Owner, mediaId: string): Promise<MediaUpload | undefined>;
  addUpload(upload: MediaUpload): Promise<void>;

  /** Undefined when the message is unknown or brought no media. Strongly consistent. */
  findRetrieval(message: MessageKey): Promise<MediaRetrieval | undefined>;
  /**
   * `pending`, or `retrieving` whose lease is over, becomes `retrieving`. Of any number of callers one gets the number of the attempt to
   * be made next (from 1), and has to tell a worker before the lease is over; the others get undefined.
   */
  requestRetrieval(message: MessageKey, lease: RetrievalLease): Promise<number | undefined>;
  /** A worker takes up an attempt; false when another copy of its message was quicker, or the retrieval is over. */
  beginAttempt(message: MessageKey, attempt: number, leaseUntilMs: number): Promise<boolean>;
  /** False, with nothing changed, when the attempt is not the latest one or the retrieval is over already. */
  finishAttempt(message: MessageKey, attempt: number, outcome: RetrievalOutcome): Promise<boolean>;
  /** The provider keeps the media no longer. What is `available` stays so. */
  expire(message: MessageKey): Promise<void>;
}

export interface NoteStore {
  /** Newest first; at most `MAX_NOTES`. The caller has read the conversation as the owner's before. */
  list(conversationId: string): Promise<readonly ConversationNote[]>;
  /** False when there are as many as there may be. */
  add(note: ConversationNote): Promise<boolean>;
  /** False when there is none of this id. */
  remove(conversationId: string, id: string): Promise<boolean>;
}

export interface CannedReplyStore {
  /** In no order. */
  list(owner: Owner): Promise<readonly CannedReply[]>;
  /** Never more than `MAX_CANNED_REPLIES`, however many are added at once. */
  add(reply: CannedReplyWrite): Promise<CannedReply | "name_taken" | "full">;
  /** Puts it in the place of the one that was read; `changed` when that one is another by now. */
  replace(known: CannedReply, reply: CannedReplyWrite): Promise<CannedReply | "name_taken" | "changed">;
  /** As it was read; `changed` when it is another by now, or gone. */
  remove(known: CannedReply): Promise<"removed" | "changed">;
}
