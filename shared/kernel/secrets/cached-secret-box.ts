import { expiringCache } from "../expiring-cache.ts";
import type { SecretBox } from "./secret-box.ts";

/** A secret is opened once per account and five minutes; a changed one has another sealed text and misses. */
const KEPT = { maxEntries: 1000, ttlMs: 300_000 };

export function cachedSecretBox(box: SecretBox): SecretBox {
  const opened = expiringCache<string>(KEPT);
  return {
    seal: (plain, binding) => box.seal(plain, binding),
    async open(sealed, binding) {
      // The binding is part of the key: a row copied to another owner must not open from the cache either.
      const key = JSON.stringify([binding.owner, binding.accountId, sealed]);
      const kept = opened.get(key);
      if (kept !== undefined) return kept;
      const plain = await box.open(sealed, binding);
      opened.set(key, plain);
      return plain;
    },
  };
}
