/** Counts the connections that one account is opening. */
export class Dials {
  #running = 0;
  readonly #watching = new Set<() => void>();

  async run<T>(dial: () => Promise<T>): Promise<T> {
    this.#running += 1;
    try {
      return await dial();
    } finally {
      this.#running -= 1;
      // The waiting callers continue after the caller of `run` has handled the result, so that `isEnough` sees this result.
      setImmediate(() => this.#tell());
    }
  }

  /** Waits until no dial is running, or until `isEnough` holds after one of them has ended. */
  async untilOver(isEnough: () => boolean): Promise<void> {
    while (this.#running > 0 && !isEnough()) await new Promise<void>((resolve) => this.#watching.add(resolve));
  }

  #tell(): void {
    for (const told of this.#watching) told();
    this.#watching.clear();
  }
}
