interface Limits {
  readonly perSecond: number;
  readonly burst: number;
}

/**
 * The panel's routes allow 5 requests a second and bursts of 120; long work uses only this share of it, so that the other
 * pages of the panel stay usable.
 */
const OF_PANEL: Limits = { perSecond: 4, burst: 20 };
/** The routes for programs allow a token 1 request a second and bursts of 30. */
export const OF_PROGRAMS: Limits = { perSecond: 0.8, burst: 15 };

/** Spreads the requests of long work over time. */
export class Pace {
  readonly #now: () => number;
  readonly #limits: Limits;
  #free: number;
  #at: number;

  constructor(now: () => number, limits = OF_PANEL) {
    this.#now = now;
    this.#limits = limits;
    this.#free = limits.burst;
    this.#at = now();
  }

  /** Takes a place for one request and returns the milliseconds until it may be sent. */
  take(): number {
    const now = this.#now();
    const { perSecond, burst } = this.#limits;
    this.#free = Math.min(burst, this.#free + ((now - this.#at) / 1000) * perSecond) - 1;
    this.#at = now;
    return Math.max(0, (-this.#free / perSecond) * 1000);
  }
}
