import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { type DynamoDBDocumentClient, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import type { Clock } from "../../kernel/clock.ts";
import { expiringCache } from "../../kernel/expiring-cache.ts";
import { withinDeadline } from "../../kernel/network/deadline.ts";
import {
  intervalMs,
  leftMs,
  NO_LEASE,
  type RatePolicy,
  type TokenLease,
  type TokensLeft,
  tokensIn,
  tokensLeft,
  toleranceMs,
} from "../../kernel/rate-limit.ts";

/** Buckets that nobody uses are dropped after 10 minutes (L-rate). */
const IDLE_SECONDS = 600;
/** A bucket that refills faster than the store answers may change between busy and idle from one try to the next. */
const MAX_TRIES = 6;
const REMEMBERED = { maxEntries: 20_000, ttlMs: IDLE_SECONDS * 1000 };

export interface CellRateBucketsOptions {
  readonly table: string;
  readonly clock: Clock;
}

export interface Bucket {
  readonly key: string;
  readonly policy: RatePolicy;
}

/**
 * How many tokens a caller asks for: `needed` counts the requests that wait, `wanted` also the tokens that are drawn in
 * advance.
 */
export interface Draw {
  readonly needed: number;
  readonly wanted: number;
  /** What was left of earlier tokens, less than one token: it is counted towards the first token that is taken now. */
  readonly own: TokenLease;
}

/**
 * The number of tokens that were taken, and the bucket's theoretical arrival time after that. When no token was taken,
 * this time lies too far ahead.
 */
export interface Drawn {
  readonly tokens: number;
  readonly tat: number;
}

interface Try {
  readonly isBusy: boolean;
  readonly tokens: number;
}

interface Look extends Try {
  readonly now: number;
  readonly ownMs: number;
  readonly abortSignal: AbortSignal;
}

interface Seen {
  readonly tat: number | undefined;
  readonly isTaken: boolean;
}

/**
 * Stores each bucket as one number, its theoretical arrival time, and takes tokens with one conditional update: a busy
 * bucket moves on from the stored time, an idle bucket starts at the current time. The time that was last seen decides
 * which of the two updates is tried first. While it lies too far ahead, requests are denied without asking the store.
 */
export class CellRateBuckets {
  readonly #client: DynamoDBDocumentClient;
  readonly #options: CellRateBucketsOptions;
  readonly #lastSeenTat = expiringCache<number>(REMEMBERED);

  constructor(client: DynamoDBDocumentClient, options: CellRateBucketsOptions) {
    this.#client = client;
    this.#options = options;
  }

  /**
   * Takes one token. Returns undefined when there was one, otherwise the theoretical arrival time that lies too far
   * ahead.
   */
  async take(bucket: Bucket, timeoutMs: number): Promise<number | undefined> {
    const { tokens, tat } = await this.draw(bucket, { needed: 1, wanted: 1, own: NO_LEASE }, timeoutMs);
    return tokens > 0 ? undefined : tat;
  }

  /** The most tokens that the bucket can hold, as far as this environment knows. The store may still refuse them. */
  mostTokens({ key, policy }: Bucket, own: TokenLease): number {
    const now = this.#options.clock.now();
    return tokensIn(policy, this.#knownTat(key, own, now), now);
  }

  /** Returns the number of `mostTokens` together with the time of the next token. */
  left({ key, policy }: Bucket, own: TokenLease): TokensLeft {
    const now = this.#options.clock.now();
    return tokensLeft(policy, this.#knownTat(key, own, now), now);
  }

  /**
   * Takes as many tokens as there are, but not more than the larger of `wanted` and `needed`. Throws when the store
   * does not answer in time.
   */
  async draw(bucket: Bucket, { needed, wanted, own }: Draw, timeoutMs: number): Promise<Drawn> {
    const { key, policy } = bucket;
    const now = this.#options.clock.now();
    const seen = this.#lastSeenTat.get(key) ?? 0;
    const known = this.#knownTat(key, own, now);
    const most = tokensIn(policy, known, now);
    if (most === 0) return { tokens: 0, tat: seen };
    // The tokens are counted here before the store is asked. Concurrent requests then see each other, and while the
    // store does not answer, this environment still limits by a bucket of its own.
    this.#see(key, known + Math.min(needed, most) * intervalMs(policy));
    const start = { tokens: Math.min(Math.max(needed, wanted), most), isBusy: seen > now };
    const drawn = await withinDeadline<Drawn | "late">(
      timeoutMs,
      (signal) => this.#drawShared(bucket, own, start, signal),
      () => "late",
    );
    if (drawn === "late") throw new Error(`the store of buckets did not answer within ${timeoutMs} ms`);
    return drawn;
  }

  /** Leaves out the time of the tokens that this environment has drawn and not used yet. */
  #knownTat(key: string, own: TokenLease, now: number): number {
    return Math.max((this.#lastSeenTat.get(key) ?? 0) - leftMs(own, now), now);
  }

  /** Remembers a bucket's time. The store's answers may come in any order, so the remembered time never moves back. */
  #see(key: string, tat: number): void {
    this.#lastSeenTat.set(key, Math.max(this.#lastSeenTat.get(key) ?? 0, tat));
  }

  /**
   * Takes tokens from the stored bucket. One or two updates nearly always suffice: the item that a failed update returns
   * tells whether the bucket is busy or idle, and how many tokens it has.
   */
  async #drawShared(bucket: Bucket, own: TokenLease, start: Try, abortSignal: AbortSignal): Promise<Drawn> {
    const { policy } = bucket;
    let attempt = start;
    for (let triesLeft = MAX_TRIES; triesLeft > 0; triesLeft--) {
      // The caller has been answered by now, so a token that is taken here would be lost.
      abortSignal.throwIfAborted();
      const now = this.#options.clock.now();
      const ownMs = leftMs(own, now);
      // Other environments may leave too few tokens each time. The last try therefore asks for one token only.
      const tokens = triesLeft === 1 ? 1 : attempt.tokens;
      const { tat = 0, isTaken } = await this.#tryTake(bucket, { ...attempt, tokens, now, ownMs, abortSignal });
      this.#see(bucket.key, tat);
      if (isTaken) return { tokens, tat };
      const most = tokensIn(policy, Math.max(tat - ownMs, now), now);
      if (most === 0) return { tokens: 0, tat };
      attempt = { isBusy: tat > now, tokens: Math.min(tokens, most) };
    }
    // Other environments changed the bucket between all the tries, but it was never empty. That is no reason to refuse
    // the request.
    return { tokens: 1, tat: this.#options.clock.now() };
  }

  async #tryTake({ key, policy }: Bucket, look: Look): Promise<Seen> {
    const { now, abortSignal } = look;
    const branch = look.isBusy ? busyBranch(policy, look) : idleBranch(policy, look);
    const ttl = Math.floor(now / 1000) + IDLE_SECONDS;
    const update = new UpdateCommand({
      TableName: this.#options.table,
      Key: { pk: key },
      ExpressionAttributeNames: { "#ttl": "ttl" },
      ReturnValues: "UPDATED_NEW",
      ReturnValuesOnConditionCheckFailure: "ALL_OLD",
      ...branch,
      ExpressionAttributeValues: { ...branch.ExpressionAttributeValues, ":ttl": ttl },
    });
    try {
      const { Attributes } = await this.#client.send(update, { abortSignal });
      return { tat: numberIn(Attributes?.tat) ?? now, isTaken: true };
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
      return { tat: numberIn(error.Item?.tat?.N), isTaken: false };
    }
  }
}

const busyBranch = (policy: RatePolicy, { now, tokens, ownMs }: Look) => ({
  UpdateExpression: "SET tat = tat + :step, #ttl = :ttl",
  ConditionExpression: "tat BETWEEN :now AND :limit",
  ExpressionAttributeValues: {
    ":step": tokens * intervalMs(policy) - ownMs,
    ":now": now,
    ":limit": now + ownMs + toleranceMs(policy) - (tokens - 1) * intervalMs(policy),
  },
});

const idleBranch = (policy: RatePolicy, { now, tokens }: Look) => ({
  UpdateExpression: "SET tat = :fresh, #ttl = :ttl",
  ConditionExpression: "attribute_not_exists(pk) OR tat <= :now",
  ExpressionAttributeValues: { ":fresh": now + tokens * intervalMs(policy), ":now": now },
});

const numberIn = (value: unknown): number | undefined => (value === undefined ? undefined : Number(value));
