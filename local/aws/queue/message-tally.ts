import type { Entry } from "./message-group.ts";

export interface QueueCounts {
  readonly ready: number;
  readonly inFlight: number;
  readonly delayed: number;
}

/** Counts the messages by state. Every change of an entry's state must go through here. */
export class MessageTally {
  readonly #counts = { ready: 0, inFlight: 0, delayed: 0, gone: 0 };

  /** An entry that is `gone` is not counted. New entries begin in this state, and all end in it. */
  move(entry: Entry, state: Entry["state"]): void {
    if (entry.state !== "gone") this.#counts[entry.state] -= 1;
    if (state !== "gone") this.#counts[state] += 1;
    entry.state = state;
  }

  counts(): QueueCounts {
    const { ready, inFlight, delayed } = this.#counts;
    return { ready, inFlight, delayed };
  }

  get hidden(): number {
    return this.#counts.inFlight + this.#counts.delayed;
  }
}
