/** Every account starts with so many; those of a channel that names no more of its own keep to them. */
const START = 2;
/** RFC 5321 section 4.2 gives a 421 no time. A server that had enough of us is left alone for a minute. */
const RESTING_MS = 60_000;
/** The allowances of accounts that were not asked for longest are dropped beyond; such an account starts again. */
const MANY_ACCOUNTS = 1000;

/** Monotonic milliseconds. */
type Now = () => number;

/**
 * How many connections an account may have in this process: one more each time as many mails were taken as it has connections, all of
 * which had to wait for one; half as many once the server objects, and then no more for a minute.
 */
export class ConnectionAllowance {
  readonly #now: Now;
  #most = START;
  #reached = START;
  #takenAfterWaiting = 0;
  #isWaitedFor = false;
  #objectedAtMs = Number.NEGATIVE_INFINITY;

  constructor(now: Now) {
    this.#now = now;
  }

  /** At least one. */
  get count(): number {
    const floor = this.#isResting ? 1 : START;
    return Math.min(Math.max(this.#reached, floor), this.#most);
  }

  /** As many as it comes to have while mails wait and the server does not object. */
  get expected(): number {
    return this.#isResting ? this.count : this.#most;
  }

  /** The account's own setting. */
  limitTo(most: number): void {
    this.#most = most;
    this.#reached = Math.min(this.#reached, most);
  }

  /** A message of the account may send: whether it had to wait for that. */
  acquired({ hasWaited }: { readonly hasWaited: boolean }): void {
    this.#isWaitedFor = hasWaited;
    if (!hasWaited) this.#takenAfterWaiting = 0;
  }

  /** The server took a mail. */
  succeeded(): void {
    if (!this.#isWaitedFor || this.#isResting) return;
    this.#takenAfterWaiting += 1;
    if (this.#takenAfterWaiting < this.count) return;
    this.#takenAfterWaiting = 0;
    this.#reached = Math.min(this.count + 1, this.#most);
  }

  /** The server objects to so many connections, in answer to something that began at `sinceMs`: one burst of refusals counts once. */
  objected(sinceMs: number): void {
    if (sinceMs <= this.#objectedAtMs) return;
    this.#reached = Math.max(1, Math.floor(this.count / 2));
    this.#takenAfterWaiting = 0;
    this.#objectedAtMs = this.#now();
  }

  get #isResting(): boolean {
    return this.#now() < this.#objectedAtMs + RESTING_MS;
  }
}

/** The allowances by account: the limiter's permits and the mailer's connections are one number. */
export class ConnectionAllowances {
  readonly #now: Now;
  readonly #allowances = new Map<string, ConnectionAllowance>();

  constructor(now: Now) {
    this.#now = now;
  }

  of(accountId: string): ConnectionAllowance {
    const allowance = this.#allowances.get(accountId) ?? new ConnectionAllowance(this.#now);
    this.#allowances.delete(accountId);
    this.#allowances.set(accountId, allowance);
    const [oldest] = this.#allowances.keys();
    if (this.#allowances.size > MANY_ACCOUNTS && oldest !== undefined) this.#allowances.delete(oldest);
    return allowance;
  }
}
