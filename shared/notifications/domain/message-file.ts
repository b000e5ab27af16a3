/** A file that goes with a message. */
export interface MessageFile {
  readonly filename: string;
  readonly contentType?: string | undefined;
  readonly contentId?: string | undefined;
  readonly sizeBytes: number;
}

/** A part of a file, from a position on. */
export interface FilePart {
  readonly file: MessageFile;
  readonly bytes: Uint8Array;
  /** Where the next part begins; undefined at the end. */
  readonly next?: number | undefined;
}
