import type { NewObject, ObjectWriter } from "../../kernel/object-writer.ts";

export interface FoundObject {
  readonly key: string;
  readonly sizeBytes: number;
  readonly contentType: string;
}

/** The chat channel keeps media in a private bucket. */
export interface MediaBucket {
  /** The bucket's name, which the provider gets to read and write files there. */
  readonly name: string;
  open(object: NewObject): ObjectWriter;
  /** Finds the first object whose key begins with the prefix. */
  find(prefix: string): Promise<FoundObject | undefined>;
  /** Does nothing when the key is missing. */
  remove(key: string): Promise<void>;
}
