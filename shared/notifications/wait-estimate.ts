/** The time that a provider nearby takes; used until sends of the account are known. */
const FIRST_GUESS_MS = 50;
const REMEMBERED_SENDS = 8;
/** The index among the remembered sends, the quickest first. The first sends of a process, and those of a busy moment, say little about an account. */
const LOWER_QUARTILE = REMEMBERED_SENDS / 4;
/** Retries are planned a little too densely: a permit that nobody uses costs more than a message that is postponed once more. */
const OVERCOMMITMENT = 1.5;
/** Otherwise a provider that recovers would wait for its backlog. */
const LONGEST_SECONDS = 60;

/** How many there are, and how many there will be while messages wait. */
export interface Permits {
  readonly count: number;
  readonly expected: number;
}

/** Estimates how long messages wait for one account, and plans when postponed ones are retried. Times in epoch milliseconds. */
export class WaitEstimate {
  readonly #permits: () => Permits;
  readonly #latestMs: number[] = Array.from({ length: REMEMBERED_SENDS }, () => FIRST_GUESS_MS);
  /** The running sends, the oldest first. */
  readonly #running = new Set<{ readonly startedAt: number }>();
  #reservedUntil = 0;

  constructor(permits: () => Permits) {
    this.#permits = permits;
  }

  /** Call the returned function when the send is over. */
  sendStarted(now: number): (endedAt: number) => void {
    const send = { startedAt: now };
    this.#running.add(send);
    return (endedAt) => {
      this.#running.delete(send);
      this.#latestMs.push(Math.max(0, endedAt - now));
      this.#latestMs.shift();
    };
  }

  /** How long the last of so many waiting messages will wait. A send that hangs counts with the time that it has hung. */
  waitMs(waiting: number, now: number): number {
    const [oldest] = this.#running;
    const hangsMs = oldest === undefined ? 0 : now - oldest.startedAt;
    return (Math.max(this.#meanMs(), hangsMs) * waiting) / this.#permits().count;
  }

  /** In how many whole seconds, after all messages that were postponed before, a permit will be free. */
  reserveSeconds(now: number, random: number): number {
    const place = Math.max(now, this.#reservedUntil) + this.#hopefulMs() / this.#permits().expected / OVERCOMMITMENT;
    const last = now + LONGEST_SECONDS * 1000;
    this.#reservedUntil = Math.min(place, last);
    // A message without a permit in that time is retried in its second half: all at once they would block the others.
    const at = place < last ? place : now + (LONGEST_SECONDS * 1000 * (1 + random)) / 2;
    return Math.max(1, Math.ceil((at - now) / 1000));
  }

  /** Nothing runs, and no postponed message is still to come. */
  isForgettable(now: number): boolean {
    return this.#running.size === 0 && this.#reservedUntil <= now;
  }

  #meanMs(): number {
    return this.#latestMs.reduce((sum, ms) => sum + ms, 0) / REMEMBERED_SENDS;
  }

  #hopefulMs(): number {
    return this.#latestMs.toSorted((a, b) => a - b)[LOWER_QUARTILE] ?? FIRST_GUESS_MS;
  }
}
