import type { EventCustomer } from "../chat/domain/chat-event.ts";
import type { MediaUpload, StoredMedia } from "../chat/domain/media-upload.ts";
import type { Owner } from "../kernel/owner.ts";
import type { RetrievalMessage } from "./contract/media-messages.ts";
import type { Assignment } from "./domain/assignment.ts";
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

export interface MessagePage {
  readonly messages: readonly ConversationMessage[];
  readonly hasOlder: boolean;
}

export interface ConversationQuery extends ConversationFilter {
  readonly limit: number;
  /** The `next` of an earlier page. */
  readonly after?: string | undefined;
}

export interface ConversationPage {
  /** The conversations are in the order of the list. */
  readonly conversations: readonly Conversation[];
  /** The place at which the next page begins; undefined on the last page. A short page may have a next page, too. */
  readonly next?: string | undefined;
}

export interface ConversationStore {
  /** Returns a conversation of this owner; undefined until the customer has written. */
  get(owner: Owner, id: string): Promise<Conversation | undefined>;
  message(conversationId: string, messageId: string): Promise<ConversationMessage | undefined>;
  /** Finds a message of this conversation by the platform's id, for a reaction to it (D33b). It may miss our own messages. */
  findByProviderId(conversationId: string, providerMessageId: string): Promise<ConversationMessage | undefined>;
  /** Adds our message, once per id; false when it is there already. The conversation moves to the top if the customer has written before. */
  addOutbound(outbound: NewOutbound): Promise<boolean>;
  /** Gives our message another content, in the history and in the list; false when the history does not have it. A repetition changes nothing. */
  rewriteOutbound(outbound: NewOutbound): Promise<boolean>;
  /**
   * Returns the customer key; undefined for a customer with neither number nor id. It is that of `customerKey()`, unless the customer first
   * wrote without a number and showed it later; then the first key stays (D30).
   */
  customerKeyOf(chatAccountId: string, customer: EventCustomer): Promise<string | undefined>;
  /** Reads the assignment on the customer of a shared account (D28). */
  assignment(customer: CustomerOnAccount): Promise<Assignment | undefined>;
  /** Replaces the assignment `seen` by `next`; false when the assignment has changed since it was read. It is strongly consistent. */
  replaceAssignment(customer: CustomerOnAccount, seen: Assignment | undefined, next: Assignment): Promise<boolean>;
  /** Returns the customer of this owner's conversation and when something last happened in it, also before the customer has written. */
  customerOf(
    owner: Owner,
    conversationId: string,
  ): Promise<(CustomerOnAccount & Pick<Conversation, "updatedAtMs">) | undefined>;
  /** Stores the platform's id of our own message, learned from the first event. */
  learnProviderMessageId(conversationId: string, messageId: string, providerMessageId: string): Promise<void>;
  /** The pages contain every conversation that existed at the first page. One that moves meanwhile may be in two pages. */
  list(owner: Owner, query: ConversationQuery): Promise<ConversationPage>;
  /**
   * Returns the newest `limit` messages before a place, newest first, and fewer if they are very large. The caller has already made sure that
   * the conversation is the owner's.
   */
  messages(conversationId: string, limit: number, before?: MessagePlace): Promise<MessagePage>;
  /**
   * Writes the message, the pointer by its id, and the conversation in one transaction, and then renews the assignment. A repetition finishes
   * what a crash left undone. Returns false when a message with this id exists already, also in another owner's conversation.
   */
  addInbound(inbound: NewInbound): Promise<boolean>;
  /** Returns the same as `customerKeyOf`, and stores that the number and the id belong to one customer. */
  learnCustomer(chatAccountId: string, customer: EventCustomer): Promise<string | undefined>;
}

export interface WaitingQuery extends ConversationFilter {
  /** `unread` lists first the conversations that wait for an answer, then those that were answered without being read. */
  readonly state: "waiting" | "unread";
  readonly limit: number;
  readonly after?: string | undefined;
  /** Without `after`: only customers who wait since after this epoch millisecond. */
  readonly waitsAfterMs?: number | undefined;
}

/** The numbers of conversations that wait, and that have unread messages, each counted up to `MAX_COUNTED`. */
export interface WaitingCounts {
  readonly waiting: number;
  readonly unread: number;
}
export const MAX_COUNTED = 100;

