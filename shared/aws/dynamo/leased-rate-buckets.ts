import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { expiringCache } from "../../kernel/expiring-cache.ts";
import {
  intervalMs,
  NO_LEASE,
  type RatePolicy,
  ROUNDING_MS,
  type TokenLease,
  type TokensLeft,
  takeLeased,
} from "../../kernel/rate-limit.ts";
import { type Bucket, CellRateBuckets, type CellRateBucketsOptions, type Drawn } from "./cell-rate-buckets.ts";

/**
 * An environment takes tokens in blocks, and doubles its block each time, as long as no other environment takes tokens.
 * After a longer pause the next block is one token again.
 */
const PAUSE_MS = 1000;
/** No environment holds more than one sixth of a bucket in advance. */
const LARGEST_PART = 6;
const REMEMBERED = { maxEntries: 20_000, ttlMs: 600_000 };

interface Waiter {
  readonly answer: (isAllowed: boolean) => void;
  readonly fail: (error: unknown) => void;
}

/** The facts that this environment knows of one bucket. */
interface Share {
  lease: TokenLease;
  block: number;
  drawnAtMs: number;
  /** Says that other environments take tokens from the bucket, too, as was seen since the last pause. */
  hasOthers: boolean;
  isDrawing: boolean;
  waiting: Waiter[];
}

const newShare = (): Share => ({
  lease: NO_LEASE,
  block: 1,
  drawnAtMs: Number.NEGATIVE_INFINITY,
  hasOthers: false,
  isDrawing: false,
  waiting: [],
});

/**
 * Takes the tokens of a bucket from the store in blocks. An environment that has a bucket to itself takes blocks that
 * grow with the rate of its requests; when other environments take tokens, too, each takes only what it needs. Requests
 * that arrive while the store is being asked share the next block, as many as the bucket may contain.
 */
export class LeasedRateBuckets {
  readonly #buckets: CellRateBuckets;
  readonly #clock: CellRateBucketsOptions["clock"];
  readonly #shares = expiringCache<Share>(REMEMBERED);

  constructor(client: DynamoDBDocumentClient, options: CellRateBucketsOptions) {
    this.#buckets = new CellRateBuckets(client, options);
    this.#clock = options.clock;
  }

  /**
   * Takes one token and returns whether there was one. A request that arrives while the store is being asked waits for
   * that answer first. Throws when the store does not answer within `timeoutMs`.
   */
  async take(bucket: Bucket, timeoutMs: number): Promise<boolean> {
    const share = this.#shares.get(bucket.key) ?? newShare();
    this.#shares.set(bucket.key, share);
    if (share.waiting.length === 0 && this.#isTaken(bucket, share)) return true;
    if (share.waiting.length >= this.#buckets.mostTokens(bucket, share.lease)) return false;
    return new Promise((answer, fail) => {
      share.waiting.push({ answer, fail });
      if (!share.isDrawing) void this.#drawForAll(bucket, share, timeoutMs);
    });
  }

  /**
   * Returns the tokens that are left as far as this environment knows. Other environments may take tokens from the
   * bucket, too.
   */
  left(bucket: Bucket): TokensLeft {
    return this.#buckets.left(bucket, this.#shares.get(bucket.key)?.lease ?? NO_LEASE);
  }

  /** Tries to take a token that this environment has already drawn. */
  #isTaken({ policy }: Bucket, share: Share): boolean {
    const lease = takeLeased(policy, share.lease, this.#clock.now());
    share.lease = lease ?? share.lease;
    return lease !== undefined;
  }

  async #drawForAll(bucket: Bucket, share: Share, timeoutMs: number): Promise<void> {
    share.isDrawing = true;
    // Each call of the store serves all requests that wait when it begins.
    while (share.waiting.length > 0) await this.#drawOnce(bucket, share, timeoutMs);
    share.isDrawing = false;
  }

  async #drawOnce(bucket: Bucket, share: Share, timeoutMs: number): Promise<void> {
    const { waiting, lease: own } = share;
    share.waiting = [];
    // The fraction of a token that is left counts only in this call of the store, so the lease is empty from here on.
    share.lease = { nextMs: own.endMs, endMs: own.endMs };
    try {
      const wanted = this.#nextBlock(bucket.policy, share);
      const drawn = await this.#buckets.draw(bucket, { needed: waiting.length, wanted, own }, timeoutMs);
      this.#keep(bucket.policy, share, own, drawn, waiting.length);
      for (const [i, { answer }] of waiting.entries()) answer(i < drawn.tokens);
      while (share.waiting.length > 0 && this.#isTaken(bucket, share)) share.waiting.shift()?.answer(true);
    } catch (error) {
      for (const { fail } of waiting) fail(error);
    }
  }

  #nextBlock({ burst }: RatePolicy, share: Share): number {
    const now = this.#clock.now();
    const isQuick = now - share.drawnAtMs < PAUSE_MS;
    share.hasOthers &&= isQuick;
    const doubled = Math.min(2 * share.block, Math.floor(burst / LARGEST_PART));
    share.block = isQuick && !share.hasOthers ? Math.max(1, doubled) : 1;
    share.drawnAtMs = now;
    return share.block;
  }

  /**
   * Keeps the tokens that the waiting requests do not use. The time between these tokens and the end of `own` belongs to
   * tokens that other environments have drawn.
   */
  #keep(policy: RatePolicy, share: Share, own: TokenLease, { tokens, tat }: Drawn, used: number): void {
    if (tokens === 0) return;
    const startMs = tat - tokens * intervalMs(policy);
    share.hasOthers ||= startMs > Math.max(own.endMs, this.#clock.now()) + ROUNDING_MS;
    share.lease = { nextMs: tat - Math.max(0, tokens - used) * intervalMs(policy), endMs: tat };
  }
}
