import { deferred } from "../deferred.ts";

export interface Receive {
  readonly max: number;
  readonly visibilityMs: number;
  readonly waitMs: number;
  /** Aborts when the caller disconnects; its messages then stay for other receivers. */
  readonly signal: AbortSignal;
}

interface Waiting<T> {
  readonly receive: Receive;
  readonly answer: (messages: T[]) => void;
}

/** The receivers of a queue in long poll, which are served in the order of their arrival. */
export class WaitingReceivers<T> {
  readonly #take: (receive: Receive) => T[];
  readonly #waiting = new Set<Waiting<T>>();
  #isClosed = false;

  /** `take` returns the messages that are ready now, at most `receive.max`. */
  constructor(take: (receive: Receive) => T[]) {
    this.#take = take;
  }

  get count(): number {
    return this.#waiting.size;
  }

  receive(receive: Receive): Promise<T[]> {
    const now = this.#take(receive);
    if (now.length > 0 || receive.waitMs === 0 || receive.signal.aborted || this.#isClosed) return Promise.resolve(now);
    return this.#wait(receive);
  }

  serve(): void {
    for (const waiting of this.#waiting) {
      const messages = this.#take(waiting.receive);
      if (messages.length === 0) return;
      waiting.answer(messages);
    }
  }

  close(): void {
    this.#isClosed = true;
    for (const waiting of this.#waiting) waiting.answer([]);
  }

  #wait(receive: Receive): Promise<T[]> {
    const { promise, resolve } = deferred<T[]>();
    const giveUp = () => waiting.answer([]);
    const timer = setTimeout(giveUp, receive.waitMs);
    const waiting: Waiting<T> = {
      receive,
      answer: (messages) => {
        clearTimeout(timer);
        receive.signal.removeEventListener("abort", giveUp);
        this.#waiting.delete(waiting);
        resolve(messages);
      },
    };
    receive.signal.addEventListener("abort", giveUp);
    this.#waiting.add(waiting);
    return promise;
  }
}
