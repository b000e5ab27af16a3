/** It counts the connections that one account is opening. */
export class Dials {
  #running = 0;
  readonly #watching = new Set<() => void>();

  async run<T>(dial: () => Promise<T>): Promise<T> {
    this.#running += 1;
    try {
      return await dial();
    } finally {
      this.#running -= 1;
      // This runs after the caller that dialled, so that the result is known then.
      setImmediate(() => this.#tell());
    }
  }

  /** It settles when no dial is running, or when the condition holds after one. */
  async untilOver(isEnough: () => boolean): Promise<void> {
    while (this.#running > 0 && !isEnough()) await new Promise<void>((resolve) => this.#watching.add(resolve));
  }

  #tell(): void {
    for (const told of this.#watching) told();
    this.#watching.clear();
  }
}
