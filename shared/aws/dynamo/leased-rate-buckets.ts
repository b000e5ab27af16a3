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

/** A longer time between two draws is a pause; without one, an environment draws twice as many each time while no other draws. */
const PAUSE_MS = 1000;
/** No environment keeps more than this part of a bucket from the others. */
const LARGEST_PART = 6;
const REMEMBERED = { maxEntries: 20_000, ttlMs: 600_000 };

interface Waiter {
  readonly answer: (isAllowed: boolean) => void;
  readonly fail: (error: unknown) => void;
}

/** One bucket, as far as this environment knows. */
interface Share {
  lease: TokenLease;
  block: number;
  drawnAtMs: number;
  /** Others draw from it too, as this environment has seen since its last pause. */
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
 * Buckets whose tokens are drawn in blocks that grow with the rate of requests, by an environment that has a bucket to itself; others
 * draw what they need. Requests that come while a draw is on its way share the next one, as many as the bucket may hold.
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
   * Takes one token, and answers whether it was there. Throws when the store does not answer within `timeoutMs`; a request that
   * comes while a draw is on its way waits for that one first.
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

  /** As far as this environment knows: others may draw from the bucket too. */
  left(bucket: Bucket): TokensLeft {
    return this.#buckets.left(bucket, this.#shares.get(bucket.key)?.lease ?? NO_LEASE);
  }

  /** A token that this environment has drawn already. */
  #isTaken({ policy }: Bucket, share: Share): boolean {
    const lease = takeLeased(policy, share.lease, this.#clock.now());
    share.lease = lease ?? share.lease;
    return lease !== undefined;
  }

  async #drawForAll(bucket: Bucket, share: Share, timeoutMs: number): Promise<void> {
    share.isDrawing = true;
    // Each draw answers all that wait when it begins.
    while (share.waiting.length > 0) await this.#drawOnce(bucket, share, timeoutMs);
    share.isDrawing = false;
  }

  async #drawOnce(bucket: Bucket, share: Share, timeoutMs: number): Promise<void> {
    const { waiting, lease: own } = share;
    share.waiting = [];
    // The part of a token that is left goes into this draw, and into no other.
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

  /** Keeps the tokens that are not `used` at once. Time between them and the end of `own` is in the hands of others. */
  #keep(policy: RatePolicy, share: Share, own: TokenLease, { tokens, tat }: Drawn, used: number): void {
    if (tokens === 0) return;
    const startMs = tat - tokens * intervalMs(policy);
    share.hasOthers ||= startMs > Math.max(own.endMs, this.#clock.now()) + ROUNDING_MS;
    share.lease = { nextMs: tat - Math.max(0, tokens - used) * intervalMs(policy), endMs: tat };
  }
}
