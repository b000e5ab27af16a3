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

/** L-rate: idle buckets are dropped after 10 minutes. */
const IDLE_SECONDS = 600;
/** A bucket that refills faster than the store answers flips between busy and idle under our hands. */
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

/** How many tokens are asked for: `needed` by requests that wait for them, `wanted` with those that are drawn ahead. */
export interface Draw {
  readonly needed: number;
  readonly wanted: number;
  /** The rest of an earlier draw: less than a token, by which the first one is cheaper. */
  readonly own: TokenLease;
}

/** As many tokens as there were, and the theoretical arrival time after them; of none, the one that is too far ahead. */
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
 * One bucket as one number, changed in one conditional update: a busy bucket moves on from where it is, an idle one starts at now.
 * The number last seen tells which of the two to try, and denies without asking while it lies too far ahead.
 */
export class CellRateBuckets {
  readonly #client: DynamoDBDocumentClient;
  readonly #options: CellRateBucketsOptions;
  readonly #lastSeenTat = expiringCache<number>(REMEMBERED);

  constructor(client: DynamoDBDocumentClient, options: CellRateBucketsOptions) {
    this.#client = client;
    this.#options = options;
  }

  /** Takes one token: undefined when it was there, else the theoretical arrival time that is too far ahead. */
  async take(bucket: Bucket, timeoutMs: number): Promise<number | undefined> {
    const { tokens, tat } = await this.draw(bucket, { needed: 1, wanted: 1, own: NO_LEASE }, timeoutMs);
    return tokens > 0 ? undefined : tat;
  }

  /** How many tokens the bucket holds at most, as far as this environment knows: the store may still refuse. */
  mostTokens({ key, policy }: Bucket, own: TokenLease): number {
    const now = this.#options.clock.now();
    return tokensIn(policy, this.#knownTat(key, own, now), now);
  }

  /** Likewise, with the time of the next token. */
  left({ key, policy }: Bucket, own: TokenLease): TokensLeft {
    const now = this.#options.clock.now();
    return tokensLeft(policy, this.#knownTat(key, own, now), now);
  }

  /** Takes as many tokens as there are, at most `wanted` or `needed`. Throws when the store does not answer in time. */
  async draw(bucket: Bucket, { needed, wanted, own }: Draw, timeoutMs: number): Promise<Drawn> {
    const { key, policy } = bucket;
    const now = this.#options.clock.now();
    const seen = this.#lastSeenTat.get(key) ?? 0;
    const known = this.#knownTat(key, own, now);
    const most = tokensIn(policy, known, now);
    if (most === 0) return { tokens: 0, tat: seen };
    // Drawn here before the store is asked: what comes at once sees each other, and a store that does not answer in time leaves this
    // environment with a bucket of its own.
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

  /** Without the time that this environment has drawn and not used. */
  #knownTat(key: string, own: TokenLease, now: number): number {
    return Math.max((this.#lastSeenTat.get(key) ?? 0) - leftMs(own, now), now);
  }

  /** Never back: answers come in any order. */
  #see(key: string, tat: number): void {
    this.#lastSeenTat.set(key, Math.max(this.#lastSeenTat.get(key) ?? 0, tat));
  }

  /** Nearly always one update or two: what the first one failed on says which branch is the right one, and how much there is. */
  async #drawShared(bucket: Bucket, own: TokenLease, start: Try, abortSignal: AbortSignal): Promise<Drawn> {
    const { policy } = bucket;
    let attempt = start;
    for (let triesLeft = MAX_TRIES; triesLeft > 0; triesLeft--) {
      // Late: the answer was given without us, and a token taken now would be nobody's.
      abortSignal.throwIfAborted();
      const now = this.#options.clock.now();
      const ownMs = leftMs(own, now);
      // Others who draw between our looks may leave too few each time; too few for one is an empty bucket.
      const tokens = triesLeft === 1 ? 1 : attempt.tokens;
      const { tat = 0, isTaken } = await this.#tryTake(bucket, { ...attempt, tokens, now, ownMs, abortSignal });
      this.#see(bucket.key, tat);
      if (isTaken) return { tokens, tat };
      const most = tokensIn(policy, Math.max(tat - ownMs, now), now);
      if (most === 0) return { tokens: 0, tat };
      attempt = { isBusy: tat > now, tokens: Math.min(tokens, most) };
    }
    // Others moved the bucket between all our looks, and never to where it is empty: that is no reason to refuse.
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
