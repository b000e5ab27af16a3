import type { MiddlewareObj } from "@middy/core";
import { isRateLimited } from "../contract/route.ts";
import { Refusal } from "../domain/errors.ts";
import { subscriberNetwork } from "../domain/ip-address.ts";
import type { Exchange } from "./exchange.ts";
import type { Frame } from "./frame.ts";

const tooMany = (): Refusal => new Refusal("rate_limited", "too many requests");

/** The bucket of a credential is keyed by a hash that is not the one its table holds. */
export const tokenBucket = (frame: Frame, bearer: string): string => `t#${frame.identifiers.hash(`rate:${bearer}`)}`;
export const addressBucket = (clientIp: string): string => `a#${subscriberNetwork(clientIp)}`;

export async function takeOrRefuse({ rateLimiter, metrics }: Frame, bucket: string): Promise<void> {
  if (await rateLimiter.take(bucket)) return;
  metrics.count("rate_limited");
  throw tooMany();
}

/** Before authentication (D1, D5): keyed by the bearer token, else by the caller's address. */
export function rateLimit(frame: () => Frame): MiddlewareObj<Exchange> {
  return {
    before: async ({ event: { operation, bearer, clientIp } }) => {
      if (!isRateLimited(operation.route.path)) return;
      await takeOrRefuse(frame(), bearer === undefined ? addressBucket(clientIp) : tokenBucket(frame(), bearer));
    },
  };
}
