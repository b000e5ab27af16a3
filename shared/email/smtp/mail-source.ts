import { Readable } from "node:stream";

type Target = NodeJS.WritableStream;

/** A message on its way to the server. Says once when all of it is written, the final dot included. */
export class MailSource extends Readable {
  readonly #onLeft: () => void;

  constructor(source: Buffer, onLeft: () => void) {
    super({ highWaterMark: source.length + 1 });
    this.#onLeft = onLeft;
    this.push(source);
    this.push(null);
  }

  override _read(): void {}

  /** The library pipes it into a stream that adds the final dot, and that one ends when the socket has taken everything. */
  override pipe<To extends Target>(to: To, options?: { readonly end?: boolean }): To {
    to.once("end", this.#onLeft);
    return super.pipe(to, options);
  }
}
