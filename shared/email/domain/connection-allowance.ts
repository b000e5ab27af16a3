/** Every account starts with this many connections; accounts of a channel without settings for them stay there. */
const START = 2;
/** RFC 5321 section 4.2 gives a 421 no time, so a server that objected is asked for one more connection after a minute or later. */
const SHORTEST_REST_MS = 60_000;
/** The server may raise its limit one day, so one more is tried at least this often. */
const LONGEST_REST_MS = 3_600_000;
/** A rest ends when halving would make it shorter than this. */
const NO_REST_MS = 1000;
/** Beyond this number, the allowance that was unused for longest is dropped; its account starts again. */
const MANY_ACCOUNTS = 1000;

/** The clock counts monotonic milliseconds. */
type Now = () => number;

export interface ObjectionFacts {
  /** The objected connection or mail began at this time, so one burst of refusals counts once. */
  readonly sinceMs: number;
  /** The server is known to serve this many other connections. */
  readonly holding: number;
}

/**
 * It says how many connections an account may have in this process (W-connections): one more each time all of them brought mails that
 * had waited. When the server objects, it falls to those that work, or to half, and rests. After a rest one more is tried: when that
 * works, the next rest is half as long; when the server objects again, that one is given up, and the next rest is twice as long.
 */
export class ConnectionAllowance {
  readonly #now: Now;
  #most = START;
  #reached = START;
  /** The connections that delivered a mail in this round. The set is weak, because a connection may have closed long ago. */
  #proved = new WeakSet<object>();
  #provedCount = 0;
  #isWaitedFor = false;
  #objectedAtMs = Number.NEGATIVE_INFINITY;
  /** The rest is zero until the server objects. */
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

  /** It applies the maximum of connections that the account's owner has chosen. */
  limitTo(most: number): void {
    this.#most = most;
    this.#reached = Math.min(this.#reached, most);
  }

  /** A message got its permit; `hasWaited` says whether it had to wait. */
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

  /** True for a new objection, and false for another refusal of the same burst. */
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
