import type { BlobStore } from "../../shared/kernel/blob-store.ts";

export interface InMemoryBlobStore extends BlobStore {
  readonly blobs: Map<string, Uint8Array>;
  /** Returns how many objects were erased. */
  eraseBelow(prefix: string): Promise<number>;
}

export function inMemoryBlobStore(): InMemoryBlobStore {
  const blobs = new Map<string, Uint8Array>();
  return {
    blobs,
    put: async (key, bytes) => void blobs.set(key, bytes),
    async get(key) {
      const bytes = blobs.get(key);
      if (bytes === undefined) throw new Error(`no such blob: ${key}`);
      return bytes;
    },
    remove: async (key) => void blobs.delete(key),
    async eraseBelow(prefix) {
      const keys = [...blobs.keys()].filter((key) => key.startsWith(prefix));
      for (const key of keys) blobs.delete(key);
      return keys.length;
    },
  };
}
