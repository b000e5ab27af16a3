import type { DataKeyStore, StoredDataKey } from "../../shared/kernel/secrets/data-keys.ts";

/** Keeps data keys in a list that a test may add to, and counts how often it was read. */
export function inMemoryDataKeyStore() {
  const keys: StoredDataKey[] = [];
  const store: DataKeyStore & { reads: number; readonly keys: StoredDataKey[] } = {
    reads: 0,
    keys,
    async list() {
      store.reads += 1;
      return [...keys];
    },
    async addFirst(key: StoredDataKey) {
      if (keys.length === 0) keys.push(key);
      return [...keys];
    },
  };
  return store;
}
