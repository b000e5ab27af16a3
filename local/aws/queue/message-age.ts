import type { Entry } from "./message-group.ts";

/**
 * SQS ignores messages with this many receives when it reports an age (Amazon SQS Developer Guide, "Available
 * CloudWatch metrics").
 */
const RECEIVES_OF_POISON = 3;

/**
 * Returns when the oldest of these messages was sent, in epoch milliseconds. A message that is received again and again does not count: SQS then
 * reports the age of the next one, even with a redrive policy.
 */
export function oldestSentAt(entries: Iterable<Entry>): number | undefined {
  let oldest: number | undefined;
  for (const { sentAt, queueReceives } of entries)
    if (queueReceives < RECEIVES_OF_POISON) oldest = Math.min(oldest ?? sentAt, sentAt);
  return oldest;
}
