import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { type DynamoDBDocumentClient, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { intervalMs, isDenied, type RatePolicy, toleranceMs } from "../../domain/rate-limit.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Log } from "../../ports/log.ts";
import type { Metrics } from "../../ports/metrics.ts";
import type { RateLimiter } from "../../ports/rate-limiter.ts";
import { expiringCache } from "../memory/expiring-cache.ts";

/** The specification: idle buckets are dropped after 10 minutes. */
const IDLE_SECONDS = 600;
/** A bucket that refills faster than the store answers flips between busy and idle under our hands. */
const MAX_TRIES = 6;
/** A store that hangs must not hold up every request: past this the limiter stands aside. */
const TAKE_TIMEOUT_MS = 1000;
const REMEMBERED = { maxEntries: 20_000, ttlMs: IDLE_SECONDS * 1000 };

export interface DynamoRateLimiterOptions {
  readonly table: string;
  readonly policy: RatePolicy;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
}

interface Look {
  readonly now: number;
  readonly isBusy: boolean;
  readonly abortSignal: AbortSignal;
}

/**
 * One bucket as one number, changed in one conditional update: a busy bucket moves on from where it is, an idle one starts at now.
 * The number last seen tells which of the two to try, and denies without asking while it lies too far ahead.
 */
export class DynamoRateLimiter implements RateLimiter {
  readonly #client: DynamoDBDocumentClient;
  readonly #options: DynamoRateLimiterOptions;
  readonly #lastSeenTat = expiringCache<number>(REMEMBERED);

  constructor(client: DynamoDBDocumentClient, options: DynamoRateLimiterOptions) {
    this.#client = client;
    this.#options = options;
  }

  async take(key: string): Promise<boolean> {
    const { policy, clock, log, metrics } = this.#options;
    const seen = this.#lastSeenTat.get(key);
    if (seen !== undefined && isDenied(policy, seen, clock.now())) return false;
    try {
      return await this.#takeShared(key, (seen ?? 0) > clock.now());
    } catch (error) {
      metrics.count("rate_limiter_unavailable");
      log.error("rate_limiter.unavailable", error);
      return true;
    }
  }

  /** Nearly always one update or two: what the first one failed on says which branch is the right one. */
  async #takeShared(key: string, startBusy: boolean): Promise<boolean> {
    const { policy, clock } = this.#options;
    const abortSignal = AbortSignal.timeout(TAKE_TIMEOUT_MS);
    let isBusy = startBusy;
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const now = clock.now();
      const { tat, isTaken } = await this.#tryTake(key, { now, isBusy, abortSignal });
      if (tat !== undefined) this.#lastSeenTat.set(key, tat);
      if (isTaken) return true;
      if (tat !== undefined && isDenied(policy, tat, now)) return false;
      isBusy = tat !== undefined && tat > now;
    }
    // Others moved the bucket between all our looks, and never to where it is empty: that is no reason to refuse.
    return true;
  }

  async #tryTake(
    key: string,
    { now, isBusy, abortSignal }: Look,
  ): Promise<{ tat: number | undefined; isTaken: boolean }> {
    const { table, policy } = this.#options;
    const interval = intervalMs(policy);
    const branch = isBusy
      ? {
          UpdateExpression: "SET tat = tat + :interval, #ttl = :ttl",
          ConditionExpression: "tat BETWEEN :justAfterNow AND :limit",
          ExpressionAttributeValues: {
            ":interval": interval,
            ":justAfterNow": now + 1e-6,
            ":limit": now + toleranceMs(policy),
          },
        }
      : {
          UpdateExpression: "SET tat = :fresh, #ttl = :ttl",
          ConditionExpression: "attribute_not_exists(pk) OR tat <= :now",
          ExpressionAttributeValues: { ":fresh": now + interval, ":now": now },
        };
    try {
      const { Attributes } = await this.#client.send(
        new UpdateCommand({
          TableName: table,
          Key: { pk: `RL#${key}` },
          ExpressionAttributeNames: { "#ttl": "ttl" },
          ReturnValues: "UPDATED_NEW",
          ReturnValuesOnConditionCheckFailure: "ALL_OLD",
          ...branch,
          ExpressionAttributeValues: {
            ...branch.ExpressionAttributeValues,
            ":ttl": Math.floor(now / 1000) + IDLE_SECONDS,
          },
        }),
        { abortSignal },
      );
      return { tat: numberIn(Attributes?.tat), isTaken: true };
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
      return { tat: numberIn(error.Item?.tat?.N), isTaken: false };
    }
  }
}

const numberIn = (value: unknown): number | undefined => (value === undefined ? undefined : Number(value));
