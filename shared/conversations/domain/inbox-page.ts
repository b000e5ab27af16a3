import type { Conversation } from "./conversation.ts";

export interface FoundConversation {
  readonly conversation: Conversation;
  /** The text of an older message that matched the search. */
  readonly matchedText?: string | undefined;
}

export interface TextsLookedAt {
  /** The number of conversations whose messages were searched. */
  readonly conversations: number;
  /** The epoch millisecond of the last message in the oldest of the searched conversations. */
  readonly backToMs: number;
}

export type InboxView = "all" | "waiting" | "unread" | "done";

export interface SectionRequest {
  readonly limit: number;
  readonly after: string | undefined;
}

export interface SectionPage {
  readonly conversations: readonly FoundConversation[];
  readonly next?: string | undefined;
  readonly lookedAt?: TextsLookedAt | undefined;
}

/** A section is a part of a list with an order of its own. */
export type Section = (request: SectionRequest) => Promise<SectionPage>;
