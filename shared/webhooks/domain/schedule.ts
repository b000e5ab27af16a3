/** The seconds from one try to the next (D40c). */
const DELAYS_SECONDS = [5, 300, 1800, 7200, 18_000, 36_000, 36_000] as const;
const JITTER_SHARE = 0.1;

/**
 * Returns the epoch millisecond of the next try after a failure; undefined after the last try.
 * @param attempt is the number of the failed try, from 1
 * @param random is a number in [0, 1)
 */
export function nextTryAtMs(attempt: number, nowMs: number, random: number): number | undefined {
  const seconds = DELAYS_SECONDS[attempt - 1];
  return seconds === undefined ? undefined : nowMs + Math.round(seconds * 1000 * (1 - JITTER_SHARE * random));
}
