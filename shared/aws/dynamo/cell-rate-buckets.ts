import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { type DynamoDBDocumentClient, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import type { Clock } from "../../kernel/clock.ts";
import { expiringCache } from "../../kernel/expiring-cache.ts";
import { withinDeadline } from "../../kernel/network/deadline.ts";
import { intervalMs, isDenied, type RatePolicy, tokensIn, toleranceMs } from "../../kernel/rate-limit.ts";

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
}

/** At most `wanted` tokens, and the theoretical arrival time after them; of none, the one that is too far ahead. */
export interface Drawn {
  readonly tokens: number;
  readonly tat: number;
}

interface Look {
  readonly now: number;
  readonly isBusy: boolean;
  readonly tokens: number;
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
    const { tokens, tat } = await this.draw(bucket, { needed: 1, wanted: 1 }, timeoutMs);
    return tokens > 0 ? undefined : tat;
  }

  /** How many tokens the bucket holds at most, as far as this environment knows; at least one, which the store may still refuse. */
  mostTokens({ key, policy }: Bucket): number {
    const now = this.#options.clock.now();
    return Math.min(policy.burst, tokensIn(policy, Math.max(this.#lastSeenTat.get(key) ?? 0, now), now));
  }

  /** Takes as many tokens as there are, at most `wanted`. Throws when the store does not answer in time. */
  async draw(bucket: Bucket, { needed, wanted }: Draw, timeoutMs: number): Promise<Drawn> {
    const now = this.#options.clock.now();
    const { key, policy } = bucket;
    const seen = this.#lastSeenTat.get(key);
    if (seen !== undefined && isDenied(policy, seen, now)) return { tokens: 0, tat: seen };
    // Drawn here before the store is asked: what comes at once sees each other, and a store that does not answer in time leaves this
    // environment with a bucket of its own.
    this.#see(key, Math.max(seen ?? 0, now) + needed * intervalMs(policy));
    const isBusy = (seen ?? 0) > now;
    const drawn = await withinDeadline<Drawn | "late">(
      timeoutMs,
      (signal) => this.#drawShared(bucket, { tokens: wanted, isBusy }, signal),
      () => "late",
    );
    if (drawn === "late") throw new Error(`the store of buckets did not answer within ${timeoutMs} ms`);
    return drawn;
  }

  /** Never back: answers come in any order. */
  #see(key: string, tat: number): void {
    this.#lastSeenTat.set(key, Math.max(this.#lastSeenTat.get(key) ?? 0, tat));
  }

  /** Nearly always one update or two: what the first one failed on says which branch is the right one, and how much there is. */
  async #drawShared(
    { key, policy }: Bucket,
    start: Pick<Look, "isBusy" | "tokens">,
    abortSignal: AbortSignal,
  ): Promise<Drawn> {
    let attempt = start;
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      // Late: the answer was given without us, and a token taken now would be nobody's.
      abortSignal.throwIfAborted();
      const now = this.#options.clock.now();
      const { tat = 0, isTaken } = await this.#tryTake({ key, policy }, { ...attempt, now, abortSignal });
      this.#see(key, tat);
      if (isTaken) return { tokens: attempt.tokens, tat };
      if (isDenied(policy, tat, now)) return { tokens: 0, tat };
      const most = tokensIn(policy, Math.max(tat, now), now);
      attempt = { isBusy: tat > now, tokens: Math.min(attempt.tokens, most) };
    }
    // Others moved the bucket between all our looks, and never to where it is empty: that is no reason to refuse.
    return { tokens: 1, tat: this.#options.clock.now() };
  }

  async #tryTake({ key, policy }: Bucket, { now, isBusy, tokens, abortSignal }: Look): Promise<Seen> {
    const branch = isBusy ? busyBranch(policy, now, tokens) : idleBranch(policy, now, tokens);
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

const busyBranch = (policy: RatePolicy, now: number, tokens: number) => ({
  UpdateExpression: "SET tat = tat + :step, #ttl = :ttl",
  ConditionExpression: "tat BETWEEN :justAfterNow AND :limit",
  ExpressionAttributeValues: {
    ":step": tokens * intervalMs(policy),
    ":justAfterNow": now + 1e-6,
    ":limit": now + toleranceMs(policy) - (tokens - 1) * intervalMs(policy),
  },
});

const idleBranch = (policy: RatePolicy, now: number, tokens: number) => ({
  UpdateExpression: "SET tat = :fresh, #ttl = :ttl",
  ConditionExpression: "attribute_not_exists(pk) OR tat <= :now",
  ExpressionAttributeValues: { ":fresh": now + tokens * intervalMs(policy), ":now": now },
});

const numberIn = (value: unknown): number | undefined => (value === undefined ? undefined : Number(value));
