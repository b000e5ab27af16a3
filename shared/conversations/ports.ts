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
  /** It is `next` of an earlier page. */
  readonly after?: string | undefined;
}

export interface ConversationPage {
  /** The conversations are in the order of the list. */
  readonly conversations: readonly Conversation[];
  /** It is undefined at the end. A page may hold fewer than asked for and still have one. */
  readonly next?: string | undefined;
}

export interface ConversationStore {
  /** It is undefined for another owner's, and before the customer has written. */
  get(owner: Owner, id: string): Promise<Conversation | undefined>;
  message(conversationId: string, messageId: string): Promise<ConversationMessage | undefined>;
  /** It finds a message of this conversation by the platform's id, for a reaction to it (D33b). It may miss our own messages. */
  findByProviderId(conversationId: string, providerMessageId: string): Promise<ConversationMessage | undefined>;
  /** It writes once per message id; false when it was there. The conversation moves to the top if the customer has written before. */
  addOutbound(outbound: NewOutbound): Promise<boolean>;
  /**
   * Returns the key of this customer's conversations: `customerKey()`, unless they first wrote without a number and showed it later; then the
   * first key stays (D30). It is undefined for a customer with neither number nor id.
   */
  customerKeyOf(chatAccountId: string, customer: EventCustomer): Promise<string | undefined>;
  /** It reads the hold on the customer of a shared account (D28). */
  hold(customer: CustomerOnAccount): Promise<Hold | undefined>;
  /** It replaces the hold that was read, and returns false when that has changed meanwhile. It is strongly consistent. */
  replaceHold(customer: CustomerOnAccount, seen: Hold | undefined, next: Hold): Promise<boolean>;
  /** Returns the customer of this owner's conversation and when something last happened in it, also before the customer has written. */
  customerOf(
    owner: Owner,
    conversationId: string,
  ): Promise<(CustomerOnAccount & Pick<Conversation, "updatedAtMs">) | undefined>;
  /** It stores the platform's id of our own message, learned from the first event. */
  learnProviderMessageId(conversationId: string, messageId: string, providerMessageId: string): Promise<void>;
  /** The pages contain every conversation that existed at the first page, even if it moves meanwhile; it may then come twice. */
  list(owner: Owner, query: ConversationQuery): Promise<ConversationPage>;
  /**
   * Returns the newest `limit` messages before a place, newest first, and fewer if they are very large. The caller has already read the
   * conversation as the owner's.
   */
  messages(conversationId: string, limit: number, before?: MessagePlace): Promise<MessagePage>;
  /**
   * One transaction writes the message, the look-up of its id and the conversation, exactly once by the message's id. Then comes the hold; a
   * repetition mends what a crash left undone. Returns false when the message was known, also as another owner's.
   */
  addInbound(inbound: NewInbound): Promise<boolean>;
  /** It does the same, and stores that number and id belong to one customer. */
  learnCustomer(chatAccountId: string, customer: EventCustomer): Promise<string | undefined>;
}

export interface WaitingQuery extends ConversationFilter {
  /** `unread` lists waiting ones first, then those that an agent has answered. */
  readonly state: "waiting" | "unread";
  readonly limit: number;
  readonly after?: string | undefined;
}

/** Each is counted up to `MAX_COUNTED`. */
export interface WaitingCounts {
  readonly waiting: number;
  readonly unread: number;
}
export const MAX_COUNTED = 100;

/** The owner's people work with this: it says who waits, and what they have seen and done. */
export interface ConversationInbox {
  /** Those who wait longest come first, for any number of conversations. A page may hold fewer than asked for and still have a `next`. */
  waiting(owner: Owner, query: WaitingQuery): Promise<ConversationPage>;
  countWaiting(owner: Owner): Promise<WaitingCounts>;
  /** One conditional write sets the marks, and none goes back. It is undefined for another owner's, and before the customer has written. */
  mark(owner: Owner, id: string, marks: Marks): Promise<Conversation | undefined>;
}

export interface MediaLink {
  readonly url: string;
  readonly expiresAtMs: number;
}

/** Anybody can read stored media at such an address until it expires. */
export interface MediaLinks {
  sign(stored: StoredMedia, nowMs: number): Promise<MediaLink>;
}

export interface MediaQueue {
  /** A worker sees it after `delaySeconds` (0 to 900; fractions are rounded up). It throws when the queue refuses. */
  enqueue(message: RetrievalMessage, delaySeconds?: number): Promise<void>;
}

export interface MessageKey {
  readonly conversationId: string;
  readonly messageId: string;
}

/** An inbound message's media is copied into the bucket. */
export interface MediaRetrieval {
  readonly state: MediaState;
  /** It counts the attempts that have begun. */
  readonly attempts: number;
  /** It is present once `available`. */
  readonly stored?: StoredMedia | undefined;
}

export interface RetrievalLease {
  readonly nowMs: number;
  readonly leaseUntilMs: number;
}

/** It says how an attempt ended. `retrieving` means that another attempt follows, whose message arrives before the lease ends. */
export type RetrievalOutcome =
  | { readonly to: "available"; readonly stored: StoredMedia }
  | { readonly to: "failed" | "expired" }
  | { readonly to: "retrieving"; readonly leaseUntilMs: number };

export interface MediaStore {
  /** It is undefined for another owner's. It is strongly consistent: an upload may be sent at once. */
  findUpload(owner: Owner, mediaId: string): Promise<MediaUpload | undefined>;
  addUpload(upload: MediaUpload): Promise<void>;

  /** It is undefined when the message is unknown or has no media. It is strongly consistent. */
  findRetrieval(message: MessageKey): Promise<MediaRetrieval | undefined>;
  /**
   * It turns `pending`, or `retrieving` with an expired lease, into `retrieving`. One of any number of callers gets the number of the next
   * attempt (from 1) and must tell a worker before the lease ends; the others get undefined.
   */
  requestRetrieval(message: MessageKey, lease: RetrievalLease): Promise<number | undefined>;
  /** A worker begins an attempt; false when another copy of its message was first, or the retrieval is over. */
  beginAttempt(message: MessageKey, attempt: number, leaseUntilMs: number): Promise<boolean>;
  /** Returns false and changes nothing when the attempt is not the latest one, or the retrieval is over. */
  finishAttempt(message: MessageKey, attempt: number, outcome: RetrievalOutcome): Promise<boolean>;
  /** The provider no longer keeps the media. What is `available` stays so. */
  expire(message: MessageKey): Promise<void>;
}

export interface NoteStore {
  /** The newest comes first, and at most `MAX_NOTES`. The caller has already read the conversation as the owner's. */
  list(conversationId: string): Promise<readonly ConversationNote[]>;
  /** Returns false when the conversation is full. */
  add(note: ConversationNote): Promise<boolean>;
  /** Returns false when no note has this id. */
  remove(conversationId: string, id: string): Promise<boolean>;
}

export interface CannedReplyStore {
  /** The replies come in no particular order. */
  list(owner: Owner): Promise<readonly CannedReply[]>;
  /** It never stores more than `MAX_CANNED_REPLIES`, however many are added at once. */
  add(reply: CannedReplyWrite): Promise<CannedReply | "name_taken" | "full">;
  /** It replaces the reply that was read; `changed` means that it is another one by now. */
  replace(known: CannedReply, reply: CannedReplyWrite): Promise<CannedReply | "name_taken" | "changed">;
  /** It removes the reply that was read; `changed` means that it is another one by now, or gone. */
  remove(known: CannedReply): Promise<"removed" | "changed">;
}
