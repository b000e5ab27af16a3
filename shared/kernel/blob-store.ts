/** Stores content that does not fit into a table item (D18). Each key is written only once. */
export interface BlobStore {
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Throws when the key is missing. */
  get(key: string): Promise<Uint8Array>;
  /** Does nothing when the key is missing. */
  remove(key: string): Promise<void>;
}
