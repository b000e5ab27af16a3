import type { Conversation } from "./conversation.ts";

export interface FoundConversation {
  readonly conversation: Conversation;
  /** The text of an older message in which the words were found. */
  readonly matchedText?: string | undefined;
}

export interface TextsLookedAt {
  /** How many were read. */
  readonly conversations: number;
  /** When the last of them was written to. */
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

/** A part of a list with an order of its own. */
export type Section = (request: SectionRequest) => Promise<SectionPage>;
