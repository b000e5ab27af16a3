import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { expiringCache } from "../../kernel/expiring-cache.ts";
import { intervalMs, type RatePolicy, type TokenLease, takeLeased } from "../../kernel/rate-limit.ts";
import { type Bucket, CellRateBuckets, type CellRateBucketsOptions, type Drawn } from "./cell-rate-buckets.ts";

/** An environment that draws twice within this time draws twice as many the next time. */
const GROW_WITHIN_MS = 1000;
/** No environment keeps more than this part of a bucket from the others. */
const LARGEST_PART = 6;
const REMEMBERED = { maxEntries: 20_000, ttlMs: 600_000 };

interface Waiter {
  readonly answer: (deniedTat: number | undefined) => void;
  readonly fail: (error: unknown) => void;
}

/** One bucket, as far as this environment knows. */
interface Share {
  lease: TokenLease;
  block: number;
  drawnAtMs: number;
  isDrawing: boolean;
  readonly waiting: Waiter[];
}

const newShare = (): Share => ({
  lease: { nextMs: 0, endMs: 0 },
  block: 1,
  drawnAtMs: Number.NEGATIVE_INFINITY,
  isDrawing: false,
  waiting: [],
});

/**
 * Buckets whose tokens are drawn in blocks that grow with the rate of requests. Requests that come while a draw is on its way share
 * the next one.
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
   * Takes one token: undefined when it was there, else the theoretical arrival time that is too far ahead. Throws when the store
   * does not answer within `timeoutMs`, twice that for a request that waits for the draw before its own.
   */
  async take(bucket: Bucket, timeoutMs: number): Promise<number | undefined> {
    const share = this.#shares.get(bucket.key) ?? newShare();
    this.#shares.set(bucket.key, share);
    const lease = share.waiting.length > 0 ? undefined : takeLeased(bucket.policy, share.lease, this.#clock.now());
    if (lease !== undefined) {
      share.lease = lease;
      return undefined;
    }
    return new Promise((answer, fail) => {
      share.waiting.push({ answer, fail });
      if (!share.isDrawing) void this.#drawForAll(bucket, share, timeoutMs);
    });
  }

  async #drawForAll(bucket: Bucket, share: Share, timeoutMs: number): Promise<void> {
    share.isDrawing = true;
    // Each draw answers at least one of those that wait.
    while (share.waiting.length > 0) await this.#drawOnce(bucket, share, timeoutMs);
    share.isDrawing = false;
  }

  async #drawOnce(bucket: Bucket, share: Share, timeoutMs: number): Promise<void> {
    const needed = Math.min(share.waiting.length, this.#buckets.mostTokens(bucket));
    try {
      const wanted = Math.max(needed, this.#nextBlock(bucket.policy, share));
      answerWaiting(bucket, share, await this.#buckets.draw(bucket, { needed, wanted }, timeoutMs));
    } catch (error) {
      for (const { fail } of share.waiting.splice(0, needed)) fail(error);
    }
  }

  #nextBlock({ burst }: RatePolicy, share: Share): number {
    const now = this.#clock.now();
    const isQuick = now - share.drawnAtMs < GROW_WITHIN_MS;
    share.block = isQuick ? Math.max(1, Math.min(2 * share.block, Math.floor(burst / LARGEST_PART))) : 1;
    share.drawnAtMs = now;
    return share.block;
  }
}

function answerWaiting({ policy }: Bucket, share: Share, { tokens, tat }: Drawn): void {
  const isDenied = tokens === 0;
  const answered = share.waiting.splice(0, isDenied ? share.waiting.length : tokens);
  for (const { answer } of answered) answer(isDenied ? tat : undefined);
  if (!isDenied) share.lease = { nextMs: tat - (tokens - answered.length) * intervalMs(policy), endMs: tat };
}
