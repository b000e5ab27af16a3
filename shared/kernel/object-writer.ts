/** A file on its way into the bucket, in pieces; not more than one part of it is held in memory. */
export interface ObjectWriter {
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
  /** Comes back with the object: short, and in ASCII. */
  readonly metadata?: Readonly<Record<string, string>> | undefined;
}
