import { type Due, DueHeap } from "./due-heap.ts";
import type { Entry } from "./message-group.ts";

/** A timer never sleeps longer: setTimeout counts in 32 bits, and the clock of the machine may be set. */
const LONGEST_SLEEP_MS = 60_000;
const RETRY_MS = 100;
/** Outdated times are swept out of the heap once there are so many of them. */
const MANY_OUTDATED = 1000;

/** The messages that nobody may receive yet, delayed or in flight, and the timer that wakes the queue for the next of them. */
export class HiddenMessages {
  readonly #wake: () => void;
  readonly #now: () => number;
  #due = new DueHeap<Entry>();
  #timer: NodeJS.Timeout | undefined;

  constructor(wake: () => void, now: () => number) {
    this.#wake = wake;
    this.#now = now;
  }

  /** Also when the time of a message changes: what was added before is then out of date. */
  add(entry: Entry): void {
    this.#due.push(entry.visibleAt, entry);
  }

  /** The next message whose time has come, or nothing. */
  takeDue(now: number): Entry | undefined {
    for (let next = this.#due.peek(); next && next.at <= now; next = this.#due.peek()) {
      this.#due.pop();
      if (isUpToDate(next)) return next.item;
    }
    return undefined;
  }

  /** For another try when the file could not be used. */
  wakeSoon(): void {
    this.setTimer(RETRY_MS);
  }

  /** Sleeps until the next message is due, at least `least` milliseconds. */
  setTimer(least = 0): void {
    clearTimeout(this.#timer);
    const next = this.#due.peek();
    if (!next) return;
    const sleep = Math.min(Math.max(next.at - this.#now(), least), LONGEST_SLEEP_MS);
    this.#timer = setTimeout(this.#wake, sleep).unref();
  }

  /** `hidden` is how many messages are hidden in truth: deleted ones leave their times behind. */
  sweep(hidden: number): void {
    if (this.#due.size > 2 * hidden + MANY_OUTDATED) this.#due.keep(isUpToDate);
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.#due = new DueHeap();
  }
}

function isUpToDate({ at, item }: Due<Entry>): boolean {
  return (item.state === "delayed" || item.state === "inFlight") && item.visibleAt === at;
}
