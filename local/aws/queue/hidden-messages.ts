import { type Due, DueHeap } from "./due-heap.ts";
import type { Entry } from "./message-group.ts";

/** The longest sleep of the timer, because setTimeout is limited to 32 bits and the machine's clock may change. */
const LONGEST_SLEEP_MS = 60_000;
const RETRY_MS = 100;
/** Outdated entries are removed from the heap once there are this many. */
const MANY_OUTDATED = 1000;

/** Contains the messages that are delayed or in flight, and a timer that wakes the queue for the next of them. */
export class HiddenMessages {
  readonly #wake: () => void;
  readonly #now: () => number;
  #due = new DueHeap<Entry>();
  #timer: NodeJS.Timeout | undefined;

  constructor(wake: () => void, now: () => number) {
    this.#wake = wake;
    this.#now = now;
  }

  /** Adds a message or its new time. An earlier entry of the message is then out of date. */
  add(entry: Entry): void {
    this.#due.push(entry.visibleAt, entry);
  }

  /** Returns the next message whose time has come, if any. */
  takeDue(now: number): Entry | undefined {
    for (let next = this.#due.peek(); next && next.at <= now; next = this.#due.peek()) {
      this.#due.pop();
      if (isUpToDate(next)) return next.item;
    }
    return undefined;
  }

  /** Wakes the queue again after `RETRY_MS`, because its file could not be used. */
  wakeSoon(): void {
    this.setTimer(RETRY_MS);
  }

  /** Sleeps until the next message is due, but at least `least` milliseconds. */
  setTimer(least = 0): void {
    clearTimeout(this.#timer);
    const next = this.#due.peek();
    if (!next) return;
    const sleep = Math.min(Math.max(next.at - this.#now(), least), LONGEST_SLEEP_MS);
    this.#timer = setTimeout(this.#wake, sleep).unref();
  }

  /**
   * Removes outdated entries. `hidden` is the true number of hidden messages; deleted ones leave their entries behind.
   */
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
