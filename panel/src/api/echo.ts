/** Within this time, the same action counts as part of a double click or of a key that is held down. */
const QUIET_MS = 700;

/** Tells a second action from an accidental repetition of the first. */
export class Echo {
  readonly #now: () => number;
  #content: string | undefined;
  #until = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Says whether the same action was done just now. A key that is held down repeats for long, so each repetition extends the time. */
  isHeard(content: string): boolean {
    const isHeard = content === this.#content && this.#now() < this.#until;
    if (isHeard) this.done(content);
    return isHeard;
  }

  /** Called after an undo, so that the same action counts as new. */
  forget(): void {
    this.#content = undefined;
  }

  done(content: string): void {
    this.#content = content;
    this.#until = this.#now() + QUIET_MS;
  }
}
