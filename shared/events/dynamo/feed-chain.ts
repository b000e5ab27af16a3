import type { Clock } from "../../kernel/clock.ts";
import { expiringCache } from "../../kernel/expiring-cache.ts";
import type { Owner } from "../../kernel/owner.ts";

export interface PackedChunk {
  readonly count: number;
  readonly compressed: Uint8Array;
}

export interface StandingChunk extends PackedChunk {
  /** The position of the chunk's first event. */
  readonly first: number;
  /** The epoch second at which the chunk expires; the table deletes it some time later. */
  readonly ttl: number;
}

/** The position and time at which a chain of chunks began. */
export interface Floor {
  readonly first: number;
  /** The epoch second at which the chain began. */
  readonly begunAt: number;
}

/** The table holds the chunks of all feeds, and one floor per owner. */
export interface ChainTable {
  /** Reads the newest chunk, strongly consistent. `floor` is set only if no chunk exists. */
  newest(owner: Owner): Promise<{ readonly chunk?: StandingChunk; readonly floor?: Floor }>;
  floor(owner: Owner): Promise<Floor | undefined>;
  /** Puts a chunk at a position without one. Returns undefined, or the chunk that is there already. */
  put(owner: Owner, first: number, chunk: PackedChunk): Promise<StandingChunk | undefined>;
  /** Puts a chunk at a position without one, and the floor, if the floor is still as `seen`. Returns true when it did both. */
  begin(owner: Owner, first: number, seen: Floor | undefined, chunk: PackedChunk): Promise<boolean>;
}

export interface FeedChainDeps {
  readonly table: ChainTable;
  readonly clock: Clock;
  readonly pause: (ms: number) => Promise<unknown>;
  /** `random` returns a number in [0, 1). */
  readonly random: () => number;
}

/** A chunk that lives for another day still exists when the next one is put, because appends take less, and clocks differ by less. */
const LAST_SECONDS = 86_400;
/** No owner reaches this number: one partition takes a thousand writes of chunks a second, each with at most a hundred events. */
const MAX_EVENTS_A_SECOND = 2 ** 17;
const REMEMBERED = { maxEntries: 10_000, ttlMs: 60_000 };
const MAX_TRIES = 25;
const FIRST_PAUSE_MS = 10;
const MAX_PAUSE_MS = 1000;
const NARROWER = 0.6;

/** The facts that this process remembers of an owner's feed after an append. */
interface Memory {
  /** The position after the last event of the chain. */
  readonly next: number;
  /** True when no other process appended between the last two appends of this one. */
  readonly isAlone: boolean;
  /** A writer waits a random part of this time before a try, so that writers that refuse each other spread. */
  readonly spreadMs: number;
}

interface Tried {
  readonly isWritten: boolean;
  /** The position after the chunk that was written, or that was found at the tried position; absent when that chunk expires soon. */
  readonly next?: number | undefined;
  /** The position at which the try put its chunk, as the end of the chain. */
  readonly seen?: number;
}

/** The facts for further tries, after the first try lost against another writer. */
interface Refused {
  /** The position for the next try, if it may be made at once. */
  readonly next: number | undefined;
  readonly spreadMs: number;
}

export const endOf = ({ first, count }: StandingChunk): number => first + count;

/** True for chunks with the same events. Then the answer to our own write was lost, or another process announced the same changes. */
const isSame = (one: PackedChunk, other: PackedChunk): boolean =>
  Buffer.compare(one.compressed, other.compressed) === 0;

/**
 * Appends chunks to an owner's chain. The key of a chunk is the position of its first event. A writer puts a chunk only at the end of the
 * chain as it knows it, and the put fails where a chunk exists. So positions follow the order of commits, without a gap. The first chunk of a
 * chain is put together with the floor: when all chunks have expired, the floor says which positions are used up, and lets only one writer
 * begin a new chain.
 */
export class FeedChain {
  readonly #deps: FeedChainDeps;
  readonly #memories;

  constructor(deps: FeedChainDeps) {
    this.#deps = deps;
    this.#memories = expiringCache<Memory>(REMEMBERED, () => deps.clock.now());
  }

