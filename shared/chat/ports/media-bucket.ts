import type { NewObject, ObjectWriter } from "../../kernel/object-writer.ts";

export interface FoundObject {
  readonly key: string;
  readonly sizeBytes: number;
  readonly contentType: string;
}

/** The private bucket of the chat channel's media. */
export interface MediaBucket {
  /** As the provider has to be told it. */
  readonly name: string;
  open(object: NewObject): ObjectWriter;
  /** The first object whose key begins with the prefix. */
  find(prefix: string): Promise<FoundObject | undefined>;
  /** Does nothing when the key is missing. */
  remove(key: string): Promise<void>;
}
