export interface MessageFile {
  readonly filename: string;
  readonly contentType?: string | undefined;
  readonly contentId?: string | undefined;
  readonly sizeBytes: number;
}

/** A part holds the bytes of a file from one position on. */
export interface FilePart {
  readonly file: MessageFile;
  readonly bytes: Uint8Array;
  /** The next part begins here; undefined at the end of the file. */
  readonly next?: number | undefined;
}
