import type { Worker } from "./deployed-stage.ts";

/** Lambda begins with five long polls of a queue, and keeps them while nothing comes (AWS Lambda Developer Guide, "Using Lambda with Amazon SQS"). */
export const POLLERS = 5;
/** SQS's, of one receive. */
const MOST_AT_ONCE = 10;

export interface Batches {
  /** Messages of one invocation, on average. */
  readonly perInvocation: number;
  /** Messages of one `ReceiveMessage`. */
  readonly perReceive: number;
}

const between = (least: number, value: number, most: number): number => Math.min(Math.max(value, least), most);

/**
 * How many messages come together when so many arrive in a second:
 *
 *     gathered      = 1 + perSecond / 5 * windowSeconds                 five pollers share what arrives; each waits from its first message
 *     waiting       = perSecond * secondsPerBatch / maxConcurrency      what arrives while as many batches run as may
 *     perInvocation = the larger of the two, from 1 to batchSize
 *     perReceive    = waiting, from 1 to 10                             a long poll ends with the first message that comes
 *
 * An estimate: how Lambda adds and takes away pollers is written nowhere.
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

/** Requests of the queue for one message: it is sent, received with others, and deleted with others. */
export const queueRequestsOf = ({ perInvocation, perReceive }: Batches): number =>
  1 + 1 / perReceive + 1 / Math.min(perInvocation, MOST_AT_ONCE);
