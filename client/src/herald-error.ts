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
  readonly status?: number | undefined;
  readonly code?: string | undefined;
  readonly errors?: readonly FieldProblem[] | undefined;
  readonly results?: readonly BatchProblem[] | undefined;
  readonly detail?: string | undefined;
  readonly requestId?: string | undefined;
  readonly retryAfterSeconds?: number | undefined;
}

/** The error of a call without a usable answer: the service refused, failed, or could not be reached in time. */
export class HeraldError extends Error {
  /** For a program that has the package twice: `instanceof` knows the errors of its own copy only. */
  override readonly name = "HeraldError";
  /** The HTTP status; undefined when no answer came. Decide by it, or by the code, rather than by the message. */
  readonly status: number | undefined;
  /** The service's own stable code, such as `window_closed`; undefined where something before the service answered, and of 429. */
  readonly code: string | undefined;
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

  constructor(message: string, details: HeraldErrorDetails = {}) {
    const { status, code, errors, results, detail, requestId, retryAfterSeconds, cause } = details;
    super(message, cause === undefined ? {} : { cause });
    this.status = status;
    this.code = code;
    this.errors = errors;
    this.results = results;
    this.detail = detail;
    this.requestId = requestId;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
