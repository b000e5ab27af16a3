import { Readable } from "node:stream";

type Target = NodeJS.WritableStream;

export interface MailProgress {
  /** The server has replied to DATA, and the content begins to leave. */
  readonly onBegin: () => void;
  /** All of it is written, the final dot included. */
  readonly onLeft: () => void;
}

/** A message on its way to the server. Reports its progress, each step once. */
export class MailSource extends Readable {
  readonly #progress: MailProgress;

  constructor(source: Buffer, progress: MailProgress) {
    super({ highWaterMark: source.length + 1 });
    this.#progress = progress;
    this.push(source);
    this.push(null);
  }

  override _read(): void {}

  /** The library pipes it into a stream that adds the final dot, and that one ends when the socket has taken everything. */
  override pipe<To extends Target>(to: To, options?: { readonly end?: boolean }): To {
    this.#progress.onBegin();
    to.once("end", this.#progress.onLeft);
    return super.pipe(to, options);
  }
}
