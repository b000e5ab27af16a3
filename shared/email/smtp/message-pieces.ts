import { base64Size } from "../domain/message-size.ts";

/** A file whose bytes are read while the message is sent. */
export interface StoredFile {
  readonly key: string;
  readonly sizeBytes: number;
}

/** A message in pieces, so that it is never as a whole in memory. Its stored files are read and encoded only when it is sent. */
export interface MessagePieces {
  /** `length` counts the bytes that are sent, without the dots that SMTP adds. */
  readonly length: number;
  readonly pieces: readonly (Buffer | StoredFile)[];
}

export const messagePieces = (pieces: MessagePieces["pieces"]): MessagePieces => ({
  pieces,
  length: pieces.reduce((sum, piece) => sum + ("key" in piece ? base64Size(piece.sizeBytes) : piece.length), 0),
});

/** Reads bytes of a stored file. Throws when it cannot read all of them. */
export type ReadFile = (key: string, from: number, bytes: number) => Promise<Uint8Array>;

/** Thrown when a file's bytes have changed or are gone. The message must not be ended then. */
export class FileUnreadableError extends Error {
  override readonly name = "FileUnreadableError";
}

/** A file is read in pieces of whole base64 lines; only one piece is in memory. */
const LINE_BYTES = 57;
const READ_BYTES = LINE_BYTES * 8192;
const ENCODED_BYTES = LINE_BYTES * 512;

/** Yields the bytes of a message, in order. */
export async function* bytesOf({ pieces }: MessagePieces, read: ReadFile): AsyncGenerator<Buffer> {
  for (const piece of pieces) {
    if ("key" in piece) yield* encodedFile(piece, read);
    else yield piece;
  }
}

async function* encodedFile({ key, sizeBytes }: StoredFile, read: ReadFile): AsyncGenerator<Buffer> {
  for (let from = 0; from < sizeBytes; from += READ_BYTES) {
    const bytes = await wholeRange(read, { key, from, bytes: Math.min(READ_BYTES, sizeBytes - from) });
    for (let start = 0; start < bytes.length; start += ENCODED_BYTES)
      yield encodedLines(bytes.subarray(start, start + ENCODED_BYTES), from + start === 0);
  }
}

const BREAK = "\r\n";

/** Encodes line by line, because the string of a whole piece would stay in memory for long. */
function encodedLines(bytes: Buffer, isFirst: boolean): Buffer {
  const lines = Buffer.allocUnsafe(base64Size(bytes.length) + (isFirst ? 0 : BREAK.length));
  let at = 0;
  for (let start = 0; start < bytes.length; start += LINE_BYTES) {
    if (start > 0 || !isFirst) at += lines.write(BREAK, at, "latin1");
    at += lines.write(bytes.toString("base64", start, start + LINE_BYTES), at, "latin1");
  }
  return lines;
}

interface Range {
  readonly key: string;
  readonly from: number;
  readonly bytes: number;
}

async function wholeRange(read: ReadFile, { key, from, bytes }: Range): Promise<Buffer> {
  try {
    const found = await read(key, from, bytes);
    if (found.length === bytes) return Buffer.from(found.buffer, found.byteOffset, found.length);
  } catch (cause) {
    throw new FileUnreadableError("a file could not be read", { cause });
  }
  throw new FileUnreadableError("a file is shorter than it was");
}
