import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { type Bucket, CellRateBuckets } from "../../aws/dynamo/cell-rate-buckets.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Log } from "../../kernel/log.ts";
import type { Metrics } from "../../kernel/metrics.ts";
import { delayMs, NUMBER_POLICY, PAIR_POLICY } from "../domain/throttle.ts";
import type { ChatThrottle, ThrottledSend } from "../ports/chat-throttle.ts";

/** A request to each of the two buckets may take this many milliseconds. */
const TAKE_TIMEOUT_MS = 500;

export interface DynamoChatThrottleOptions {
  readonly table: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly takeTimeoutMs?: number;
}

/** The platform has two limits, and all workers share a bucket for each. */
export class DynamoChatThrottle implements ChatThrottle {
  readonly #options: DynamoChatThrottleOptions;
  readonly #buckets: CellRateBuckets;

  constructor(client: DynamoDBDocumentClient, options: DynamoChatThrottleOptions) {
    this.#options = options;
    this.#buckets = new CellRateBuckets(client, options);
  }

  async take({ chatAccountId, customerKey }: ThrottledSend): Promise<number> {
    const { log, metrics } = this.#options;
    try {
      // The number's bucket is asked first. If the customer's bucket then refuses, only 1/80 s of the number's rate is lost; in the other order, 6 s.
      const numberWaitMs = await this.#takeFrom({ key: `CT#${chatAccountId}`, policy: NUMBER_POLICY });
      if (numberWaitMs > 0) return numberWaitMs;
      return await this.#takeFrom({ key: `CT#${chatAccountId}#${customerKey}`, policy: PAIR_POLICY });
    } catch (error) {
      metrics.count("chat_throttle_unavailable");
      log.error("chat_throttle.unavailable", error);
      return 0;
    }
  }

  async #takeFrom(bucket: Bucket): Promise<number> {
    const { clock, takeTimeoutMs = TAKE_TIMEOUT_MS } = this.#options;
    const deniedTat = await this.#buckets.take(bucket, takeTimeoutMs);
    return deniedTat === undefined ? 0 : Math.max(1, delayMs(bucket.policy, deniedTat, clock.now()));
  }
}
