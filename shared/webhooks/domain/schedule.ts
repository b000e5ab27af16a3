/** D40c: from one try to the next, in seconds. */
const DELAYS_SECONDS = [5, 300, 1800, 7200, 18_000, 36_000, 36_000] as const;
const JITTER_SHARE = 0.1;

/**
 * When an event is tried again that has failed; undefined after the last try.
 * @param attempt the one that failed, from 1
 * @param random in [0, 1)
 */
export function nextTryAtMs(attempt: number, nowMs: number, random: number): number | undefined {
  const seconds = DELAYS_SECONDS[attempt - 1];
  return seconds === undefined ? undefined : nowMs + Math.round(seconds * 1000 * (1 - JITTER_SHARE * random));
}
