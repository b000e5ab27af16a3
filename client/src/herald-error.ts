export interface HeraldErrorDetails extends ErrorOptions {
  readonly status?: number | undefined;
  readonly detail?: string | undefined;
  readonly requestId?: string | undefined;
  readonly retryAfterSeconds?: number | undefined;
}

/** The error of a call without a usable answer: the service refused, failed, or could not be reached in time. */
export class HeraldError extends Error {
  override readonly name = "HeraldError";
  /** The HTTP status; undefined when no answer came. Decide by it rather than by the message. */
  readonly status: number | undefined;
  /** The provider's error, where the service passes it on. */
  readonly detail: string | undefined;
  /** Names this request in the service's logs. */
  readonly requestId: string | undefined;
  /** How long the service asks to wait before another request. */
  readonly retryAfterSeconds: number | undefined;

  constructor(message: string, { status, detail, requestId, retryAfterSeconds, cause }: HeraldErrorDetails = {}) {
    super(message, cause === undefined ? {} : { cause });
    this.status = status;
    this.detail = detail;
    this.requestId = requestId;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
