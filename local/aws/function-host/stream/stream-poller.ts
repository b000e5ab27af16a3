import { setTimeout as after } from "node:timers/promises";
import { readableShards } from "./shard-order.ts";
import { ShardReader, type StreamSource, type StreamTarget } from "./shard-reader.ts";

const LOOK_FOR_SHARDS_MS = 10_000;
const PAUSE_AFTER_ERROR_MS = 500;

export interface StreamPoller {
  /** Takes no more records and waits for running batches. */
  stop(): Promise<void>;
}

/** Called with a problem of the stream itself, which is then tried again. */
type Tell = (error: unknown) => void;

/**
 * Does what Lambda's event source mapping for a stream does: reads every shard in order, and a child after its parent.
 * Batches that failed are halved, or continue with the record that failed, until they are retried too often or too old.
 */
export function startStreamPoller(target: StreamTarget, source: StreamSource, onProblem: Tell): StreamPoller {
  const stopping = new AbortController();
  const polling = pollStream({ target, source, onProblem, stopping: stopping.signal });
  return {
    async stop() {
      stopping.abort();
      await polling;
    },
  };
}

interface Polling {
  readonly target: StreamTarget;
  readonly source: StreamSource;
  readonly onProblem: Tell;
  readonly stopping: AbortSignal;
}

async function pollStream(polling: Polling): Promise<void> {
  const { onProblem, stopping } = polling;
  const reading = new Map<string, Promise<void>>();
  while (!stopping.aborted) {
    let pauseMs = LOOK_FOR_SHARDS_MS;
    try {
      await readNewShards(polling, reading);
    } catch (error) {
      pauseMs = PAUSE_AFTER_ERROR_MS;
      onProblem(error);
    }
    // The end of a shard allows its children to start.
    await Promise.race([pause(pauseMs, stopping), ...reading.values()]);
  }
  await Promise.all(reading.values());
}

async function readNewShards(polling: Polling, reading: Map<string, Promise<void>>): Promise<void> {
  const { target, source, stopping } = polling;
  const { service, stream, checkpoints } = source;
  const shards = await service.shards(stream);
  if (stopping.aborted) return;
  const reader = target.name;
  const ids = shards.map(({ id }) => id);
  checkpoints.keepOnly(reader, stream, ids);
  const isOver = (shard: string): boolean => checkpoints.of({ reader, stream, shard }).isOver;
  for (const { id } of readableShards(shards, isOver)) {
    if (reading.has(id)) continue;
    const ended = readShard(id, polling).finally(() => reading.delete(id));
    reading.set(id, ended);
  }
}

/** Runs until the shard is completely processed or the poller stops. */
async function readShard(shard: string, { target, source, onProblem, stopping }: Polling): Promise<void> {
  const reader = new ShardReader(target, source, shard);
  while (!stopping.aborted) {
    try {
      const step = await reader.step();
      if (step === "over") return;
      if (step > 0) await pause(step, stopping);
    } catch (error) {
      if (stopping.aborted) return;
      onProblem(error);
      await pause(PAUSE_AFTER_ERROR_MS, stopping);
    }
  }
}

const pause = (ms: number, signal: AbortSignal): Promise<void> => after(ms, undefined, { signal }).catch(() => {});
