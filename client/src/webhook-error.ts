export type WebhookProblem =
  | "missing_header"
  | "malformed_timestamp"
  | "too_old"
  | "too_new"
  | "no_matching_signature"
  | "body_not_json"
  | "not_an_event";

/** Thrown when a request cannot be trusted. Answer such a request with 4xx and ignore its content. */
export class WebhookVerificationError extends Error {
  /** Compare this name instead of using `instanceof` where a program has two copies of the package. */
  override readonly name = "WebhookVerificationError";
  /** The reason, which stays the same in later versions, unlike the message. */
  readonly reason: WebhookProblem;

  constructor(reason: WebhookProblem, message: string) {
    super(message);
    this.reason = reason;
  }
}
