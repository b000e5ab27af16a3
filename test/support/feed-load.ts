import { MAX_CHUNK_EVENTS } from "../../shared/events/domain/chunks.ts";
import { FeedChain } from "../../shared/events/dynamo/feed-chain.ts";
import { anOwner } from "./an-owner.ts";
import { chainTable } from "./chain-table.ts";
import { seededRandom } from "./seeded-random.ts";
import { virtualTime } from "./virtual-time.ts";

export interface FeedLoad {
  /** The number of processes that append to the feed of one owner. */
  readonly shards: number;
  readonly eventsPerSecond: number;
  readonly maxChunkEvents?: number;
  readonly seconds?: number;
}

export interface FeedLoadFigures {
  readonly eventsPerSecond: number;
  readonly eventsPerChunk: number;
  readonly triesPerAppend: number;
  readonly writeUnitsPerEvent: number;
  readonly readUnitsPerEvent: number;
  readonly writeUnitsPerSecond: number;
  readonly medianMs: number;
  readonly failed: number;
}

/** A packed chunk of short mails' events has at least this many bytes, and more for each event. */
const CHUNK_BYTES = 390;
const EVENT_BYTES = 60;
/** Reading a batch and making its events takes from half to one and a half times this long. */
const BATCH_MS = 20;

/**
 * Simulates appends to the feed. The changes of one owner come evenly in the shards of streams. Each shard is processed
 * batch by batch, so changes that come meanwhile make the next batch larger. A request to the table takes 5 to 10 ms.
 */
export async function feedUnderLoad(load: FeedLoad): Promise<FeedLoadFigures> {
  const { shards, eventsPerSecond, maxChunkEvents = MAX_CHUNK_EVENTS, seconds = 10 } = load;
  const time = virtualTime();
  const random = seededRandom(shards);
  const table = chainTable(time, {
    latencyMs: () => 5 + 5 * random(),
    bytesOf: (count) => CHUNK_BYTES + count * EVENT_BYTES,
  });
  const owner = anOwner();
  const beganAt = time.now();
  const endsAt = beganAt + seconds * 1000;
  const tookMs: number[] = [];
  let chunks = 0;
  let failed = 0;
  const commit = async (chain: FeedChain, count: number): Promise<void> => {
    chunks += 1;
    const at = time.now();
    try {
      await chain.commit(owner, { count, compressed: Buffer.from(String(chunks)) });
      tookMs.push(time.now() - at);
    } catch {
      failed += 1;
    }
  };
  const workOff = async (): Promise<void> => {
    const chain = new FeedChain({ table, clock: time, pause: time.pause, random });
    const phase = random();
    for (let taken = 0; time.now() < endsAt; ) {
      const come = Math.floor(phase + (((time.now() - beganAt) / 1000) * eventsPerSecond) / shards);
      const count = Math.min(come - taken, maxChunkEvents);
      await time.pause(BATCH_MS * (0.5 + random()));
      if (count > 0) await commit(chain, count);
      taken += count;
    }
  };
  const working = Promise.all(Array.from({ length: shards }, workOff));
  await time.run(seconds * 1000 + 30_000);
  await working;
  const events = table.committed.reduce((sum, { count }) => sum + count, 0);
  const commits = table.committed.length;
  return {
    eventsPerSecond: events / seconds,
    eventsPerChunk: events / commits,
    triesPerAppend: table.use.puts / commits,
    writeUnitsPerEvent: table.use.writeUnits / events,
    readUnitsPerEvent: table.use.readUnits / events,
    writeUnitsPerSecond: table.use.writeUnits / seconds,
    medianMs: tookMs.toSorted((one, other) => one - other)[tookMs.length >> 1] ?? 0,
    failed,
  };
}
