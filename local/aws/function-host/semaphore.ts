/** So many pieces of work at once; the others wait, in the order in which they came. */
export class Semaphore {
  readonly #waiting: (() => void)[] = [];
  #free: number;

  constructor(count: number) {
    this.#free = count;
  }

  async run<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    if (this.#free === 0) await new Promise<void>((resume) => this.#waiting.push(resume));
    else this.#free -= 1;
    try {
      return await work();
    } finally {
      // Handed on directly: who comes just now must not overtake who waits.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free += 1;
    }
  }
}
