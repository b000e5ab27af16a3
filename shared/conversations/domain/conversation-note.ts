/** For the owner's people alone: no customer ever sees it. */
export interface ConversationNote {
  readonly id: string;
  readonly conversationId: string;
  readonly text: string;
  /** The name of the person who wrote it, as the identity provider shows it. */
  readonly author: string;
  readonly createdAtMs: number;
}

/** In one conversation. */
export const MAX_NOTES = 100;
export const MAX_NOTE_CHARACTERS = 2000;
