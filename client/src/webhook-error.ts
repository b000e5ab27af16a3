export type WebhookProblem =
  | "missing_header"
  | "malformed_timestamp"
  | "too_old"
  | "too_new"
  | "no_matching_signature"
  | "body_not_json"
  | "not_an_event";

/** The error of a request that is not to be believed. Answer it with 4xx and do nothing that it says. */
export class WebhookVerificationError extends Error {
  /** For a program that has the package twice. */
  override readonly name = "WebhookVerificationError";
  /** Why; stable, unlike the message. */
  readonly reason: WebhookProblem;

  constructor(reason: WebhookProblem, message: string) {
    super(message);
    this.reason = reason;
  }
}