/** The lists and marks that the owner's people work with: waiting, unread and done conversations. */
export interface ConversationInbox {
  /** Lists conversations that wait, longest first. A short page may still have a `next`. */
  waiting(owner: Owner, query: WaitingQuery): Promise<ConversationPage>;
  countWaiting(owner: Owner): Promise<WaitingCounts>;
  /** Sets marks in one conditional write. The read mark never moves back. Undefined when this owner has no such visible conversation. */
  mark(owner: Owner, id: string, marks: Marks): Promise<Conversation | undefined>;
}

export interface MediaLink {
  readonly url: string;
  readonly expiresAtMs: number;
}

/** Makes links by which anybody can read stored media until they expire. */
export interface MediaLinks {
  sign(stored: StoredMedia, nowMs: number): Promise<MediaLink>;
}

export interface MediaQueue {
  /** The worker gets the message after `delaySeconds` (0 to 900; fractions are rounded up). Throws when the queue refuses. */
  enqueue(message: RetrievalMessage, delaySeconds?: number): Promise<void>;
}

export interface MessageKey {
  readonly conversationId: string;
  readonly messageId: string;
}

/** The state of copying an inbound message's media into the bucket. */
export interface MediaRetrieval {
  readonly state: MediaState;
  /** The number of attempts that have begun. */
  readonly attempts: number;
  /** The stored file, once the state is `available`. */
  readonly stored?: StoredMedia | undefined;
}

export interface RetrievalLease {
  readonly nowMs: number;
  readonly leaseUntilMs: number;
}

/** The end of an attempt. `retrieving` means that another attempt follows, whose message arrives before the lease ends. */
export type RetrievalOutcome =
  | { readonly to: "available"; readonly stored: StoredMedia }
  | { readonly to: "failed" | "expired" }
  | { readonly to: "retrieving"; readonly leaseUntilMs: number };

export interface MediaStore {
  /** Finds an upload of this owner, strongly consistent, because it may be sent right after the upload. */
  findUpload(owner: Owner, mediaId: string): Promise<MediaUpload | undefined>;
  addUpload(upload: MediaUpload): Promise<void>;

  /** Returns the state of a message's media; undefined when the message is unknown or has none. Strongly consistent. */
  findRetrieval(message: MessageKey): Promise<MediaRetrieval | undefined>;
  /**
   * Turns `pending`, or `retrieving` with an expired lease, into `retrieving`. Of all callers, one gets the number of the next attempt (from
   * 1) and must enqueue a message for it before the lease ends; the others get undefined.
   */
  requestRetrieval(message: MessageKey, lease: RetrievalLease): Promise<number | undefined>;
  /** Begins an attempt; false when another copy of the queue message has begun it, or the retrieval is over. */
  beginAttempt(message: MessageKey, attempt: number, leaseUntilMs: number): Promise<boolean>;
  /** Returns false and changes nothing when the attempt is not the latest one, or the retrieval is over. */
  finishAttempt(message: MessageKey, attempt: number, outcome: RetrievalOutcome): Promise<boolean>;
  /** Notes that the provider no longer keeps the media; an `available` copy stays available. */
  expire(message: MessageKey): Promise<void>;
}

export interface NoteStore {
  /** Lists the notes, newest first. The caller has already made sure that the conversation is the owner's. */
  list(conversationId: string): Promise<readonly ConversationNote[]>;
  /** Returns false when the conversation is full. */
  add(note: ConversationNote): Promise<boolean>;
  /** Returns false when no note has this id. */
  remove(conversationId: string, id: string): Promise<boolean>;
}

export interface CannedReplyStore {
  /** The replies come in no particular order. */
  list(owner: Owner): Promise<readonly CannedReply[]>;
  /** Never stores more than `MAX_CANNED_REPLIES`, however many are added at once. */
  add(reply: CannedReplyWrite): Promise<CannedReply | "name_taken" | "full">;
  /** Replaces the reply `known`; `changed` means that it was changed or removed since it was read. */
  replace(known: CannedReply, reply: CannedReplyWrite): Promise<CannedReply | "name_taken" | "changed">;
  /** Removes the reply `known`; `changed` means that it was changed or removed since it was read. */
  remove(known: CannedReply): Promise<"removed" | "changed">;
}