  async commit(owner: Owner, chunk: PackedChunk): Promise<void> {
    const memory = this.#memories.get(owner);
    const { isAlone = false, spreadMs = 0, next: remembered } = memory ?? {};
    await this.#pauseWithin(spreadMs);
    const tried =
      isAlone && remembered !== undefined
        ? await this.#tryAt(owner, chunk, remembered)
        : await this.#tryAtEnd(owner, chunk, false);
    if (!tried.isWritten) return this.#tryAgain(owner, chunk, { next: isAlone ? tried.next : undefined, spreadMs });
    const wasAlone = memory === undefined || remembered === tried.seen;
    this.#remember(owner, tried.next, { isAlone: wasAlone, spreadMs: narrower(spreadMs) });
  }

  async #tryAgain(owner: Owner, chunk: PackedChunk, { next, spreadMs }: Refused): Promise<void> {
    let [told, spread] = [next, spreadMs];
    for (let tries = 2; tries <= MAX_TRIES; tries++) {
      if (told === undefined) {
        spread = wider(spread);
        await this.#pauseWithin(spread);
      }
      const tried =
        told === undefined ? await this.#tryAtEnd(owner, chunk, true) : await this.#tryAt(owner, chunk, told);
      if (tried.isWritten) {
        this.#remember(owner, tried.next, { isAlone: false, spreadMs: spread });
        return;
      }
      told = undefined;
    }
    this.#memories.delete(owner);
    throw new Error("others kept appending to a feed before this writer");
  }

  #remember(owner: Owner, next: number | undefined, others: Omit<Memory, "next">): void {
    if (next === undefined) this.#memories.delete(owner);
    else this.#memories.set(owner, { next, ...others });
  }

  async #tryAt(owner: Owner, chunk: PackedChunk, next: number): Promise<Tried> {
    const standing = await this.#deps.table.put(owner, next, chunk);
    if (standing === undefined) return { isWritten: true, next: next + chunk.count, seen: next };
    const behind = this.#isLasting(standing) ? endOf(standing) : undefined;
    return { isWritten: isSame(standing, chunk), next: behind, seen: next };
  }

  async #tryAtEnd(owner: Owner, chunk: PackedChunk, isAgain: boolean): Promise<Tried> {
    const { chunk: newest, floor } = await this.#deps.table.newest(owner);
    if (newest === undefined) return this.#begin(owner, chunk, this.#aboveAll(floor), floor);
    const seen = endOf(newest);
    if (isAgain && isSame(newest, chunk)) return { isWritten: true };
    if (this.#isLasting(newest)) return this.#tryAt(owner, chunk, seen);
    // The table may delete the newest chunk at any time. The floor is written, too, so that only one writer continues.
    return this.#begin(owner, chunk, seen, await this.#deps.table.floor(owner));
  }

  async #begin(owner: Owner, chunk: PackedChunk, first: number, floor: Floor | undefined): Promise<Tried> {
    const isWritten = await this.#deps.table.begin(owner, first, floor, chunk);
    return { isWritten, next: first + chunk.count, seen: first };
  }

  /** Returns a position above all positions of a chain that has expired. */
  #aboveAll(floor: Floor | undefined): number {
    if (floor === undefined) return 1;
    const seconds = Math.max(1, Math.floor(this.#deps.clock.now() / 1000) - floor.begunAt);
    return floor.first + seconds * MAX_EVENTS_A_SECOND;
  }

  #isLasting({ ttl }: StandingChunk): boolean {
    return ttl - this.#deps.clock.now() / 1000 > LAST_SECONDS;
  }

  async #pauseWithin(spreadMs: number): Promise<void> {
    if (spreadMs > 0) await this.#deps.pause(this.#deps.random() * spreadMs);
  }
}

const wider = (spreadMs: number): number => Math.min(MAX_PAUSE_MS, Math.max(FIRST_PAUSE_MS, 2 * spreadMs));
const narrower = (spreadMs: number): number => (spreadMs < FIRST_PAUSE_MS ? 0 : NARROWER * spreadMs);
