import { type ApiKey, isUsable, MAX_LIVING_KEYS } from "../../shared/keys/domain/api-key.ts";
import type { ApiKeyStore } from "../../shared/keys/ports.ts";

/** A double in memory that passes the same contract test as the DynamoDB store (test/contract/ports/api-key-store.test.ts). */
export function inMemoryApiKeyStore(): ApiKeyStore {
  const byHash = new Map<string, ApiKey>();
  const find = (owner: string, id: string) => [...byHash].find(([, key]) => key.owner === owner && key.id === id);
  return {
    async add(key, hash) {
      if (byHash.has(hash) || find(key.owner, key.id)) throw new Error("an API key of this id or hash exists already");
      const nowMs = Date.parse(key.createdAt);
      const living = [...byHash.values()].filter((one) => one.owner === key.owner && isUsable(one, nowMs));
      if (living.length >= MAX_LIVING_KEYS) return false;
      byHash.set(hash, key);
      return true;
    },
    findByHash: async (hash) => byHash.get(hash),
    list: async (owner) =>
      [...byHash.values()].filter((key) => key.owner === owner).sort((a, b) => (a.id < b.id ? 1 : -1)),
    get: async (owner, id) => find(owner, id)?.[1],
    async change(owner, id, { revokedAt, expiresAt, replacedAt }) {
      const [hash, key] = find(owner, id) ?? [];
      if (hash === undefined || key === undefined) return false;
      byHash.set(hash, {
        ...key,
        revokedAt: key.revokedAt ?? revokedAt,
        expiresAt: expiresAt ?? key.expiresAt,
        replacedAt: replacedAt ?? key.replacedAt,
      });
      return true;
    },
    async noteUse(key, hash, at) {
      const hour = `${at.slice(0, "2026-01-01T00".length)}:00:00.000Z`;
      const kept = byHash.get(hash);
      if (kept && kept.id === key.id && (kept.lastUsedAt ?? "") < hour) byHash.set(hash, { ...kept, lastUsedAt: hour });
    },
  };
}
