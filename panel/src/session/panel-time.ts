/** A smaller difference comes from the way of an answer, and not from a move of the clock. */
const UNNOTICED_MS = 2000;

/** The time by which a page judges its times. In test mode it is ahead of real time, as far as the owner moved the clock, and runs on. */
export class PanelTime {
  readonly #realNow: () => number;
  readonly #listeners = new Set<() => void>();
  #aheadMs = 0;

  constructor(realNow: () => number = Date.now) {
    this.#realNow = realNow;
  }

  /** Returns the time in epoch milliseconds. */
  readonly now = (): number => this.#realNow() + this.#aheadMs;

  /** Changes with each move of the clock. */
  readonly aheadMs = (): number => this.#aheadMs;

  /** Takes over the time of the service, which has just arrived. */
  follow(now: string): void {
    const aheadMs = Date.parse(now) - this.#realNow();
    if (Number.isNaN(aheadMs) || Math.abs(aheadMs - this.#aheadMs) < UNNOTICED_MS) return;
    this.#aheadMs = aheadMs;
    for (const listener of this.#listeners) listener();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}
