/** The longest delay of S-retry and L-backoff. It stays below the 900 s by which an SQS message may be delayed. */
export const MAX_DELAY_SECONDS = 300;
const JITTER_SHARE = 0.1;

/**
 * Returns `min(300 s, base * 2^(attempts-1))` less up to a tenth, so that messages that failed together do not return
 * together (D20).
 * @param attempts attempts made so far, at least 1
 * @param random in [0, 1)
 */
export function backoffSeconds(attempts: number, baseSeconds: number, random: number): number {
  const delay = Math.min(MAX_DELAY_SECONDS, baseSeconds * 2 ** (attempts - 1));
  return delay * (1 - JITTER_SHARE * random);
}
