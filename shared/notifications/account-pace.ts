/** Until sends of an account have been seen: what a provider nearby takes. */
const FIRST_GUESS_MS = 50;
const REMEMBERED_SENDS = 8;
/** Of the remembered sends, the quickest first: the first sends of a process, and those of a busy moment, say little of an account. */
const LOWER_QUARTILE = REMEMBERED_SENDS / 4;
/** Places are given out a little too densely: a lane that stands empty costs more than a message that comes back once too often. */
const OVERBOOKING = 1.5;
/** A provider that recovers must not find everybody sent away for long. */
const LONGEST_SECONDS = 60;

/** How fast one account goes, and when those come back that were sent away. Times in epoch milliseconds. */
export class AccountPace {
  readonly #lanes: number;
  readonly #latestMs: number[] = Array.from({ length: REMEMBERED_SENDS }, () => FIRST_GUESS_MS);
  /** The running sends, the oldest first. */
  readonly #running = new Set<{ readonly startedAt: number }>();
  #bookedUntil = 0;

  constructor(lanes: number) {
    this.#lanes = lanes;
  }

  /** Call the answer when the send is over. */
  began(now: number): (endedAt: number) => void {
    const send = { startedAt: now };
    this.#running.add(send);
    return (endedAt) => {
      this.#running.delete(send);
      this.#latestMs.push(Math.max(0, endedAt - now));
      this.#latestMs.shift();
    };
  }

  /** How long the last of so many waiting ones will wait. A send that hangs counts for as long as it has hung so far. */
  waitMs(waiting: number, now: number): number {
    const [oldest] = this.#running;
    const hangsMs = oldest === undefined ? 0 : now - oldest.startedAt;
    return (Math.max(this.#meanMs(), hangsMs) * waiting) / this.#lanes;
  }

  /** In how many whole seconds, behind everybody who was sent away before, there will be a place. */
  book(now: number, random: number): number {
    const place = Math.max(now, this.#bookedUntil) + this.#hopefulMs() / this.#lanes / OVERBOOKING;
    const last = now + LONGEST_SECONDS * 1000;
    this.#bookedUntil = Math.min(place, last);
    // Whoever finds no place in that time comes back some time in its second half: all at once they would block everybody else.
    const at = place < last ? place : now + (LONGEST_SECONDS * 1000 * (1 + random)) / 2;
    return Math.max(1, Math.ceil((at - now) / 1000));
  }

  /** Nothing runs and nobody is on the way back. */
  isForgettable(now: number): boolean {
    return this.#running.size === 0 && this.#bookedUntil <= now;
  }

  #meanMs(): number {
    return this.#latestMs.reduce((sum, ms) => sum + ms, 0) / REMEMBERED_SENDS;
  }

  #hopefulMs(): number {
    return this.#latestMs.toSorted((a, b) => a - b)[LOWER_QUARTILE] ?? FIRST_GUESS_MS;
  }
}
