import type { Pause } from "./pause.ts";

/** How fast a client sends requests: a burst of them at once, and then a steady rate. */
export interface PaceLimits {
  /** The number of requests per second once the burst is used up. */
  readonly perSecond?: number;
  /** The number of requests that may be sent at once. */
  readonly burst?: number;
}

/** Contains the rate headers of an answer. */
export interface RateLeft {
  /** The number of requests that an idle token may send at once. */
  readonly limit: number | undefined;
  readonly remaining: number;
  readonly resetSeconds: number;
}

/**
 * The service allows a token 1 request per second and 30 at once. The client uses two fewer (`RESERVE`), so that requests which the network
 * delays a little do not exceed the limit.
 */
const PER_SECOND = 1;
const RESERVE = 2;
const BURST = 30 - RESERVE;

export interface PaceTools {
  readonly pause: Pause;
  readonly now: () => number;
}

/** Spaces the requests of one token, in their order, so that the service need not refuse any. */
export class Pace {
  readonly #tools: PaceTools;
  readonly #intervalMs: number;
  readonly #isGiven: boolean;
  #allowanceMs: number;
  /** The time at which the allowance is full again. */
  #paidAtMs = 0;
  /** The number of calls under way, which the service may not have counted yet. */
  #open = 0;

  constructor({ perSecond = PER_SECOND, burst: given }: PaceLimits, tools: PaceTools) {
    const burst = given ?? BURST;
    if (!(perSecond > 0 && burst >= 1)) throw new TypeError("pace needs perSecond above 0 and a burst of 1 or more");
    this.#tools = tools;
    this.#isGiven = given !== undefined;
    this.#intervalMs = 1000 / perSecond;
    this.#allowanceMs = (burst - 1) * this.#intervalMs;
  }

  /** Waits until a request may be sent. An aborted wait still counts as a request. Every call must be followed by a call of `left`. */
  async take(signal?: AbortSignal): Promise<void> {
    this.#open += 1;
    const nowMs = this.#tools.now();
    const atMs = Math.max(nowMs, this.#paidAtMs - this.#allowanceMs);
    this.#paidAtMs = Math.max(nowMs, this.#paidAtMs) + this.#intervalMs;
    if (atMs > nowMs) await this.#tools.pause(atMs - nowMs, signal);
  }

  /** Ends a call that `take` began. */
  left(): void {
    this.#open -= 1;
  }

  /** Adapts to the number of remaining requests that the service reports, because another process may use the token too. */
  heard({ limit, remaining, resetSeconds }: RateLeft): void {
    // A deployment may set a higher or lower limit than the default.
    if (limit !== undefined && !this.#isGiven) this.#allowanceMs = Math.max(0, limit - RESERVE - 1) * this.#intervalMs;
    // The call that brought this answer is still open here, but the service has counted it.
    const free = remaining - (this.#open - 1) - RESERVE;
    const waitMs = free > 0 ? 0 : resetSeconds * 1000 - free * this.#intervalMs;
    const paidAtMs = this.#tools.now() + waitMs + this.#allowanceMs - Math.max(0, free - 1) * this.#intervalMs;
    this.#paidAtMs = Math.max(this.#paidAtMs, paidAtMs);
  }

  /** Delays the calls that begin from now on by the time that the service asked for, and lets them pass one by one. */
  hold(ms: number): void {
    this.#paidAtMs = Math.max(this.#paidAtMs, this.#tools.now() + ms + this.#allowanceMs);
  }
}
