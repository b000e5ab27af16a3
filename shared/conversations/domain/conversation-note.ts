/** Only the owner's people see a note; no customer ever does. */
export interface ConversationNote {
  readonly id: string;
  readonly conversationId: string;
  readonly text: string;
  /** The identity provider shows the writer under this name. */
  readonly author: string;
  readonly createdAtMs: number;
}

/** A conversation has at most this many notes. */
export const MAX_NOTES = 100;
export const MAX_NOTE_CHARACTERS = 2000;
