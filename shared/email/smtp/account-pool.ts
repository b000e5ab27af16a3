import type { ConnectionAllowance } from "../domain/connection-allowance.ts";
import type { Attempt } from "./attempt.ts";
import { Dials } from "./dials.ts";
import { Slots } from "./slots.ts";
import { SmtpFailure } from "./smtp-failure.ts";
import type { SmtpSession } from "./smtp-session.ts";

export interface PoolLimits {
  readonly maxDeliveries: number;
  readonly idleMs: number;
  readonly checkMs: number;
  /** A monotonic clock in milliseconds, which continues while Lambda has frozen the process, and ignores changes of the machine's time. */
  readonly now: () => number;
}

export interface PoolSource {
  readonly open: (attempt: Attempt) => Promise<SmtpSession>;
  /** Returns the account's allowance. It is called each time, because the allowance may be another object later. */
  readonly allowance: () => ConnectionAllowance;
}

/** At this number of refusals, an attempt waits no more. By then, even fifty connections have been halved to a single one. */
const MOST_REFUSALS = 6;

interface Idle {
  readonly session: SmtpSession;
  readonly sinceMs: number;
  readonly timer: NodeJS.Timeout;
}

/** The refusal of a connection, or of a mail over a connection. */
export interface Refusal {
  readonly failure: SmtpFailure;
  /** The monotonic millisecond at which the connection was given out or dialled. */
  readonly sinceMs: number;
}

/**
 * Keeps the connections of one account with one set of settings. A session serves one attempt between `acquire` and
 * `release`.
 */
export class AccountPool {
  readonly #limits: PoolLimits;
  readonly #source: PoolSource;
  readonly #idle = new Set<Idle>();
  /** Each connection that is given out, checked or dialled takes a slot; an idle one takes none. */
  readonly #slots: Slots;
  readonly #dials = new Dials();
  /** The connections to which the server objected. Each is closed after its mail. */
  readonly #unwanted = new WeakSet<SmtpSession>();
  #givenOut = 0;
  #checked = 0;
  #isClosed = false;

  constructor(limits: PoolLimits, source: PoolSource) {
    this.#limits = limits;
    this.#source = source;
    this.#slots = new Slots(() => this.#limit);
  }

  /** Returns a connection that answers: an idle one, or a new one, or the next that becomes free in the attempt's time. Throws SmtpFailure. */
  async acquire(attempt: Attempt): Promise<SmtpSession> {
    for (;;) {
      const session = await this.#acquireOnce(attempt);
      if (session) return session;
    }
  }

