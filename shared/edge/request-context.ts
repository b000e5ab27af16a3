import type { IncomingMessage } from "node:http";
import type { APIGatewayProxyEventV2, Context } from "aws-lambda";
import type { CallingKey } from "../kernel/key-terms.ts";
import type { Owner } from "../kernel/owner.ts";
import type { TokensLeft } from "../kernel/rate-limit.ts";
import type { Route } from "./contract/route.ts";
import type { EdgeServices } from "./edge-services.ts";
import type { HttpAnswer } from "./http-answer.ts";
import type { AccessToken } from "./ports.ts";
import { bearerOf, clientIpOf } from "./request-headers.ts";

/** A request as a gateway, or our own server, passes it to a function. */
export interface HttpEvent extends APIGatewayProxyEventV2 {
  /** The body, when a server leaves it in its stream. */
  readonly stream?: IncomingMessage;
}

export type HttpHandler = (event: HttpEvent, context: Context) => Promise<HttpAnswer>;

export interface ReceivedRequest {
  readonly event: HttpEvent;
}

/** The part of a route that middlewares use. */
export interface Endpoint extends Pick<Route, "operationId" | "path" | "auth" | "role"> {
  /** True for an endpoint of several tools, each of which needs a permission of its own (D47a). */
  readonly hasTools?: boolean;
}

/** One HTTP request with the facts that the pipeline has found about it; each middleware adds its own. */
export interface RequestContext extends ReceivedRequest {
  readonly endpoint: Endpoint;
  readonly requestId: string;
  readonly clientIp: string;
  readonly bearer: string | undefined;
  readonly startedAtMs: number;
  /** The owner that the credential stands for. Authentication sets it on endpoints that take a credential. */
  owner?: Owner;
  /** The verified token, when the credential is an access token. */
  token?: AccessToken;
  /** The API key, when that is the credential. */
  key?: CallingKey;
  /** The number of requests that the public API's limiter has left for this caller. */
  left?: TokensLeft;
  /** A failure inside a request that was answered nevertheless; it is logged. */
  failure?: unknown;
}

export function requestContext(
  { clock, originSecrets }: Pick<EdgeServices, "clock" | "originSecrets">,
  event: HttpEvent,
  endpoint: Endpoint,
): RequestContext {
  return {
    event,
    endpoint,
    requestId: event.requestContext.requestId,
    clientIp: clientIpOf(event, originSecrets),
    bearer: bearerOf(event),
    startedAtMs: clock.now(),
  };
}

/** Runs the work of an authenticated request in the time of its owner. */
export const inOwnersTime = <T>(
  { inOwnTime }: Pick<EdgeServices, "inOwnTime">,
  { owner }: RequestContext,
  work: () => Promise<T>,
): Promise<T> => (owner === undefined || inOwnTime === undefined ? work() : inOwnTime(owner, work));

/**
 * Returns the owner of the request. Throws on a route without credentials, because data without an owner would belong
 * to everybody.
 */
export function ownerOf({ owner, endpoint }: RequestContext): Owner {
  if (owner === undefined) throw new Error(`${endpoint.operationId} needs an owner, and takes no credential`);
  return owner;
}
