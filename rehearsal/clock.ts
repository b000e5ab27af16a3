/**
 * Gives queues, metrics and schedules the time: the machine's time plus the skipped time. Functions use the machine's
 * clock.
 */
export class RehearsalClock {
  #skippedMs = 0;

  /** Returns epoch milliseconds. */
  readonly now = (): number => Date.now() + this.#skippedMs;

  skip(ms: number): void {
    this.#skippedMs += ms;
  }
}
