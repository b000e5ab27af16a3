import { pause } from "../pause.ts";

/**
 * The service allows a key one request per second, and a burst of 30 that the tested program uses too. The first looks
 * follow each other quickly, because most messages arrive within a second; later looks keep below the rate.
 */
const FIRST_MS = 150;
const GROWTH = 1.5;
const LONGEST_MS = 1200;
/** The rate limit may delay a look, which then ends the wait a little later. */
const GRACE_MS = 5000;
const DEFAULT_MS = 10_000;

export const pauseBelowLimit = (looks: number): number => Math.min(FIRST_MS * GROWTH ** looks, LONGEST_MS);

export interface Wait {
  /** The longest wait; 10 seconds by default. */
  readonly timeoutMs?: number;
  /** An aborted signal ends the wait with the signal's reason. */
  readonly signal?: AbortSignal;
}

export interface Looking<Found> {
  look(signal: AbortSignal): Promise<Found | undefined>;
  pauseMs(looks: number): number;
  /** Returns the error for a time that is over, or for a look that the rate limit did not allow in time. */
  missing(timeoutMs: number, isDelayed: boolean): Promise<Error>;
}

/** Looks until something is found. The wait ends `timeoutMs` after its start, or a few seconds later if a look takes long. */
export async function waitUntil<Found>(
  { look, pauseMs, missing }: Looking<Found>,
  { timeoutMs = DEFAULT_MS, signal }: Wait,
): Promise<Found> {
  const endMs = Date.now() + timeoutMs;
  const late = AbortSignal.timeout(timeoutMs + GRACE_MS);
  const either = signal === undefined ? late : AbortSignal.any([signal, late]);
  try {
    for (let looks = 0; ; looks += 1) {
      signal?.throwIfAborted();
      const found = await look(either);
      if (found !== undefined) return found;
      if (Date.now() >= endMs) break;
      await pause(Math.min(pauseMs(looks), Math.max(0, endMs - Date.now())), either);
    }
  } catch (error) {
    if (signal?.aborted || !late.aborted) throw error;
    throw await missing(timeoutMs, true);
  }
  throw await missing(timeoutMs, false);
}

const MOST_SHOWN = 10;

/** Returns the newest entries of a list. */
export async function newestOf<T>(list: AsyncIterable<T>): Promise<T[]> {
  const newest: T[] = [];
  for await (const one of list) if (newest.push(one) === MOST_SHOWN) break;
  return newest;
}

/** Tells whether a text has the wanted part or fits the pattern. */
export const hasWanted = (text: string, wanted: string | RegExp): boolean =>
  typeof wanted === "string" ? text.includes(wanted) : text.search(wanted) >= 0;

export const shownWanted = (wanted: string | RegExp): string =>
  typeof wanted === "string" ? JSON.stringify(wanted) : String(wanted);
