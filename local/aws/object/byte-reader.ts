import { incompleteBody, S3Error } from "./s3-error.ts";

/** Reads lines and counted bytes from a stream. It holds at most one chunk in memory. */
export class ByteReader {
  readonly #source: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** Returns the next line without its CRLF. */
  async line(maxBytes: number): Promise<string> {
    for (;;) {
      const end = this.#rest.indexOf("\r\n");
      if (end >= 0) {
        const line = this.#rest.subarray(0, end).toString("latin1");
        this.#rest = this.#rest.subarray(end + 2);
        return line;
      }
      if (this.#rest.length > maxBytes) throw new S3Error("InvalidRequest", "The body is not in aws-chunked encoding.");
      const more = await this.#next();
      if (!more) throw incompleteBody();
      this.#rest = Buffer.concat([this.#rest, more]);
    }
  }

  /** Yields exactly `count` bytes in pieces. */
  async *bytes(count: number): AsyncGenerator<Buffer> {
    for (let left = count; left > 0; ) {
      if (this.#rest.length === 0) this.#rest = (await this.#next()) ?? fail();
      const piece = this.#rest.subarray(0, left);
      this.#rest = this.#rest.subarray(piece.length);
      left -= piece.length;
      if (piece.length > 0) yield piece;
    }
  }

  async #next(): Promise<Buffer | undefined> {
    const step = await this.#source.next();
    return step.done ? undefined : step.value;
  }
}

function fail(): never {
  throw incompleteBody();
}
