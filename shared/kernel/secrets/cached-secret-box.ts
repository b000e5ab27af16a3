import { expiringCache } from "../expiring-cache.ts";
import type { SecretBox } from "./secret-box.ts";

/**
 * A secret is decrypted at most once in five minutes for each account. A changed secret has another sealed text and is
 * not found in the cache.
 */
const KEPT = { maxEntries: 1000, ttlMs: 300_000 };

export function cachedSecretBox(box: SecretBox): SecretBox {
  const opened = expiringCache<string>(KEPT);
  return {
    seal: (plain, binding) => box.seal(plain, binding),
    async open(sealed, binding) {
      // The binding is part of the key, so that a row that was copied to another owner is not opened from the cache.
      const key = JSON.stringify([binding.owner, binding.accountId, sealed]);
      const kept = opened.get(key);
      if (kept !== undefined) return kept;
      const plain = await box.open(sealed, binding);
      opened.set(key, plain);
      return plain;
    },
  };
}
