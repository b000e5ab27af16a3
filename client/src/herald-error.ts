import type { components } from "./api-types.ts";

/** Lists the codes that the service has now; a later version may have more. */
export type HeraldErrorCode = components["schemas"]["Error"]["code"] | (string & Record<never, never>);

/** One problem in the fields of a request. */
export interface FieldProblem {
  /** The path of the field, with its parts joined by dots. */
  readonly field: string;
  /** The rule that the field breaks. */
  readonly message: string;
}

/** The problem of one notification of a refused batch; a valid one has no error. */
export interface BatchProblem {
  /** The error that a single request would get. */
  readonly error?: {
    /** The HTTP status of that error. */
    readonly status: number;
    /** The message of that error. */
    readonly message: string;
    /** The code of that error. */
    readonly code?: string;
    /** All problems of the item's fields; absent when the error is of another kind. */
    readonly errors?: readonly FieldProblem[];
  };
}

export interface HeraldErrorDetails extends ErrorOptions {
  readonly request?: string | undefined;
  readonly status?: number | undefined;
  readonly code?: HeraldErrorCode | undefined;
  readonly errors?: readonly FieldProblem[] | undefined;
  readonly results?: readonly BatchProblem[] | undefined;
  readonly detail?: string | undefined;
  readonly requestId?: string | undefined;
  readonly retryAfterSeconds?: number | undefined;
  readonly resetSeconds?: number | undefined;
  readonly resetsAt?: string | undefined;
}

/** A call ended without a usable answer: the service refused, failed, or could not be reached in time. */
export class HeraldError extends Error {
  /** Compare this name instead of using `instanceof` where a program has two copies of the package. */
  override readonly name: string = "HeraldError";
  /** Method and address of the request, without the query; undefined when no single request failed. */
  readonly request: string | undefined;
  /** The HTTP status; undefined when no answer came. Decide by the status or the code, not by the message. */
  readonly status: number | undefined;
  /** The stable code of the service, such as `window_closed`; undefined for the rate limit and for answers of a proxy. */
  readonly code: HeraldErrorCode | undefined;
  /** All problems in the fields of the request; the message names only the first. */
  readonly errors: readonly FieldProblem[] | undefined;
  /** The results of a refused batch, in the order of its notifications. */
  readonly results: readonly BatchProblem[] | undefined;
  /** The error of the provider, where the service passes it on. */
  readonly detail: string | undefined;
  /** Identifies this request in the service's logs. */
  readonly requestId: string | undefined;
  /** The seconds that the service asks to wait before another request. */
  readonly retryAfterSeconds: number | undefined;
  /** The seconds until the rate limit allows another request. */
  readonly resetSeconds: number | undefined;
  /** The time at which the daily limit of the API key begins again, as RFC 3339 in UTC. */
  readonly resetsAt: string | undefined;

  constructor(message: string, details: HeraldErrorDetails = {}) {
    super(message, details.cause === undefined ? {} : { cause: details.cause });
    this.request = details.request;
    this.status = details.status;
    this.code = details.code;
    this.errors = details.errors;
    this.results = details.results;
    this.detail = details.detail;
    this.requestId = details.requestId;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.resetSeconds = details.resetSeconds;
    this.resetsAt = details.resetsAt;
  }
}

/** The connection failed, and `cause` says why. The service may or may not have carried out the request. */
export class HeraldConnectionError extends HeraldError {
  override readonly name = "HeraldConnectionError";
}

/**
 * No answer came within `timeoutMs`, or the awaited state was not reached. The service may or may not have carried out the request.
 */
export class HeraldTimeoutError extends HeraldError {
  override readonly name = "HeraldTimeoutError";
}
