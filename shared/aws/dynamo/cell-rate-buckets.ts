import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { type DynamoDBDocumentClient, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import type { Clock } from "../../kernel/clock.ts";
import { expiringCache } from "../../kernel/expiring-cache.ts";
import { withinDeadline } from "../../kernel/network/deadline.ts";
import { intervalMs, isDenied, type RatePolicy, toleranceMs } from "../../kernel/rate-limit.ts";

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

interface Look {
  readonly now: number;
  readonly isBusy: boolean;
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
    const now = this.#options.clock.now();
    const { key, policy } = bucket;
    const seen = this.#lastSeenTat.get(key);
    if (seen !== undefined && isDenied(policy, seen, now)) return seen;
    // Drawn here before the store is asked: what comes at once sees each other, and a store that does not answer in time leaves this
    // environment with a bucket of its own.
    this.#see(key, Math.max(seen ?? 0, now) + intervalMs(policy));
    const isBusy = (seen ?? 0) > now;
    const tat = await withinDeadline<number | "late" | undefined>(
      timeoutMs,
      (signal) => this.#takeShared(bucket, isBusy, signal),
      () => "late",
    );
    if (tat === "late") throw new Error(`the store of buckets did not answer within ${timeoutMs} ms`);
    return tat;
  }

  /** Never back: answers come in any order. */
  #see(key: string, tat: number): void {
    this.#lastSeenTat.set(key, Math.max(this.#lastSeenTat.get(key) ?? 0, tat));
  }

  /** Nearly always one update or two: what the first one failed on says which branch is the right one. */
  async #takeShared(bucket: Bucket, startBusy: boolean, abortSignal: AbortSignal): Promise<number | undefined> {
    let isBusy = startBusy;
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      // Late: the answer was given without us, and a token taken now would be nobody's.
      abortSignal.throwIfAborted();
      const now = this.#options.clock.now();
      const { tat, isTaken } = await this.#tryTake(bucket, { now, isBusy, abortSignal });
      if (tat !== undefined) this.#see(bucket.key, tat);
      if (isTaken) return undefined;
      if (tat !== undefined && isDenied(bucket.policy, tat, now)) return tat;
      isBusy = tat !== undefined && tat > now;
    }
    // Others moved the bucket between all our looks, and never to where it is empty: that is no reason to refuse.
    return undefined;
  }

  async #tryTake({ key, policy }: Bucket, { now, isBusy, abortSignal }: Look): Promise<Seen> {
    const branch = isBusy ? busyBranch(policy, now) : idleBranch(policy, now);
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
      return { tat: numberIn(Attributes?.tat), isTaken: true };
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
      return { tat: numberIn(error.Item?.tat?.N), isTaken: false };
    }
  }
}

const busyBranch = (policy: RatePolicy, now: number) => ({
  UpdateExpression: "SET tat = tat + :interval, #ttl = :ttl",
  ConditionExpression: "tat BETWEEN :justAfterNow AND :limit",
  ExpressionAttributeValues: {
    ":interval": intervalMs(policy),
    ":justAfterNow": now + 1e-6,
    ":limit": now + toleranceMs(policy),
  },
});

const idleBranch = (policy: RatePolicy, now: number) => ({
  UpdateExpression: "SET tat = :fresh, #ttl = :ttl",
  ConditionExpression: "attribute_not_exists(pk) OR tat <= :now",
  ExpressionAttributeValues: { ":fresh": now + intervalMs(policy), ":now": now },
});

const numberIn = (value: unknown): number | undefined => (value === undefined ? undefined : Number(value));
