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
  /** Monotonic milliseconds: goes on while the environment is frozen, and no clock change moves it. */
  readonly now: () => number;
}

export interface PoolSource {
  readonly open: (attempt: Attempt) => Promise<SmtpSession>;
  /** The account's, asked each time. */
  readonly allowance: () => ConnectionAllowance;
}

/** Fifty connections are halved to one after five. */
const MOST_REFUSALS = 6;

interface Idle {
  readonly session: SmtpSession;
  readonly sinceMs: number;
  readonly timer: NodeJS.Timeout;
}

/** The refusal of a connection, or of a mail over it. */
export interface Refusal {
  readonly failure: SmtpFailure;
  /** When the connection was given out, or dialled. */
  readonly sinceMs: number;
}

/** The connections of one account with one set of settings. A session belongs to one attempt between `acquire` and `release`. */
export class AccountPool {
  readonly #limits: PoolLimits;
  readonly #source: PoolSource;
  readonly #idle = new Set<Idle>();
  /** Taken by connections given out, and by those that are checked or dialled. */
  readonly #slots: Slots;
  readonly #dials = new Dials();
  /** Those that the server objected to: each is closed after its mail. */
  readonly #unwanted = new WeakSet<SmtpSession>();
  #givenOut = 0;
  #checked = 0;
  #isClosed = false;

  constructor(limits: PoolLimits, source: PoolSource) {
    this.#limits = limits;
    this.#source = source;
    this.#slots = new Slots(() => this.#limit);
  }

  /** A connection that answers, an idle one first. Throws SmtpFailure; waits for a free one as long as the attempt has time. */
  async acquire(attempt: Attempt): Promise<SmtpSession> {
    for (;;) {
      const session = await this.#acquireOnce(attempt);
      if (session) return session;
    }
  }

  /** Undefined where the server has enough of us while other connections of ours work: one of them serves this attempt too. */
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

  /** Learns from a refused connection. Before its slot is free: the next in the queue would run into the same refusal. */
  async #isObjection({ failure, sinceMs }: Refusal, attempt: Attempt): Promise<boolean> {
    if (failure.objection === undefined) {
      if (!failure.isUnsaid || attempt.signal.aborted) return false;
      await this.#dials.untilOver(() => this.#live > 0);
      if (this.#live === 0) return false;
    }
    this.#restrict(sinceMs, this.#live);
    return true;
  }

  /** Another connection of the account is there, or may be soon; counts how often the attempt was sent to one. */
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
    // The server counts a connection until it is closed: one in its place before that would be one too many.
    if (session.isLeaving) void session.closed(this.#limits.checkMs).then(() => this.#slots.free());
    else this.#slots.free();
  }

  /**
   * Learns from the refusal of a mail over a connection that is given out. Answers whether nothing of the mail was taken and another
   * connection may take it: acquire that one after the release of this one.
   */
  refused(session: SmtpSession, { failure, sinceMs }: Refusal, attempt: Attempt): boolean {
    const { objection, stage } = failure;
    const others = this.#live - 1;
    // A connection that has carried mails before was not one too many: its server has had enough of it alone.
    const isCutAtFirst = failure.isUnsaid && session.deliveries === 1 && others > 0 && !attempt.hasLeft;
    if (objection === undefined && !(isCutAtFirst && !attempt.signal.aborted)) return false;
    if (this.#restrict(sinceMs, objection === "rate" ? 0 : others)) this.#unwanted.add(session);
    return stage === "sender" && others > 0 && this.#canWait(attempt);
  }

  /** Idle connections beyond the limit go at once. Answers whether the objection is a new one. */
  #restrict(sinceMs: number, holding: number): boolean {
    const isNew = this.#source.allowance().objected({ sinceMs, holding });
    for (const idle of this.#idle) if (this.#isOver) this.#takeIdle(idle).quit();
    return isNew;
  }

  /** Idle connections close now, busy ones when their mail is done. */
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

  /** Connections that the server has taken, as far as is known. */
  get #live(): number {
    return this.#givenOut + this.#checked + this.#idle.size;
  }

  async #slot({ refusals, signal }: Attempt): Promise<void> {
    // The server was just asked for one more: the next that comes free will do, though there is room.
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
    // The latest first: it is the least likely to have been dropped. Bounded: the set only shrinks here.
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
