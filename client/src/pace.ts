import type { Pause } from "./pause.ts";

/** How fast a client may ask: so many requests at once, and so many a second from then on. */
export interface PaceLimits {
  readonly perSecond?: number;
  readonly burst?: number;
}

/**
 * The service takes 1 request a second and 30 at once from one token. Two fewer at once: requests that are a little late on their way do
 * not meet the limiter.
 */
const PER_SECOND = 1;
const BURST = 28;

export interface PaceTools {
  readonly pause: Pause;
  readonly now: () => number;
}

/** Spaces the requests of one token, in the order in which they come, so that the service need not refuse any. */
export class Pace {
  readonly #tools: PaceTools;
  readonly #intervalMs: number;
  readonly #allowanceMs: number;
  /** When everything that was let through has been made good. */
  #paidAtMs = 0;

  constructor({ perSecond = PER_SECOND, burst = BURST }: PaceLimits, tools: PaceTools) {
    if (!(perSecond > 0 && burst >= 1)) throw new TypeError("pace needs perSecond above 0 and a burst of 1 or more");
    this.#tools = tools;
    this.#intervalMs = 1000 / perSecond;
    this.#allowanceMs = (burst - 1) * this.#intervalMs;
  }

  /** Waits for a place. One whose signal is aborted meanwhile stays taken. */
  async take(signal?: AbortSignal): Promise<void> {
    const nowMs = this.#tools.now();
    const atMs = Math.max(nowMs, this.#paidAtMs - this.#allowanceMs);
    this.#paidAtMs = Math.max(nowMs, this.#paidAtMs) + this.#intervalMs;
    if (atMs > nowMs) await this.#tools.pause(atMs - nowMs, signal);
  }

  /** The service said how long to wait: calls that begin now are let through after it, one by one. */
  hold(seconds: number): void {
    this.#paidAtMs = Math.max(this.#paidAtMs, this.#tools.now() + seconds * 1000 + this.#allowanceMs);
  }
}
