import type { Conversation } from "./conversation.ts";

export interface FoundConversation {
  readonly conversation: Conversation;
  /** This is the text of an older message that matched the search. */
  readonly matchedText?: string | undefined;
}

export interface TextsLookedAt {
  /** It says how many were read. */
  readonly conversations: number;
  /** This is when the last of them was written to. */
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