  /** Returns undefined when the server refuses a further connection while another one works, which can serve this attempt later. */
  async #acquireOnce(attempt: Attempt): Promise<SmtpSession | undefined> {
    attempt.stage = () => "connect";
    attempt.signal.throwIfAborted();
    await this.#slot(attempt);
    const sinceMs = this.#limits.now();
    try {
      const session = (await this.#freshIdle()) ?? (await this.#dials.run(() => this.#source.open(attempt)));
      this.#givenOut += 1;
      return session;
    } catch (error) {
      const isObjection =
        error instanceof SmtpFailure && (await this.#isObjection({ failure: error, sinceMs }, attempt));
      this.#slots.free();
      if (isObjection && this.#canWait(attempt)) return undefined;
      throw error;
    }
  }

  /**
   * Reports a refused connection to the allowance before the connection's slot is free, because otherwise the next attempt would be refused,
   * too.
   */
  async #isObjection({ failure, sinceMs }: Refusal, attempt: Attempt): Promise<boolean> {
    if (failure.objection === undefined) {
      if (!failure.isUnsaid || attempt.signal.aborted) return false;
      await this.#dials.untilOver(() => this.#live > 0);
      if (this.#live === 0) return false;
    }
    this.#restrict(sinceMs, this.#live);
    return true;
  }

  /** True when the attempt can wait for another connection, which exists or is being opened. Counts the refusals of the attempt. */
  #canWait(attempt: Attempt): boolean {
    attempt.refusals += 1;
    return this.#slots.taken + this.#idle.size > 0 && attempt.refusals < MOST_REFUSALS;
  }

  release(session: SmtpSession): void {
    if (session.hasDelivered) this.#source.allowance().succeeded(session);
    const isReusable =
      session.isAlive && session.deliveries < this.#limits.maxDeliveries && !this.#unwanted.has(session);
    this.#givenOut -= 1;
    if (isReusable && !this.#isClosed && !this.#isOver) this.#keep(session);
    else session.quit();
    // The server counts a connection until it is closed, so its slot is free only then.
    if (session.isLeaving) void session.closed(this.#limits.checkMs).then(() => this.#slots.free());
    else this.#slots.free();
  }

  /**
   * Tells the allowance of a mail that was refused over `session`. Returns true when the server took nothing of the mail and another
   * connection may take it; release this session first, and then acquire another one.
   */
  refused(session: SmtpSession, { failure, sinceMs }: Refusal, attempt: Attempt): boolean {
    const { objection, stage } = failure;
    const others = this.#live - 1;
    // Only a connection that breaks at its first mail may be one too many. After several mails, the server has ended only this connection.
    const isCutAtFirst = failure.isUnsaid && session.deliveries === 1 && others > 0 && !attempt.hasLeft;
    if (objection === undefined && !(isCutAtFirst && !attempt.signal.aborted)) return false;
    if (this.#restrict(sinceMs, objection === "rate" ? 0 : others)) this.#unwanted.add(session);
    return stage === "sender" && others > 0 && this.#canWait(attempt);
  }

  /** Notes an objection, and closes idle connections above the new limit. Returns true when the objection is not of an earlier burst. */
  #restrict(sinceMs: number, holding: number): boolean {
    const isNew = this.#source.allowance().objected({ sinceMs, holding });
    for (const idle of this.#idle) if (this.#isOver) this.#takeIdle(idle).quit();
    return isNew;
  }

  /** `close` closes idle connections now, and the others when their mail is done. */
  close(): void {
    this.#isClosed = true;
    for (const idle of this.#idle) this.#takeIdle(idle).quit();
  }

  get #limit(): number {
    return this.#source.allowance().count;
  }

  get #isOver(): boolean {
    return this.#slots.taken + this.#idle.size > this.#limit;
  }

  /** `live` counts the connections that the server has taken, as far as is known. */
  get #live(): number {
    return this.#givenOut + this.#checked + this.#idle.size;
  }

  async #slot({ refusals, signal }: Attempt): Promise<void> {
    // The server has just refused this attempt a further connection, so the attempt waits for the next free one, even if a slot is free.
    const mustWait = refusals > 0 && this.#idle.size === 0 && this.#slots.taken > 0;
    if (mustWait || !this.#slots.take()) await this.#slots.waitForNext(signal);
  }

  #keep(session: SmtpSession): void {
    session.rest();
    const timer = setTimeout(() => this.#takeIdle(idle).quit(), this.#limits.idleMs);
    timer.unref();
    const idle: Idle = { session, sinceMs: this.#limits.now(), timer };
    this.#idle.add(idle);
  }

  #takeIdle(idle: Idle): SmtpSession {
    clearTimeout(idle.timer);
    this.#idle.delete(idle);
    return idle.session;
  }

  async #freshIdle(): Promise<SmtpSession | undefined> {
    // The latest idle connection is tried first, because the server is least likely to have dropped it.
    for (const idle of [...this.#idle].reverse()) {
      if (!this.#idle.has(idle)) continue;
      const session = this.#takeIdle(idle);
      session.wake();
      const idleMs = this.#limits.now() - idle.sinceMs;
      if (idleMs < this.#limits.idleMs && (await this.#answers(session))) return session;
      session.abandon();
    }
    return undefined;
  }

  async #answers(session: SmtpSession): Promise<boolean> {
    this.#checked += 1;
    return session.answers(this.#limits.checkMs).finally(() => {
      this.#checked -= 1;
    });
  }
}
