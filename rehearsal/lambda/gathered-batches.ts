import type { QueueEngine } from "../../local/aws/queue/queue-engine.ts";

export type Message = Awaited<ReturnType<QueueEngine["receive"]>>[number];

export interface Gathering {
  /** Waits a while for up to `max` messages. When the signal aborts, returns those that have come. */
  readonly receive: (max: number, signal: AbortSignal) => Promise<readonly Message[]>;
  readonly batchSize: number;
  /** A batch is gathered for this long after its first message. With 0, the messages of one receive are a batch. */
  readonly windowSeconds: number;
}

/** SQS returns no more messages per receive. */
const MOST_AT_ONCE = 10;
/** Lambda passes no more bytes to an invocation. */
const MAX_BATCH_BYTES = 6_000_000;

const bytesOf = ({ Body }: Message): number => Buffer.byteLength(Body);
const totalOf = (messages: readonly Message[]): number => messages.reduce((sum, one) => sum + bytesOf(one), 0);

/**
 * Returns a function that gathers the next batch of one poller, which is empty if nothing came. It continues to receive
 * until the window ends, the batch is full, or it has 6 MB (AWS Lambda Developer Guide, "Batching behavior"). Messages
 * that do not fit, or that were gathered before a receive failed, begin the next batch.
 */
export function gatheredBatches({ receive, batchSize, windowSeconds }: Gathering) {
  const held: Message[] = [];
  const upTo = (room: number, signal: AbortSignal) => receive(Math.min(room, MOST_AT_ONCE), signal);
  const roomBehind = (messages: readonly Message[]): number =>
    totalOf(messages) >= MAX_BATCH_BYTES ? 0 : batchSize - messages.length;
  return async (stopping: AbortSignal): Promise<readonly Message[]> => {
    const gathered = held.splice(0);
    if (gathered.length === 0) gathered.push(...(await upTo(batchSize, stopping)));
    const endsAt = Date.now() + windowSeconds * 1000;
    for (let left = windowSeconds * 1000; left > 0 && gathered.length > 0; left = endsAt - Date.now()) {
      const room = roomBehind(gathered);
      if (room <= 0 || stopping.aborted) break;
      const more = upTo(room, AbortSignal.any([stopping, AbortSignal.timeout(left)]));
      gathered.push(
        ...(await more.catch((error: unknown) => {
          held.push(...gathered);
          throw error;
        })),
      );
    }
    const batch = gathered.slice(0, fitting(gathered));
    held.push(...gathered.slice(batch.length));
    return batch;
  };
}

/** Returns how many of these messages one invocation can take, which is at least one. */
function fitting(messages: readonly Message[]): number {
  const tooMany = messages.findIndex((_, i) => totalOf(messages.slice(0, i + 1)) > MAX_BATCH_BYTES);
  return tooMany === -1 ? messages.length : Math.max(1, tooMany);
}
