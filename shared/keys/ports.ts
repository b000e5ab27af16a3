import type { Owner } from "../kernel/owner.ts";
import type { ApiKey } from "./domain/api-key.ts";

export type ApiKeyChange = Pick<ApiKey, "revokedAt" | "expiresAt" | "replacedAt">;

/** Keys are kept by the SHA-256 of their text; the text itself is nowhere. */
export interface ApiKeyStore {
  /** False when the owner has `MAX_LIVING_KEYS` at the moment of its creation; exact however many are added at once. */
  add(key: ApiKey, hash: string): Promise<boolean>;
  /** The key of any owner, revoked and expired ones included; may lag by up to 30 seconds behind a change (D9). */
  findByHash(hash: string): Promise<ApiKey | undefined>;
  /** Newest first: every living key, and those that are over among the newest 1000. */
  list(owner: Owner): Promise<readonly ApiKey[]>;
  get(owner: Owner, id: string): Promise<ApiKey | undefined>;
  /** Sets when the key ends, and when it was replaced. Answers false when the owner has no such key. */
  change(owner: Owner, id: string, change: ApiKeyChange): Promise<boolean>;
  /** Hourly resolution: writes at most once an hour and key. */
  noteUse(key: ApiKey, hash: string, at: string): Promise<void>;
}
