import type { KeyTerms } from "../../kernel/key-terms.ts";
import type { Owner } from "../../kernel/owner.ts";

/** An owner may have at most this many keys. Keys that were revoked or have expired do not count. */
export const MAX_LIVING_KEYS = 100;
/** Lists show this many characters of a key. */
const SHOWN_LENGTH = 12;

export interface ApiKey extends KeyTerms {
  readonly owner: Owner;
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
  /** The last four characters of the key's text; older keys lack them. */
  readonly lastFour?: string | undefined;
  readonly createdAt: string;
  readonly expiresAt?: string | undefined;
  readonly lastUsedAt?: string | undefined;
  readonly revokedAt?: string | undefined;
  /** The time of a rotation that made a successor; this key then lives for the grace period. */
  readonly replacedAt?: string | undefined;
  /** The id of the daily count that this key took over from the key that it replaced; undefined for a count of its own. */
  readonly countId?: string | undefined;
}

/** True for a key that is neither revoked nor expired. */
export function isUsable(key: ApiKey, nowMs: number): boolean {
  return key.revokedAt === undefined && (key.expiresAt === undefined || Date.parse(key.expiresAt) > nowMs);
}

export const shownPrefix = (text: string): string => text.slice(0, SHOWN_LENGTH);
/** The characters are part of the checksum, so they reveal only a few bits of the key. */
export const lastFourOf = (text: string): string => text.slice(-4);

/** Names the daily count of a key. A key and those that it replaced share one count (D47d). */
export const countIdOf = ({ id, countId }: Pick<ApiKey, "id" | "countId">): string => countId ?? id;
