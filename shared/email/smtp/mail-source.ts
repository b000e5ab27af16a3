import { Readable, type ReadableOptions } from "node:stream";
import { bytesOf, type MessagePieces, type ReadFile } from "./message-pieces.ts";

type Target = NodeJS.WritableStream;

export interface MailProgress {
  /** The server has replied to DATA, and the content begins to leave. */
  readonly onBegin: () => void;
  /** All of it is written, the final dot included. */
  readonly onLeft: () => void;
}

/** A message on its way to the server. Reports its progress, each step once. */
abstract class Mail extends Readable {
  readonly #progress: MailProgress;

  constructor(progress: MailProgress, options: ReadableOptions) {
    super(options);
    this.#progress = progress;
  }

  /** The library pipes it into a stream that adds the final dot, and that one ends when the socket has taken everything. */
  override pipe<To extends Target>(to: To, options?: { readonly end?: boolean }): To {
    this.#progress.onBegin();
    to.once("end", this.#progress.onLeft);
    return super.pipe(to, options);
  }
}

/** One that is in memory already. */
export class MailSource extends Mail {
  constructor(source: Buffer, progress: MailProgress) {
    super(progress, { highWaterMark: source.length + 1 });
    this.push(source);
    this.push(null);
  }

  override _read(): void {}
}

/** One whose files are read as the server takes it. Fails, without an end, when a file cannot be read. */
export class StreamedMail extends Mail {
  readonly #bytes: AsyncGenerator<Buffer>;

  constructor(message: MessagePieces, read: ReadFile, progress: MailProgress) {
    super(progress, { highWaterMark: 1 });
    this.#bytes = bytesOf(message, read);
  }

  override _read(): void {
    this.#bytes.next().then(
      ({ done, value }) => this.push(done ? null : value),
      (error: unknown) => this.destroy(error instanceof Error ? error : new Error(String(error))),
    );
  }
}
