import type { Owner } from "../../kernel/owner.ts";

/** A text that the owner's people send often. */
export interface CannedReply {
  readonly owner: Owner;
  readonly id: string;
  /** Names it in lists; one of a kind, whatever its case. */
  readonly name: string;
  readonly text: string;
  readonly updatedAtMs: number;
  /** Another one at every write. */
  readonly revision: string;
}

/** What is written of a canned reply; the store gives it its revision. */
export type CannedReplyWrite = Omit<CannedReply, "revision">;

/** Of one owner. */
export const MAX_CANNED_REPLIES = 200;
export const MAX_NAME_CHARACTERS = 60;
/** The limit for a text (L-text). */
export const MAX_CANNED_CHARACTERS = 4096;

/** Two that share it have the same name. */
export const nameKey = (name: string): string => name.trim().normalize("NFKC").toLowerCase();
