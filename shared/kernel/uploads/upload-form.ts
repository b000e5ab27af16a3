export interface IncomingFile {
  /** As the caller wrote it. */
  readonly filename?: string | undefined;
  readonly declaredType?: string | undefined;
  /** Cut off one byte beyond the largest upload. To be read to its end. */
  readonly chunks: AsyncIterable<Uint8Array>;
}

/** A multipart form with exactly one file, read once, while it comes in. */
export interface UploadForm {
  /**
   * Reads the whole form, hands over its file, and answers its other fields. The file may come before or after them.
   * Throws Refusal `invalid_request` for what is no such form, ends too early or comes too slowly.
   */
  read(accept: (file: IncomingFile) => Promise<void>): Promise<ReadonlyMap<string, string>>;
}
