import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { LeasedRateBuckets } from "../../aws/dynamo/leased-rate-buckets.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Log } from "../../kernel/log.ts";
import type { Metrics } from "../../kernel/metrics.ts";
import type { RatePolicy, TokensLeft } from "../../kernel/rate-limit.ts";
import type { RateLimiter } from "../ports.ts";

/**
 * When the store does not answer within this time, this environment's own bucket decides, so that requests are not held
 * up.
 */
const TAKE_TIMEOUT_MS = 1000;

export interface DynamoRateLimiterOptions {
  readonly table: string;
  readonly policy: RatePolicy;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly takeTimeoutMs?: number;
}

const bucketOf = (key: string): string => `RL#${key}`;

export class DynamoRateLimiter implements RateLimiter {
  readonly #options: DynamoRateLimiterOptions;
  readonly #buckets: LeasedRateBuckets;

  constructor(client: DynamoDBDocumentClient, options: DynamoRateLimiterOptions) {
    this.#options = options;
    this.#buckets = new LeasedRateBuckets(client, options);
  }

  left(key: string): TokensLeft {
    return this.#buckets.left({ key: bucketOf(key), policy: this.#options.policy });
  }

  async take(key: string): Promise<boolean> {
    const { policy, log, metrics, takeTimeoutMs = TAKE_TIMEOUT_MS } = this.#options;
    try {
      return await this.#buckets.take({ key: bucketOf(key), policy }, takeTimeoutMs);
    } catch (error) {
      metrics.count("rate_limiter_unavailable");
      log.error("rate_limiter.unavailable", error);
      return true;
    }
  }
}
