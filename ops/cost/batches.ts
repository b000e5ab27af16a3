import type { Worker } from "./deployed-stage.ts";

/**
 * Lambda starts with five long polls of a queue and keeps them while nothing comes (AWS Lambda Developer Guide, "Using
 * Lambda with Amazon SQS").
 */
export const POLLERS = 5;
/** SQS returns no more messages per receive. */
const MOST_AT_ONCE = 10;

export interface Batches {
  /** The average number of messages in one invocation. */
  readonly perInvocation: number;
  /** The average number of messages in one `ReceiveMessage`. */
  readonly perReceive: number;
}

const between = (least: number, value: number, most: number): number => Math.min(Math.max(value, least), most);

/**
 * Estimates how many messages come together at an arrival rate:
 *
 *     gathered      = 1 + perSecond / 5 * windowSeconds                 five pollers share the arrivals and each waits from its first message
 *     waiting       = perSecond * secondsPerBatch / maxConcurrency      arrivals while the greatest number of batches is running
 *     perInvocation = the larger of the two, from 1 to batchSize
 *     perReceive    = waiting, from 1 to 10                             a long poll ends with the first message
 *
 * It is an estimate, because how Lambda adds and removes pollers is not documented.
 */
export function batchesOf(
  { batchSize, windowSeconds, maxConcurrency }: Worker,
  { perSecond, secondsPerBatch }: { readonly perSecond: number; readonly secondsPerBatch: number },
): Batches {
  const gathered = 1 + (perSecond / POLLERS) * windowSeconds;
  const waiting = (perSecond * secondsPerBatch) / maxConcurrency;
  return {
    perInvocation: between(1, Math.max(gathered, waiting), batchSize),
    perReceive: between(1, waiting, MOST_AT_ONCE),
  };
}

/** Counts the queue requests per message: each message is sent by itself, and is received and deleted together with other messages. */
export const queueRequestsOf = ({ perInvocation, perReceive }: Batches): number =>
  1 + 1 / perReceive + 1 / Math.min(perInvocation, MOST_AT_ONCE);
