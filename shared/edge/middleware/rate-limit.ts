import type { MiddlewareObj } from "@middy/core";
import { subscriberNetwork } from "../../kernel/network/ip-address.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { limitOf, type Route } from "../contract/route.ts";
import type { EdgeServices } from "../edge-services.ts";
import type { RequestContext } from "../request-context.ts";

const tooMany = (): Refusal => new Refusal("rate_limited", "too many requests");

/** The bucket of a credential is keyed by a hash that is not the one its table holds. */
export const tokenBucket = (services: EdgeServices, bearer: string): string =>
  `t#${services.identifiers.hash(`rate:${bearer}`)}`;
export const addressBucket = (clientIp: string): string => `a#${subscriberNetwork(clientIp)}`;

/** Takes one token of the limiter that stands before the route, if one does. */
export async function takeOrRefuse(
  services: EdgeServices,
  { path }: Pick<Route, "path">,
  bucket: string,
): Promise<void> {
  const limit = limitOf(path);
  if (limit === undefined || (await takeOf(services, limit === "panel", bucket))) return;
  services.metrics.count("rate_limited");
  throw tooMany();
}

/** Both limiters keep their buckets in one table: the panel's have a name in front. */
const takeOf = ({ rateLimiter, panelRateLimiter }: EdgeServices, isPanel: boolean, bucket: string): Promise<boolean> =>
  isPanel ? panelRateLimiter.take(`panel#${bucket}`) : rateLimiter.take(bucket);

/** Before authentication (D1, D5): keyed by the bearer token, else by the caller's address. */
export function rateLimit(services: () => EdgeServices): MiddlewareObj<RequestContext> {
  return {
    before: async ({ event: { endpoint, bearer, clientIp } }) => {
      const bucket = bearer === undefined ? addressBucket(clientIp) : tokenBucket(services(), bearer);
      await takeOrRefuse(services(), endpoint, bucket);
    },
  };
}
