import type { Pause } from "./pause.ts";

/** How fast a client may ask: so many requests at once, and so many a second from then on. */
export interface PaceLimits {
  /** Requests a second, once the burst is used up. */
  readonly perSecond?: number;
  /** Requests at once. */
  readonly burst?: number;
}

/** As the rate headers of an answer say it. */
export interface RateLeft {
  /** Requests at once from an idle token. */
  readonly limit: number | undefined;
  readonly remaining: number;
  readonly resetSeconds: number;
}

/**
 * The service takes 1 request a second and 30 at once from one token. Two fewer at once: requests that are a little late on their way do
 * not meet the limiter.
 */
const PER_SECOND = 1;
const RESERVE = 2;
const BURST = 30 - RESERVE;

export interface PaceTools {
  readonly pause: Pause;
  readonly now: () => number;
}

/** Spaces the requests of one token, in the order in which they come, so that the service need not refuse any. */
export class Pace {
  readonly #tools: PaceTools;
  readonly #intervalMs: number;
  readonly #isGiven: boolean;
  #allowanceMs: number;
  /** When everything that was let through has been made good. */
  #paidAtMs = 0;
  /** Calls that wait here or for their answer: the service may not have counted them yet. */
  #open = 0;

  constructor({ perSecond = PER_SECOND, burst: given }: PaceLimits, tools: PaceTools) {
    const burst = given ?? BURST;
    if (!(perSecond > 0 && burst >= 1)) throw new TypeError("pace needs perSecond above 0 and a burst of 1 or more");
    this.#tools = tools;
    this.#isGiven = given !== undefined;
    this.#intervalMs = 1000 / perSecond;
    this.#allowanceMs = (burst - 1) * this.#intervalMs;
  }

  /** Waits for a place. One whose signal is aborted meanwhile stays taken. Each is followed by `left`, however it ends. */
  async take(signal?: AbortSignal): Promise<void> {
    this.#open += 1;
    const nowMs = this.#tools.now();
    const atMs = Math.max(nowMs, this.#paidAtMs - this.#allowanceMs);
    this.#paidAtMs = Math.max(nowMs, this.#paidAtMs) + this.#intervalMs;
    if (atMs > nowMs) await this.#tools.pause(atMs - nowMs, signal);
  }

  /** A call is over. */
  left(): void {
    this.#open -= 1;
  }

  /** The service says how much is left to this token: another process may have taken a part. */
  heard({ limit, remaining, resetSeconds }: RateLeft): void {
    // A deployment may allow more at once than others, or less.
    if (limit !== undefined && !this.#isGiven) this.#allowanceMs = Math.max(0, limit - RESERVE - 1) * this.#intervalMs;
    // The call that brought this is open too, and counted already.
    const free = remaining - (this.#open - 1) - RESERVE;
    const waitMs = free > 0 ? 0 : resetSeconds * 1000 - free * this.#intervalMs;
    const paidAtMs = this.#tools.now() + waitMs + this.#allowanceMs - Math.max(0, free - 1) * this.#intervalMs;
    this.#paidAtMs = Math.max(this.#paidAtMs, paidAtMs);
  }

  /** The service said how long to wait: calls that begin now are let through after it, one by one. */
  hold(ms: number): void {
    this.#paidAtMs = Math.max(this.#paidAtMs, this.#tools.now() + ms + this.#allowanceMs);
  }
}
