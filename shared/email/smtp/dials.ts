/** The dials under way of one account. */
export class Dials {
  #running = 0;
  readonly #watching = new Set<() => void>();

  async run<T>(dial: () => Promise<T>): Promise<T> {
    this.#running += 1;
    try {
      return await dial();
    } finally {
      this.#running -= 1;
      // Later than the one that dialled: what came of it is known then.
      setImmediate(() => this.#tell());
    }
  }

  /** Settles when none is under way, or the condition holds at the end of one. */
  async untilOver(isEnough: () => boolean): Promise<void> {
    while (this.#running > 0 && !isEnough()) await new Promise<void>((resolve) => this.#watching.add(resolve));
  }

  #tell(): void {
    for (const told of this.#watching) told();
    this.#watching.clear();
  }
}
