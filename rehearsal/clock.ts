/**
 * The clock of queues, metrics and schedules: the machine's clock plus the time that was skipped. Functions use the
 * machine's clock.
 */
export class RehearsalClock {
  #skippedMs = 0;

  /** Returns epoch milliseconds. */
  readonly now = (): number => Date.now() + this.#skippedMs;

  skip(ms: number): void {
    this.#skippedMs += ms;
  }
}
