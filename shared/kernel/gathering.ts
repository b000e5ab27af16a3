export interface GatheringOptions<Wanted> {
  /** Never fails: it tells each of the wanted what became of it. */
  readonly carry: (some: readonly Wanted[]) => Promise<void>;
  /** How many of the wanted, the first ones, one request has room for: at least one. */
  readonly fitting: (wanted: readonly Wanted[]) => number;
}

/** What is wanted while so many requests are on their way goes together with the next one, unless it fills one by itself. */
const MAX_REQUESTS = 2;

/** Lets what is wanted in the same turn of the event loop, or while others wait for an answer, share a request. */
export class Gathering<Wanted> {
  readonly #options: GatheringOptions<Wanted>;
  #wanted: Wanted[] = [];
  #planned: NodeJS.Immediate | undefined;
  #requests = 0;

  constructor(options: GatheringOptions<Wanted>) {
    this.#options = options;
  }

  add(one: Wanted): void {
    this.#wanted.push(one);
    this.#plan();
  }

  #plan(): void {
    if (this.#planned !== undefined || this.#wanted.length === 0) return;
    this.#planned = setImmediate(() => {
      this.#planned = undefined;
      this.#send();
    });
  }

  #send(): void {
    const isFree = this.#requests < MAX_REQUESTS;
    const settled = () => {
      this.#requests -= 1;
      this.#plan();
    };
    for (;;) {
      const count = this.#options.fitting(this.#wanted);
      const isFull = count < this.#wanted.length;
      if (this.#wanted.length === 0 || !(isFree || isFull)) return;
      this.#requests += 1;
      this.#options.carry(this.#wanted.splice(0, count)).then(settled, settled);
    }
  }
}
