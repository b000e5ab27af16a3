/** Every account starts with so many; those of a channel that names no more of its own keep to them. */
const START = 2;
/** RFC 5321 section 4.2 gives a 421 no time. A server that had enough of us is asked for one more after a minute at the earliest. */
const SHORTEST_REST_MS = 60_000;
/** Its limit may be raised one day. */
const LONGEST_REST_MS = 3_600_000;
/** A rest that has been halved to less than this is none. */
const NO_REST_MS = 1000;
/** The allowances of accounts that were not asked for longest are dropped beyond; such an account starts again. */
const MANY_ACCOUNTS = 1000;

/** Monotonic milliseconds. */
type Now = () => number;

export interface ObjectionFacts {
  /** When that began to which the server objects: one burst of refusals counts once. */
  readonly sinceMs: number;
  /** How many other connections it is known to serve. */
  readonly holding: number;
}

/**
 * How many connections an account may have in this process (W-connections): one more each time as each of them has brought a mail that had
 * to wait. Once the server objects it falls to those that are known to work, at least to half, and rests. After a rest one more is tried:
 * where that holds, the next rest is half as long; where the server objects, that one is given up, and the next rest is twice as long.
 */
export class ConnectionAllowance {
  readonly #now: Now;
  #most = START;
  #reached = START;
  /** Those that have brought a mail since the latest round; weak, since a connection may be long closed. */
  #proved = new WeakSet<object>();
  #provedCount = 0;
  #isWaitedFor = false;
  #objectedAtMs = Number.NEGATIVE_INFINITY;
  /** Zero until the server objects. */
  #restMs = 0;
  #restsUntilMs = Number.NEGATIVE_INFINITY;
  /** The latest change was one more after a rest. */
  #isTrying = false;

  constructor(now: Now) {
    this.#now = now;
  }

  /** At least one. */
  get count(): number {
    const floor = this.#isResting ? 1 : START;
    return Math.min(Math.max(this.#reached, floor), this.#most);
  }

  /** As many as it soon comes to have while mails wait. */
  get expected(): number {
    return this.#restMs > 0 ? this.count : this.#most;
  }

  /** The account's own setting. */
  limitTo(most: number): void {
    this.#most = most;
    this.#reached = Math.min(this.#reached, most);
  }

  /** A message of the account may send: whether it had to wait for that. */
  acquired({ hasWaited }: { readonly hasWaited: boolean }): void {
    this.#isWaitedFor = hasWaited;
    if (!hasWaited) this.#beginRound();
  }

  /** The server took a mail over this connection. */
  succeeded(connection: object): void {
    if (!this.#isWaitedFor) return;
    if (this.#proved.has(connection)) return;
    this.#proved.add(connection);
    this.#provedCount += 1;
    if (this.#provedCount < this.count) return;
    this.#beginRound();
    if (!this.#isResting && this.count < this.#most) this.#grow();
  }

  /** Answers whether this is a new objection, and not another refusal of the same burst. */
  objected({ sinceMs, holding }: ObjectionFacts): boolean {
    if (sinceMs <= this.#objectedAtMs) return false;
    const { count } = this;
    const wasTrying = this.#isTrying || count > this.#reached;
    const kept = wasTrying ? count - 1 : Math.max(Math.floor(count / 2), Math.min(holding, count - 1));
    this.#reached = Math.max(1, kept);
    this.#restMs = Math.max(SHORTEST_REST_MS, Math.min(LONGEST_REST_MS, wasTrying ? this.#restMs * 2 : this.#restMs));
    this.#objectedAtMs = this.#now();
    this.#restsUntilMs = this.#objectedAtMs + this.#restMs;
    this.#isTrying = false;
    this.#beginRound();
    return true;
  }

  #beginRound(): void {
    if (this.#provedCount > 0) this.#proved = new WeakSet();
    this.#provedCount = 0;
  }

  #grow(): void {
    this.#reached = this.count + 1;
    if (this.#isTrying) this.#restMs = this.#restMs / 2 < NO_REST_MS ? 0 : this.#restMs / 2;
    this.#isTrying = this.#restMs > 0;
    this.#restsUntilMs = this.#now() + this.#restMs / 2;
  }

  get #isResting(): boolean {
    return this.#now() < this.#restsUntilMs;
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
