import type { Owner } from "../../kernel/owner.ts";

/** The owner's people send this text often. */
export interface CannedReply {
  readonly owner: Owner;
  readonly id: string;
  /** Lists show this name; no two replies of an owner share it, whatever its case. */
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
/** This is the limit for a text (L-text). */
export const MAX_CANNED_CHARACTERS = 4096;

/** Two names with the same key count as the same name. */
export const nameKey = (name: string): string => name.trim().normalize("NFKC").toLowerCase();
