import { SmtpFailure } from "./smtp-failure.ts";

/** An account has as many slots as it may have connections, which may change at any time; they are granted in order of arrival. */
export class Slots {
  readonly #limit: () => number;
  readonly #waiting = new Set<() => void>();
  #taken = 0;

  constructor(limit: () => number) {
    this.#limit = limit;
  }

  get taken(): number {
    return this.#taken;
  }

  take(): boolean {
    if (this.#taken >= this.#limit()) return false;
    this.#taken += 1;
    return true;
  }

  /** Takes the next slot that becomes free. Call it only while some are taken. Throws SmtpFailure when the time is over. */
  waitForNext(signal: AbortSignal): Promise<void> {
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

  free(): void {
    this.#taken -= 1;
    for (const grant of this.#waiting) {
      if (!this.take()) return;
      this.#waiting.delete(grant);
      grant();
    }
  }
}
