/** So long after something was done the same is not done again: it is the rest of a double click, or of a key that is held down. */
const QUIET_MS = 700;

/** Tells a second wish from the rest of the first one. */
export class Echo {
  readonly #now: () => number;
  #content: string | undefined;
  #until = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Whether this has just been done. A key that is held down goes on for longer than any pause: each look begins the time again. */
  isHeard(content: string): boolean {
    const isHeard = content === this.#content && this.#now() < this.#until;
    if (isHeard) this.done(content);
    return isHeard;
  }

  /** What was done has been taken back: the same is a new wish. */
  forget(): void {
    this.#content = undefined;
  }

  done(content: string): void {
    this.#content = content;
    this.#until = this.#now() + QUIET_MS;
  }
}
