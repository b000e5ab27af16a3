/** Writes a file into the bucket piece by piece and holds at most one part of it in memory. */
export interface ObjectWriter {
  write(chunk: Uint8Array): Promise<void>;
  /** Completes the object under its final content type. */
  finish(contentType: string): Promise<void>;
  /**
   * Removes everything that was written, both parts and a finished object. Never throws: the bucket's lifecycle removes
   * what could not be removed here.
   */
  discard(): Promise<void>;
}

export interface NewObject {
  readonly key: string;
  /** Called when the first of several parts is sent, because the type must be given then. */
  readonly likelyContentType: () => string;
  /** Short ASCII texts that are stored with the object and read back with it. */
  readonly metadata?: Readonly<Record<string, string>> | undefined;
}
