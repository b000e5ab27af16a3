/** A file on its way into the bucket, in pieces; not more than one part of it is held in memory. */
export interface MediaWriter {
  write(chunk: Uint8Array): Promise<void>;
  /** Makes the object, under its final content type. */
  finish(contentType: string): Promise<void>;
  /** Leaves nothing behind, neither parts nor the finished object. Never throws: what could not be removed falls to the bucket's lifecycle. */
  discard(): Promise<void>;
}

export interface NewObject {
  readonly key: string;
  /** Asked when the first part leaves, if the file has more than one. */
  readonly likelyContentType: () => string;
}

export interface FoundObject {
  readonly key: string;
  readonly sizeBytes: number;
  readonly contentType: string;
}

/** The private bucket of the chat channel's media. */
export interface MediaBucket {
  /** As the provider has to be told it. */
  readonly name: string;
  open(object: NewObject): MediaWriter;
  /** The first object whose key begins with the prefix. */
  find(prefix: string): Promise<FoundObject | undefined>;
  /** Does nothing when the key is missing. */
  remove(key: string): Promise<void>;
}
