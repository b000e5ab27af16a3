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
  /** It counts monotonic milliseconds: it continues while the environment is frozen, and ignores changes of the clock. */
  readonly now: () => number;
}

export interface PoolSource {
  readonly open: (attempt: Attempt) => Promise<SmtpSession>;
  /** The allowance is asked for each time, because it changes. */
  readonly allowance: () => ConnectionAllowance;
}

/** Fifty connections are halved to one after five refusals. */
const MOST_REFUSALS = 6;

interface Idle {
  readonly session: SmtpSession;
  readonly sinceMs: number;
  readonly timer: NodeJS.Timeout;
}

/** A connection, or a mail over it, was refused. */
export interface Refusal {
  readonly failure: SmtpFailure;
  /** The connection was given out, or dialled, at this time. */
  readonly sinceMs: number;
}

/** It holds the connections of one account with one set of settings. A session serves one attempt between `acquire` and `release`. */
export class AccountPool {
  readonly #limits: PoolLimits;
  readonly #source: PoolSource;
  readonly #idle = new Set<Idle>();
  /** A slot is taken by each connection that is given out, checked or dialled. */
  readonly #slots: Slots;
  readonly #dials = new Dials();
  /** The server objected to these; each is closed after its mail. */
  readonly #unwanted = new WeakSet<SmtpSession>();
  #givenOut = 0;
  #checked = 0;
  #isClosed = false;

  constructor(limits: PoolLimits, source: PoolSource) {
    this.#limits = limits;
    this.#source = source;
    this.#slots = new Slots(() => this.#limit);
  }

  /** It gives a connection that answers, an idle one first, or waits for one while the attempt has time. It throws SmtpFailure. */
  async acquire(attempt: Attempt): Promise<SmtpSession> {
    for (;;) {
      const session = await this.#acquireOnce(attempt);
      if (session) return session;
    }
  }

  /** Undefined means that the server has enough of us while another connection works, which can serve this attempt, too. */
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

  /** It learns from a refused connection before its slot is free, because the next in the queue would be refused, too. */
  async #isObjection({ failure, sinceMs }: Refusal, attempt: Attempt): Promise<boolean> {
    if (failure.objection === undefined) {
      if (!failure.isUnsaid || attempt.signal.aborted) return false;
      await this.#dials.untilOver(() => this.#live > 0);
      if (this.#live === 0) return false;
    }
    this.#restrict(sinceMs, this.#live);
    return true;
  }

  /** `canWait` is true when another connection of the account exists or may soon. It counts how often the attempt was sent to one. */
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
   * It learns from the refusal of a mail over a connection that is given out. It is true when nothing of the mail was taken and
   * another connection may take it, which must be acquired after this one is released.
   */
  refused(session: SmtpSession, { failure, sinceMs }: Refusal, attempt: Attempt): boolean {
    const { objection, stage } = failure;
    const others = this.#live - 1;
    // A connection that had carried mails was not one too many: its server has had enough of that connection only.
    const isCutAtFirst = failure.isUnsaid && session.deliveries === 1 && others > 0 && !attempt.hasLeft;
    if (objection === undefined && !(isCutAtFirst && !attempt.signal.aborted)) return false;
    if (this.#restrict(sinceMs, objection === "rate" ? 0 : others)) this.#unwanted.add(session);
    return stage === "sender" && others > 0 && this.#canWait(attempt);
  }

  /** It closes idle connections beyond the limit; true when the objection is a new one. */
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
    // The server has just been asked for one more, so the next free one is used although there is room.
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
    // The latest is least likely to have been dropped. The loop ends, because the set only shrinks here.
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
