import type { components } from "./api-types.ts";

/** The codes of today's service; a later one may have more. */
export type HeraldErrorCode = components["schemas"]["Error"]["code"] | (string & Record<never, never>);

/** One problem of a request's shape. */
export interface FieldProblem {
  /** Its path, parts joined by dots. */
  readonly field: string;
  /** The rule that it breaks. */
  readonly message: string;
}

/** The fault of one notification of a refused batch; without an error it is good. */
export interface BatchProblem {
  /** As the answer of a single request. */
  readonly error?: {
    /** The status of that answer. */
    readonly status: number;
    /** The words of that answer. */
    readonly message: string;
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
}

/** The error of a call without a usable answer: the service refused, failed, or could not be reached in time. */
export class HeraldError extends Error {
  /** For a program that has the package twice: `instanceof` knows the errors of its own copy only. */
  override readonly name: string = "HeraldError";
  /** Method and address of the request, without its query; undefined when it is about no single one. */
  readonly request: string | undefined;
  /** The HTTP status; undefined when no answer came. Decide by it, or by the code, rather than by the message. */
  readonly status: number | undefined;
  /** The service's own stable code, such as `window_closed`; undefined where something before the service answered, and of 429. */
  readonly code: HeraldErrorCode | undefined;
  /** Every problem of the request's shape, of which the message says the first. */
  readonly errors: readonly FieldProblem[] | undefined;
  /** Of a refused batch, in its order. */
  readonly results: readonly BatchProblem[] | undefined;
  /** The provider's error, where the service passes it on. */
  readonly detail: string | undefined;
  /** Names this request in the service's logs. */
  readonly requestId: string | undefined;
  /** How long the service asks to wait before another request. */
  readonly retryAfterSeconds: number | undefined;
  /** Where the rate limit was met: when there is a place again. */
  readonly resetSeconds: number | undefined;

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
  }
}

/** No connection: `cause` says why. Whether the service has done what it was asked is not known. */
export class HeraldConnectionError extends HeraldError {
  override readonly name = "HeraldConnectionError";
}

/** No answer within `timeoutMs`, or not what was waited for. Whether the service has done what it was asked is not known. */
export class HeraldTimeoutError extends HeraldError {
  override readonly name = "HeraldTimeoutError";
}
