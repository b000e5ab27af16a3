/** Every account starts with this many connections. The accounts of a channel that cannot set them keep this number. */
const START = 2;
/** A server that objected gets no further connection for at least a minute, because a 421 names no time to wait (RFC 5321 section 4.2). */
const SHORTEST_REST_MS = 60_000;
/** One more connection is tried at least this often, because the server may raise its limit one day. */
const LONGEST_REST_MS = 3_600_000;
/** A pause before trying another connection ends when halving would make it shorter than this time. */
const NO_REST_MS = 1000;
/** Above this number of accounts, the allowance that was unused for longest is forgotten, and its account starts again with `START`. */
const MANY_ACCOUNTS = 1000;

/** The clock counts monotonic milliseconds. */
type Now = () => number;

export interface ObjectionFacts {
  /** The monotonic millisecond at which the refused connection or mail began. By it, a burst of refusals counts as one. */
  readonly sinceMs: number;
  /** The number of other connections that the server is known to serve. */
  readonly holding: number;
}

/**
 * The number of connections that an account may have in this process (W-connections). The number grows by one each time all connections
 * have delivered mails that had waited. When the server objects, the number falls to the connections that work, or to half, and stays
 * there for a pause (a rest). After the rest one more connection is tried: when this connection works, the next rest is half as long; when
 * the server objects to it, it is given up, and the next rest is twice as long.
 */
export class ConnectionAllowance {
  readonly #now: Now;
  #most = START;
  #reached = START;
  /** The connections that delivered a mail since the number last changed. The set is weak, because a connection may have closed since. */
  #proved = new WeakSet<object>();
  #provedCount = 0;
  #isWaitedFor = false;
  #objectedAtMs = Number.NEGATIVE_INFINITY;
  /** A rest is the time without a further connection after an objection, in milliseconds; zero until the server objects. */
  #restMs = 0;
  #restsUntilMs = Number.NEGATIVE_INFINITY;
  /** `isTrying` is true while one more connection is tried after a rest. */
  #isTrying = false;

  constructor(now: Now) {
    this.#now = now;
  }

  /** The number of connections is at least one. */
  get count(): number {
    const floor = this.#isResting ? 1 : START;
    return Math.min(Math.max(this.#reached, floor), this.#most);
  }

  /** The number of connections that the account will soon have if mails keep waiting. */
  get expected(): number {
    return this.#restMs > 0 ? this.count : this.#most;
  }

  /** Sets the maximum, which is the number that the account's owner has chosen. */
  limitTo(most: number): void {
    this.#most = most;
    this.#reached = Math.min(this.#reached, most);
  }

  /** Notes that a message got its permit; `hasWaited` is true if the message had to wait for the permit. */
  acquired({ hasWaited }: { readonly hasWaited: boolean }): void {
    this.#isWaitedFor = hasWaited;
    if (!hasWaited) this.#beginRound();
  }

  /** Notes that the server took a mail over `connection`. */
  succeeded(connection: object): void {
    if (!this.#isWaitedFor) return;
    if (this.#proved.has(connection)) return;
    this.#proved.add(connection);
    this.#provedCount += 1;
    if (this.#provedCount < this.count) return;
    this.#beginRound();
    if (!this.#isResting && this.count < this.#most) this.#grow();
  }

  /** Notes that the server objected, and lowers the number. Returns false for another refusal of the same burst, which changes nothing. */
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

/** Each account has one allowance, which the limiter's permits and the mailer's connections share. */
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
