import type { ChainTable, Floor, PackedChunk, StandingChunk } from "../../shared/events/dynamo/feed-chain.ts";
import { KEPT_SECONDS } from "../../shared/events/dynamo/feed-item.ts";
import type { VirtualTime } from "./virtual-time.ts";

export interface ChainUse {
  puts: number;
  refused: number;
  queries: number;
  /** The write units of all puts. A put costs as many units as the larger of the new item and the item that it replaces. */
  writeUnits: number;
  readUnits: number;
}

export interface ChainTableDouble extends ChainTable {
  readonly use: ChainUse;
  /** The committed chunks in the order of their commits. */
  readonly committed: readonly StandingChunk[];
  /** Deletes expired chunks, the oldest first, at most as many as given. */
  expire(atMost?: number): void;
}

interface ChainTableOptions {
  /** Returns a latency in milliseconds. Half of one passes before a request takes effect, and half of the next before its answer. */
  readonly latencyMs: () => number;
  readonly bytesOf?: (count: number) => number;
  /** Decides whether the request or its answer is lost. */
  readonly loss?: () => "request" | "answer" | undefined;
}

/** A double of the table that keeps the chunks of one owner. Its requests take time. */
export function chainTable(
  time: VirtualTime,
  { latencyMs, bytesOf = () => 1, loss = () => undefined }: ChainTableOptions,
): ChainTableDouble {
  const standing = new Map<number, StandingChunk>();
  const committed: StandingChunk[] = [];
  const use: ChainUse = { puts: 0, refused: 0, queries: 0, writeUnits: 0, readUnits: 0 };
  let floor: Floor | undefined;
  const seconds = () => Math.floor(time.now() / 1000);
  const unitsOf = (unit: number, ...chunks: readonly (PackedChunk | undefined)[]) =>
    Math.max(1, ...chunks.map((chunk) => (chunk ? Math.ceil(bytesOf(chunk.count) / unit) : 0)));
  const newestChunk = () => standing.get(Math.max(...standing.keys()));
  const through = async <Answer>(request: () => Answer): Promise<Answer> => {
    const lost = loss();
    await time.pause(latencyMs() / 2);
    if (lost === "request") throw new Error("the request was lost");
    const answer = request();
    await time.pause(latencyMs() / 2);
    if (lost === "answer") throw new Error("the answer was lost");
    return answer;
  };
  const commit = (first: number, chunk: PackedChunk) => {
    const fresh = { ...chunk, first, ttl: seconds() + KEPT_SECONDS };
    standing.set(first, fresh);
    committed.push(fresh);
  };
  return {
    use,
    committed,
    expire(atMost = Number.POSITIVE_INFINITY) {
      const old = [...standing.values()]
        .filter(({ ttl }) => ttl < seconds())
        .sort((one, other) => one.first - other.first);
      for (const { first } of old.slice(0, atMost)) standing.delete(first);
    },
    newest: () =>
      through(() => {
        const chunk = newestChunk();
        use.queries += 1;
        use.readUnits += unitsOf(4096, chunk);
        if (chunk !== undefined) return { chunk };
        return floor === undefined ? {} : { floor };
      }),
    floor: () =>
      through(() => {
        use.readUnits += 1;
        return floor;
      }),
    put: (_owner, first, chunk) =>
      through(() => {
        const other = standing.get(first);
        use.puts += 1;
        use.writeUnits += unitsOf(1024, chunk, other);
        if (other === undefined) commit(first, chunk);
        else use.refused += 1;
        return other;
      }),
    begin: (_owner, first, seen, chunk) =>
      through(() => {
        use.puts += 1;
        use.writeUnits += 2 * (unitsOf(1024, chunk) + 1);
        const isFree = !standing.has(first) && floor?.first === seen?.first;
        if (!isFree) return false;
        floor = { first, begunAt: seconds() };
        commit(first, chunk);
        return true;
      }),
  };
}
