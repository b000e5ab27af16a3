import type { MiddlewareObj, Request } from "@middy/core";
import { subscriberNetwork } from "../../kernel/network/ip-address.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { rateHeaders } from "../contract/rate-headers.ts";
import { limitOf } from "../contract/route.ts";
import type { EdgeServices } from "../edge-services.ts";
import type { HttpAnswer } from "../http-answer.ts";
import type { RequestContext } from "../request-context.ts";

export type LimiterServices = Pick<EdgeServices, "rateLimiter" | "panelRateLimiter" | "identifiers" | "metrics">;

const tooMany = (): Refusal => new Refusal("rate_limited", "too many requests");

/** The bucket of a credential is named by a hash that differs from the one in the table of credentials. */
export const tokenBucket = (services: Pick<EdgeServices, "identifiers">, bearer: string): string =>
  `t#${services.identifiers.hash(`rate:${bearer}`)}`;
export const addressBucket = (clientIp: string): string => `a#${subscriberNetwork(clientIp)}`;

/**
 * Takes one token from the limiter of the route, if it has one. The answers of the public API say in headers how many
 * tokens are left.
 */
export async function takeOrRefuse(services: LimiterServices, context: RequestContext, bucket: string): Promise<void> {
  const limit = limitOf(context.endpoint.path);
  if (limit === undefined) return;
  const isAllowed = await takeOf(services, limit === "panel", bucket);
  if (limit === "api") noteLeft(services, context, bucket);
  if (isAllowed) return;
  services.metrics.count("rate_limited");
  throw tooMany();
}

/** Notes for the answer's headers how many tokens are left. Of several buckets, the one with the fewest tokens counts. */
function noteLeft({ rateLimiter }: LimiterServices, context: RequestContext, bucket: string): void {
  const left = rateLimiter.left(bucket);
  if (context.left === undefined || left.remaining < context.left.remaining) context.left = left;
}

/** Both limiters keep their buckets in one table, so the names of the panel's buckets have a prefix. */
const takeOf = (
  { rateLimiter, panelRateLimiter }: LimiterServices,
  isPanel: boolean,
  bucket: string,
): Promise<boolean> => (isPanel ? panelRateLimiter.take(`panel#${bucket}`) : rateLimiter.take(bucket));

function addHeaders(request: Request<RequestContext, HttpAnswer>): void {
  const { left } = request.event;
  if (!request.response || left === undefined) return;
  request.response = { ...request.response, headers: { ...request.response.headers, ...rateHeaders(left) } };
}

/** Limits requests before authentication (D1, D5), by their bearer token or, without one, by the caller's address. */
export function rateLimit(services: () => LimiterServices): MiddlewareObj<RequestContext, HttpAnswer> {
  return {
    before: async ({ event: context }) => {
      const { bearer, clientIp } = context;
      const bucket = bearer === undefined ? addressBucket(clientIp) : tokenBucket(services(), bearer);
      await takeOrRefuse(services(), context, bucket);
    },
    after: addHeaders,
    onError: addHeaders,
  };
}
