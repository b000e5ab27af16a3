import type { Schedule } from "./message-file.ts";

/** A message in memory: its schedule and its current state. */
export interface Entry extends Schedule {
  state: "delayed" | "ready" | "inFlight" | "gone";
  /** The time at which the message last became ready, in epoch milliseconds. */
  readyAt: number;
}

/**
 * Entries that were taken stay at the front until there are this many, because each removal costs time proportional to
 * the whole length.
 */
const MANY_TAKEN = 1000;

/** The messages of one group in the order in which they became ready. */
export class MessageGroup {
  readonly #ready: Entry[] = [];
  #head = 0;
  /** The number of messages of the group that receivers hold. */
  inFlight = 0;

  /** Some entries may have been deleted since they were added, so `take` may still find none. */
  get mayHaveReady(): boolean {
    return this.#head < this.#ready.length;
  }

  get isIdle(): boolean {
    return this.inFlight === 0 && !this.mayHaveReady;
  }

  add(entry: Entry): void {
    this.#ready.push(entry);
  }

  take(): Entry | undefined {
    const index = this.#firstReady();
    const entry = this.#ready[index];
    this.#head = index + 1;
    if (this.#head >= this.#ready.length) this.#cut(this.#ready.length);
    else if (this.#head > MANY_TAKEN && this.#head * 2 > this.#ready.length) this.#cut(this.#head);
    return entry;
  }

  oldestReadyAt(): number | undefined {
    return this.#ready[this.#firstReady()]?.readyAt;
  }

  #firstReady(): number {
    let index = this.#head;
    while (index < this.#ready.length && this.#ready[index]?.state !== "ready") index += 1;
    return index;
  }

  #cut(count: number): void {
    this.#ready.splice(0, count);
    this.#head = 0;
  }
}
