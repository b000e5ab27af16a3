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
  /** The time is in epoch seconds; the table deletes the chunk some time later. */
  readonly ttl: number;
}

/** The position and time at which a chain of chunks began. */
export interface Floor {
  readonly first: number;
  /** The time is in epoch seconds. */
  readonly begunAt: number;
}

/** The table holds the chunks of all feeds, and one floor per owner. */
export interface ChainTable {
  /** Reads the newest chunk, strongly consistent; the floor comes only if no chunk exists. */
  newest(owner: Owner): Promise<{ readonly chunk?: StandingChunk; readonly floor?: Floor }>;
  floor(owner: Owner): Promise<Floor | undefined>;
  /** It puts a chunk where none exists, and otherwise returns the existing one. */
  put(owner: Owner, first: number, chunk: PackedChunk): Promise<StandingChunk | undefined>;
  /** It puts a chunk where none exists, and the floor, if nobody has changed the floor since it was read. Returns whether it did both. */
  begin(owner: Owner, first: number, seen: Floor | undefined, chunk: PackedChunk): Promise<boolean>;
}

export interface FeedChainDeps {
  readonly table: ChainTable;
  readonly clock: Clock;
  readonly pause: (ms: number) => Promise<unknown>;
  /** `random` returns a number in [0, 1). */
  readonly random: () => number;
}

/** A day is longer than any append takes and than clocks differ: a chunk that lives this long still exists when the next one is put. */
const LAST_SECONDS = 86_400;
/** No owner reaches this: one key of the table takes a thousand chunks a second, of a hundred events at most. */
const MAX_EVENTS_A_SECOND = 2 ** 17;
const REMEMBERED = { maxEntries: 10_000, ttlMs: 60_000 };
const MAX_TRIES = 25;
const FIRST_PAUSE_MS = 10;
const MAX_PAUSE_MS = 1000;
const NARROWER = 0.6;

/** What this process remembers of the writers of an owner's feed. */
interface Memory {
  /** The chain of chunks ended at this position. */
  readonly next: number;
  /** True when no other process appended between the last two appends of this one. */
  readonly isAlone: boolean;
  /** Refused writers spread their tries over this time. */
  readonly spreadMs: number;
}

interface Tried {
  readonly isWritten: boolean;
  /** The place behind the chunk that was written or found there; it is absent when that chunk may soon be deleted. */
  readonly next?: number | undefined;
  /** The position that the try took for the end of the chain. */
  readonly seen?: number;
}

/** The result of a first try that lost against another writer. */
interface Refused {
  /** The position for the next try, if it may be made at once. */
  readonly next: number | undefined;
  readonly spreadMs: number;
}

export const endOf = ({ first, count }: StandingChunk): number => first + count;

/** True for chunks with the same events: the answer to our own write was lost, or another process announced the same changes. */
const isSame = (one: PackedChunk, other: PackedChunk): boolean =>
  Buffer.compare(one.compressed, other.compressed) === 0;

/**
 * It appends chunks to an owner's chain. A chunk's key is the position of its first event, and a writer only ever knows the end of the chain or
 * the place of a chunk. So a put that is refused where a chunk exists keeps positions in the order of commits, without a gap. Only the first
 * chunk of a chain is put together with the floor: when all chunks have expired, the floor says which positions are used up and lets only one
 * writer begin.
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
    // The table may delete the newest chunk at any time, and others would then begin elsewhere.
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
