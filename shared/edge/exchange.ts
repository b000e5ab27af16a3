import type { APIGatewayProxyEventV2 } from "aws-lambda";
import type { Route } from "./contract/route.ts";
import type { HttpAnswer } from "./http-answer.ts";
import type { AccessToken } from "./ports/token-verifier.ts";

/** The id that an idempotency key stands for. */
export interface Reservation {
  /** To create under. */
  readonly reservedId: string;
  /** An earlier request under this key died, and may have created it. */
  readonly isRepeat: boolean;
}

/** A validated request, ready to be carried out. */
export interface PreparedCall {
  /** For the fingerprint of an idempotency key. */
  readonly body: unknown;
  run(reservation?: Reservation): Promise<HttpAnswer>;
}

/** A route with its code and its dependencies, their types forgotten: what the frame runs. */
export interface BoundOperation {
  readonly route: Route;
  /** Validates in the order of D1 and answers what is left to do. */
  prepare(exchange: Exchange): Promise<PreparedCall>;
}

/** One request on its way through the frame; each middleware adds what it found out. */
export interface Exchange {
  readonly event: APIGatewayProxyEventV2;
  readonly operation: BoundOperation;
  readonly requestId: string;
  readonly clientIp: string;
  readonly bearer: string | undefined;
  readonly startedAt: number;
  /** Whose request it is; set by authentication. */
  owner?: string;
  /** Whose token it is and what it says, on routes that take access tokens. */
  token?: AccessToken;
}
