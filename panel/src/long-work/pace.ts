/** The panel's limit is 5 requests a second and bursts of 120; this share of it leaves the rest of the panel usable. */
const PER_SECOND = 4;
const BURST = 20;

/** Spreads the requests of long work over time. */
export class Pace {
  readonly #now: () => number;
  #free = BURST;
  #at: number;

  constructor(now: () => number) {
    this.#now = now;
    this.#at = now();
  }

  /** Takes a place for one request and returns the milliseconds until it may be sent. */
  take(): number {
    const now = this.#now();
    this.#free = Math.min(BURST, this.#free + ((now - this.#at) / 1000) * PER_SECOND) - 1;
    this.#at = now;
    return Math.max(0, (-this.#free / PER_SECOND) * 1000);
  }
}
