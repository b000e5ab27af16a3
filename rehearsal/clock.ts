/** The clock of queues, metrics and schedules: the machine's own, and what was skipped besides. Functions keep the machine's. */
export class RehearsalClock {
  #skippedMs = 0;

  /** Epoch milliseconds. */
  readonly now = (): number => Date.now() + this.#skippedMs;

  skip(ms: number): void {
    this.#skippedMs += ms;
  }
}
