import type { Owner } from "../../kernel/owner.ts";

/** A text that the owner's people send often and have stored under a name. */
export interface CannedReply {
  readonly owner: Owner;
  readonly id: string;
  /** Lists show this name; no two replies of an owner share it, whatever its case. */
  readonly name: string;
  readonly text: string;
  readonly updatedAtMs: number;
  /** The revision changes with every write. */
  readonly revision: string;
}

/** A reply as it is given to the store, which adds the revision. */
export type CannedReplyWrite = Omit<CannedReply, "revision">;

/** Each owner may have this many canned replies. */
export const MAX_CANNED_REPLIES = 200;
export const MAX_NAME_CHARACTERS = 60;
/** The limit for a text (L-text). */
export const MAX_CANNED_CHARACTERS = 4096;

/** Two names with the same key count as the same name. */
export const nameKey = (name: string): string => name.trim().normalize("NFKC").toLowerCase();
