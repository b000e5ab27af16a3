import type { IncomingMessage } from "node:http";
import type { APIGatewayProxyEventV2, Context } from "aws-lambda";
import type { Owner } from "../kernel/owner.ts";
import type { TokensLeft } from "../kernel/rate-limit.ts";
import type { Route } from "./contract/route.ts";
import type { EdgeServices } from "./edge-services.ts";
import type { HttpAnswer } from "./http-answer.ts";
import type { AccessToken, KeyOwner } from "./ports.ts";
import { bearerOf, clientIpOf } from "./request-headers.ts";

/** A request as a gateway hands it to a function, or as our own server does. */
export interface HttpEvent extends APIGatewayProxyEventV2 {
  /** The body, where a server leaves it in its stream. */
  readonly stream?: IncomingMessage;
}

export type HttpHandler = (event: HttpEvent, context: Context) => Promise<HttpAnswer>;

export interface ReceivedRequest {
  readonly event: HttpEvent;
}

/** The part of a route that middlewares go by. */
export type Endpoint = Pick<Route, "operationId" | "path" | "auth" | "role">;

/** One HTTP request and what the pipeline knows of it; each middleware adds what it found out. */
export interface RequestContext extends ReceivedRequest {
  readonly endpoint: Endpoint;
  readonly requestId: string;
  readonly clientIp: string;
  readonly bearer: string | undefined;
  readonly startedAtMs: number;
  /** The owner that the credential stands for; set by authentication, on endpoints that take a credential. */
  owner?: Owner;
  /** The verified token, where the credential is an access token. */
  token?: AccessToken;
  /** The API key, where that is the credential. */
  key?: KeyOwner["key"];
  /** The rest that the limiter of the public API has for this caller. */
  left?: TokensLeft;
  /** The failure inside a request that was answered all the same: for the log. */
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

/** Throws where nobody asked for a credential: data without an owner would be everybody's. */
export function ownerOf({ owner, endpoint }: RequestContext): Owner {
  if (owner === undefined) throw new Error(`${endpoint.operationId} needs an owner, and takes no credential`);
  return owner;
}
