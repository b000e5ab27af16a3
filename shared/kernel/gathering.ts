export interface GatheringOptions<Wanted> {
  /** Sends the items and tells each one its outcome. It never fails. */
  readonly carry: (some: readonly Wanted[]) => Promise<void>;
  /** Returns how many of the first items fit into one request; at least one. */
  readonly fitting: (wanted: readonly Wanted[]) => number;
}

/**
 * While this many requests are under way, new items wait for the next one, unless they fill a request by themselves.
 */
const MAX_REQUESTS = 2;

/**
 * Collects items into shared requests: those that are added in the same turn of the event loop, or while other requests
 * are under way, go together.
 */
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
