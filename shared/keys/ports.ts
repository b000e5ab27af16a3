import type { Owner } from "../kernel/owner.ts";
import type { ApiKey } from "./domain/api-key.ts";
import type { DailyCount } from "./domain/daily-count.ts";

export type ApiKeyChange = Pick<ApiKey, "revokedAt" | "expiresAt" | "replacedAt">;

export type CountOfDay = Pick<DailyCount, "countId" | "day">;

export interface DailyUses {
  /** Returns how much of each of these counts (at most 100) was used on its day; 0 for one without an entry. */
  usedOn(counts: readonly CountOfDay[]): Promise<ReadonlyMap<string, number>>;
}

/** The store finds a key by the SHA-256 of its text, and keeps the text nowhere. */
export interface ApiKeyStore {
  /** Returns false when the owner has `MAX_LIVING_KEYS` already. The limit holds even for keys that are added at the same time. */
  add(key: ApiKey, hash: string): Promise<boolean>;
  /** Returns the key of any owner, also a revoked or expired one, and may lag by up to 30 seconds (D9). */
  findByHash(hash: string): Promise<ApiKey | undefined>;
  /** Lists every living key, and the ended keys among the newest 1000; newest first. */
  list(owner: Owner): Promise<readonly ApiKey[]>;
  get(owner: Owner, id: string): Promise<ApiKey | undefined>;
  /** Sets when the key ends, and when it was replaced. Returns false when the owner has no such key. */
  change(owner: Owner, id: string, change: ApiKeyChange): Promise<boolean>;
  /** Notes the hour of the last use, with at most one write for each hour and key. */
  noteUse(key: ApiKey, hash: string, at: string): Promise<void>;
}
