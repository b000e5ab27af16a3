import { Readable, type ReadableOptions } from "node:stream";
import { bytesOf, type MessagePieces, type ReadFile } from "./message-pieces.ts";

type Target = NodeJS.WritableStream;

export interface MailProgress {
  /** Called when the server has replied to DATA and the content begins to leave. */
  readonly onBegin: () => void;
  /** Called when everything is written, including the final dot. */
  readonly onLeft: () => void;
}

/** A message that is being written to the server. It reports to `MailProgress` when it begins to leave and when it has left. */
abstract class Mail extends Readable {
  readonly #progress: MailProgress;

  constructor(progress: MailProgress, options: ReadableOptions) {
    super(options);
    this.#progress = progress;
  }

  /** The library pipes the message into a stream that adds the final dot. That stream ends when the socket has taken everything. */
  override pipe<To extends Target>(to: To, options?: { readonly end?: boolean }): To {
    this.#progress.onBegin();
    to.once("end", this.#progress.onLeft);
    return super.pipe(to, options);
  }
}

/** A message that is in memory already. */
export class MailSource extends Mail {
  constructor(source: Buffer, progress: MailProgress) {
    super(progress, { highWaterMark: source.length + 1 });
    this.push(source);
    this.push(null);
  }

  override _read(): void {}
}

/** A message whose files are read while it is sent. When a file cannot be read, the stream fails, and the final dot is not sent. */
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
