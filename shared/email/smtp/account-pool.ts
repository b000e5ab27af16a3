import type { ConnectionAllowance } from "../../notifications/domain/connection-allowance.ts";
import type { Attempt } from "./attempt.ts";
import { SmtpFailure } from "./smtp-failure.ts";
import type { SmtpSession } from "./smtp-session.ts";

export interface PoolLimits {
  readonly maxDeliveries: number;
  readonly idleMs: number;
  readonly checkMs: number;
  /** Monotonic milliseconds: goes on while the environment is frozen, and no clock change moves it. */
  readonly now: () => number;
}

const isObjection = (error: unknown): error is SmtpFailure => error instanceof SmtpFailure && error.isObjection;

export interface PoolSource {
  readonly open: (attempt: Attempt) => Promise<SmtpSession>;
  /** The account's, asked each time. */
  readonly allowance: () => ConnectionAllowance;
}

/** Six halves of fifty are one. */
const MOST_REFUSALS = 6;

interface Idle {
  readonly session: SmtpSession;
  readonly sinceMs: number;
  readonly timer: NodeJS.Timeout;
}

/** The connections of one account with one set of settings. A session belongs to one attempt between `acquire` and `release`. */
export class AccountPool {
  readonly #limits: PoolLimits;
  readonly #source: PoolSource;
  readonly #idle = new Set<Idle>();
  readonly #waiting = new Set<() => void>();
  #busy = 0;
  #isClosed = false;

  constructor(limits: PoolLimits, source: PoolSource) {
    this.#limits = limits;
    this.#source = source;
  }

  /** A connection that answers, an idle one first. Throws SmtpFailure; waits for a free one as long as the attempt has time. */
  async acquire(attempt: Attempt): Promise<SmtpSession> {
    for (let refusals = 1; ; refusals += 1) {
      try {
        return await this.#acquireOnce(attempt);
      } catch (error) {
        // The server has had enough of us while another connection of ours works: that one serves this attempt too.
        const isForOthers = isObjection(error) && error.stage === "connect" && this.#busy > 0;
        if (!isForOthers || refusals === MOST_REFUSALS) throw error;
      }
    }
  }

  async #acquireOnce(attempt: Attempt): Promise<SmtpSession> {
    attempt.stage = () => "connect";
    attempt.signal.throwIfAborted();
    await this.#slot(attempt.signal);
    const sinceMs = this.#limits.now();
    try {
      return (await this.#freshIdle()) ?? (await this.#source.open(attempt));
    } catch (error) {
      // Before the slot is free: the next in the queue would run into the same refusal.
      if (isObjection(error)) this.restrict(sinceMs);
      this.#freeSlot();
      throw error;
    }
  }

  release(session: SmtpSession): void {
    if (session.hasDelivered) this.#source.allowance().succeeded();
    const isReusable = session.isAlive && session.deliveries < this.#limits.maxDeliveries;
    if (isReusable && !this.#isClosed && this.#busy + this.#idle.size <= this.#limit) this.#keep(session);
    else session.quit();
    this.#freeSlot();
  }

  /** Learns from an objection to something that began at `sinceMs`; idle connections beyond the limit go at once. */
  restrict(sinceMs: number): void {
    this.#source.allowance().objected(sinceMs);
    for (const idle of this.#idle) if (this.#busy + this.#idle.size > this.#limit) this.#takeIdle(idle).quit();
  }

  /** Idle connections close now, busy ones when their mail is done. */
  close(): void {
    this.#isClosed = true;
    for (const idle of this.#idle) this.#takeIdle(idle).quit();
  }

  get #limit(): number {
    return this.#source.allowance().count;
  }

  #slot(signal: AbortSignal): Promise<void> {
    if (this.#busy < this.#limit) {
      this.#busy += 1;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const onAbort = () => {
        this.#waiting.delete(grant);
        reject(new SmtpFailure({ stage: "connect", message: "no connection to the server was free in time" }));
      };
      const grant = () => {
        signal.removeEventListener("abort", onAbort);
        resolve();
      };
      signal.addEventListener("abort", onAbort, { once: true });
      this.#waiting.add(grant);
    });
  }

  #freeSlot(): void {
    this.#busy -= 1;
    for (const grant of this.#waiting) {
      if (this.#busy >= this.#limit) return;
      this.#waiting.delete(grant);
      this.#busy += 1;
      grant();
    }
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
      if (idleMs < this.#limits.idleMs && (await session.answers(this.#limits.checkMs))) return session;
      session.abandon();
    }
    return undefined;
  }
}
