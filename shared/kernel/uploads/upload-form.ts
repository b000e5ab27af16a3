export interface IncomingFile {
  /** The name as the caller wrote it. */
  readonly filename?: string | undefined;
  readonly declaredType?: string | undefined;
  /** The content, cut off one byte after the largest upload. It has to be read to its end. */
  readonly chunks: AsyncIterable<Uint8Array>;
}

/** A multipart form with exactly one file, which is read once while it arrives. */
export interface UploadForm {
  /**
   * Reads the whole form, passes its file to `accept`, and returns the other fields, which may come before or after the
   * file. Throws Refusal `invalid_request` for a body that is not such a form, ends too early or arrives too slowly.
   */
  read(accept: (file: IncomingFile) => Promise<void>): Promise<ReadonlyMap<string, string>>;
}
