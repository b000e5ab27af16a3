import { type Owner, ownerSub } from "./owner.ts";

/**
 * The second, hidden owner of test mode has the owner's id after this text (D48a). No token's `sub` begins with it, because such
 * tokens are refused.
 */
const PREFIX = "hrld_test:";

export const MODES = ["live", "test"] as const;
export type Mode = (typeof MODES)[number];

/** Tells whether a text has the form of a hidden owner's id. */
export const isTestOwner = (owner: string): owner is Owner => owner.startsWith(PREFIX);

/** Returns the hidden owner under which an owner's data of test mode stand. */
export const testOwnerOf = (owner: Owner): Owner => ownerSub.parse(PREFIX + owner);

/** Returns the owner whose test mode a hidden owner is, and any other owner as it is. */
export const personOf = (owner: string): string => (isTestOwner(owner) ? owner.slice(PREFIX.length) : owner);
