/** Limits how much work runs concurrently. Further work waits in the order of its arrival. */
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
      // The permit goes directly to the next in line, so that work which arrives at this moment cannot overtake it.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free += 1;
    }
  }
}
