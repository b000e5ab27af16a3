import type { Entry } from "./message-group.ts";

/** From so many receives on, a message is none whose age SQS tells (Amazon SQS Developer Guide, "Available CloudWatch metrics"). */
const RECEIVES_OF_POISON = 3;

/**
 * When the oldest of these was sent, epoch milliseconds. One that is received again and again does not count: SQS tells the age of
 * the next one then, with a redrive policy too.
 */
export function oldestSentAt(entries: Iterable<Entry>): number | undefined {
  let oldest: number | undefined;
  for (const { sentAt, queueReceives } of entries)
    if (queueReceives < RECEIVES_OF_POISON) oldest = Math.min(oldest ?? sentAt, sentAt);
  return oldest;
}
